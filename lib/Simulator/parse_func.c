/* Entries and functions: signature, directives, statements, labels. */
#include "Simulator/exec.h"
#include "Simulator/parser.h"

#include <string.h>

typedef Vec(Param) Params;

static uint32_t align_up(uint32_t n, uint32_t a) { return (n + a - 1) / a * a; }

/* .param [.align n] .type [.ptr [.space] [.align n]] name[n] */
static Param parse_param(Parser *p, Token *name)
{
  if (p->token.kind == TOK_DOTTED && token_is(&p->token, "reg"))
    fail_expected(p, ".param (register parameters are not supported)");
  if (!accept_dotted(p, "param"))
    fail_expected(p, ".param");
  Param q = {0};
  Token at = p->token;
  uint64_t align = accept_dotted(p, "align") ? expect_int(p, "an alignment") : 0;
  q.type = p->token.kind == TOK_DOTTED ? type_find(p->token.text, p->token.length) : T_NONE;
  if (q.type == T_NONE)
    fail_expected(p, "a type such as .b32");
  advance(p);
  if (accept_dotted(p, "ptr")) {
    q.is_ptr = true;
    while (p->token.kind == TOK_DOTTED) {
      bool has_align = token_is(&p->token, "align");
      advance(p);
      if (has_align)
        expect_int(p, "an alignment");
    }
  }
  *name = expect_ident(p, "a parameter name");
  q.bytes = type_bytes(q.type);
  if (accept_punct(p, '[')) {
    uint64_t n = at_punct(p, ']') ? 0 : expect_int(p, "an extent");
    if (n > 1 << 20)
      fail_at(p, name->line, name->column, "a parameter of more than 1 MiB");
    q.bytes *= (uint32_t)n;
    expect_punct(p, ']');
  }
  align = align ? align : type_bytes(q.type);
  if (align > 4096 || (align & (align - 1)))
    fail_at(p, at.line, at.column, "expected an alignment that is a power of two up to 4096");
  q.align = (uint32_t)align;
  q.name = arena_strndup(p->arena, name->text, name->length);
  return q;
}

static void parse_params(Parser *p, Params *params, bool in_frame)
{
  uint32_t at = 0;
  if (accept_punct(p, ')'))
    return;
  do {
    Token name;
    Param q = parse_param(p, &name);
    q.offset = in_frame ? frame_alloc(p, q.bytes, q.align) : align_up(at, q.align);
    at = q.offset + q.bytes;
    if (!token_is(&name, "_")) {
      Symbol *s = symbol_add(p, in_frame ? SYM_FRAME : SYM_PARAM, &name);
      s->type = q.type;
      s->offset = q.offset;
      s->bytes = q.bytes;
    }
    vec_push(p->arena, params) = q;
  } while (accept_punct(p, ','));
  expect_punct(p, ')');
}

/* .param .b32 retval; inside a body: a piece of the caller's frame. */
static void parse_frame_param(Parser *p)
{
  Parser *q = p;
  Token name = p->token;
  Param param = parse_param(q, &name);
  Symbol *s = symbol_add(p, SYM_FRAME, &name);
  s->type = param.type;
  s->offset = frame_alloc(p, param.bytes, param.align);
  s->bytes = param.bytes;
  expect_punct(p, ';');
}

static void parse_dims(Parser *p, uint32_t dims[3])
{
  for (int i = 0; i < 3; i++)
    dims[i] = 1;
  for (int i = 0; i < 3; i++) {
    dims[i] = (uint32_t)expect_int(p, "a number of threads");
    if (!accept_punct(p, ','))
      return;
  }
}

static void parse_cluster(Parser *p)
{
  Token at = p->token;
  uint32_t dims[3];
  parse_dims(p, dims);
  if (dims[0] != 1 || dims[1] != 1 || dims[2] != 1)
    fail_at(p, at.line, at.column, "clusters of more than one CTA are not supported");
}

static bool parse_attribute(Parser *p, TriSimKernel *k)
{
  if (accept_dotted(p, "maxntid"))
    parse_dims(p, k->max_threads);
  else if (accept_dotted(p, "reqntid"))
    parse_dims(p, k->required_threads);
  else if (accept_dotted(p, "minnctapersm"))
    k->min_ctas_per_sm = (uint32_t)expect_int(p, "a number of CTAs");
  else if (accept_dotted(p, "maxnreg") || accept_dotted(p, "maxnctapersm") ||
           accept_dotted(p, "maxclusterrank"))
    expect_int(p, "a number");
  else if (accept_dotted(p, "reqnctapercluster"))
    parse_cluster(p);
  else if (accept_dotted(p, "pragma"))
    skip_to_semicolon(p);
  else
    return accept_dotted(p, "noreturn") || accept_dotted(p, "explicitcluster") ||
           accept_dotted(p, "blocksareclusters");
  return true;
}

static Source expect_source(Parser *p)
{
  Source s = {.file = (uint32_t)expect_int(p, "a file number")};
  s.line = (uint32_t)expect_int(p, "a line");
  s.column = (uint32_t)expect_int(p, "a column");
  return s;
}

static uint64_t *inlined_place(Parser *p, Source s)
{
  uint64_t packed = (uint64_t)s.file << 48 | (uint64_t)(s.column & 0xffff) << 32 | s.line;
  p->inlined.arena = p->arena;
  return map_at(&p->inlined, (const void *)(uintptr_t)(packed | UINT64_C(1) << 63));
}

/* The site of a call, itself inlined where the .loc that last named it was. */
static uint32_t site_at(Parser *p, Source s)
{
  s.inlined_at = (uint32_t)*inlined_place(p, s);
  const Source *last = p->sites.n ? &p->sites.at[p->sites.n - 1] : NULL;
  if (!last || memcmp(last, &s, sizeof s) != 0)
    vec_push(p->arena, &p->sites) = s;
  return (uint32_t)p->sites.n;
}

/* .loc file line column [, function_name label [+ n], inlined_at file line column]
 * Line 0 means that the compiler does not know: the last known place is nearer than none. */
void parse_loc(Parser *p)
{
  Source here = expect_source(p);
  while (accept_punct(p, ',')) {
    Token what = expect_ident(p, "function_name or inlined_at");
    if (token_is(&what, "function_name")) {
      expect_ident(p, "a label");
      if (accept_punct(p, '+'))
        expect_int(p, "an offset");
    } else if (token_is(&what, "inlined_at")) {
      here.inlined_at = site_at(p, expect_source(p));
    } else {
      fail_at(p, what.line, what.column, "expected function_name or inlined_at");
    }
  }
  if (here.line) {
    *inlined_place(p, here) = here.inlined_at;
    p->place.source = here;
  }
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

/* name: .branchtargets a, b, c; */
static void parse_targets(Parser *p, const Token *name)
{
  Vec(Name) list = {0};
  do {
    Token t = expect_ident(p, "a label");
    vec_push(p->arena, &list) = (Name){t.text, t.length, t.line, t.column, p->scope};
  } while (accept_punct(p, ','));
  expect_punct(p, ';');
  Symbol *s = symbol_add(p, SYM_TARGETS, name);
  s->targets = list.at;
  s->count = (uint32_t)list.n;
}

static void parse_label(Parser *p, const Token *name)
{
  if (accept_dotted(p, "branchtargets")) {
    parse_targets(p, name);
  } else if (accept_dotted(p, "callprototype")) {
    skip_to_semicolon(p);
    symbol_add(p, SYM_PROTO, name);
  } else {
    for (size_t i = 0; i < p->labels.n; i++) {
      const Name *l = &p->labels.at[i].name;
      if (l->scope == p->scope && l->length == name->length && memcmp(l->name, name->text, l->length) == 0)
        fail_at(p, name->line, name->column, "label '%.*s' stands twice in this scope", (int)name->length,
                name->text);
    }
    vec_push(p->arena, &p->labels) =
        (Label){{name->text, name->length, name->line, name->column, p->scope}, (uint32_t)p->code.n};
  }
}

static void parse_guard(Parser *p)
{
  p->guard = REF_NONE;
  p->guard_not = false;
  if (!accept_punct(p, '@'))
    return;
  p->guard_not = accept_punct(p, '!');
  Token t = expect_ident(p, "a predicate register");
  Symbol *s = symbol_find(p, t.text, t.length);
  if (!s || s->kind != SYM_REG || s->type != T_PRED)
    fail_at(p, t.line, t.column, "expected a predicate register, got '%.*s'", (int)t.length, t.text);
  p->guard = s->ref;
}

static void take_pending_op(Parser *p)
{
  p->place.op_id = p->op_is_pending ? p->pending_op : 0;
  if (!p->in_asm)
    p->op_is_pending = false;
}

static void parse_instruction(Parser *p)
{
  p->place.line = (uint32_t)p->token.line;
  p->place.column = (uint32_t)p->token.column;
  parse_guard(p);
  p->mnemonic = expect_ident(p, "an instruction");
  p->mod_count = p->operand_count = 0;
  for (; p->token.kind == TOK_DOTTED; advance(p)) {
    if (p->mod_count == MAX_MODS)
      fail_expected(p, "fewer modifiers");
    p->mods[p->mod_count++] = (Mod){p->token, false};
  }
  take_pending_op(p);
  if (!at_punct(p, ';'))
    do {
      if (p->operand_count == MAX_OPERANDS)
        fail_expected(p, "fewer operands");
      p->operands[p->operand_count++] = parse_operand(p);
    } while (accept_punct(p, ','));
  if (!at_punct(p, ';'))
    fail_expected(p, "';'");
  decode(p);
  advance(p);
}

static void parse_block(Parser *p)
{
  if (p->depth > 100)
    fail_expected(p, "less nesting");
  scope_open(p);
  while (!accept_punct(p, '}'))
    parse_statement(p);
  scope_close(p);
}

static bool parse_body_directive(Parser *p)
{
  if (accept_dotted(p, "reg"))
    parse_registers(p);
  else if (accept_dotted(p, "loc"))
    parse_loc(p);
  else if (accept_dotted(p, "local"))
    parse_variable(p, SPACE_LOCAL, false);
  else if (accept_dotted(p, "shared"))
    parse_variable(p, SPACE_SHARED, false);
  else if (accept_dotted(p, "global"))
    parse_variable(p, SPACE_GLOBAL, false);
  else if (accept_dotted(p, "const"))
    parse_variable(p, SPACE_CONST, false);
  else if (accept_dotted(p, "pragma"))
    skip_to_semicolon(p);
  else if (p->token.kind == TOK_DOTTED && token_is(&p->token, "param"))
    parse_frame_param(p);
  else
    return false;
  return true;
}

void parse_statement(Parser *p)
{
  if (parse_body_directive(p) || accept_punct(p, ';'))
    return;
  if (accept_punct(p, '{')) {
    parse_block(p);
    return;
  }
  if (p->token.kind == TOK_IDENT) {
    Parser look = {.lexer = p->lexer};
    look.lexer.note = NULL;
    Token next = lexer_next(&look.lexer);
    if (next.kind == TOK_PUNCT && next.punct == ':') {
      Token name = p->token;
      advance(p);
      advance(p);
      parse_label(p, &name);
      return;
    }
  } else if (!at_punct(p, '@')) {
    fail_expected(p, "a statement or '}'");
  }
  parse_instruction(p);
}

/* ---- whole functions ------------------------------------------------------------------------------------
 */

static uint32_t find_label(Parser *p, const Name *n)
{
  for (uint32_t scope = n->scope;; scope = p->scopes.at[scope - 1]) {
    for (size_t i = 0; i < p->labels.n; i++) {
      const Name *l = &p->labels.at[i].name;
      if (l->scope == scope && l->length == n->length && memcmp(l->name, n->name, n->length) == 0)
        return p->labels.at[i].pc;
    }
    if (!scope)
      fail_at(p, n->line, n->column, "label '%.*s' is nowhere in this function", (int)n->length, n->name);
  }
}

static void resolve_labels(Parser *p)
{
  for (size_t i = 0; i < p->fixups.n; i++) {
    Fixup *f = &p->fixups.at[i];
    uint32_t pc = find_label(p, &f->name);
    *(f->slot ? f->slot : &p->code.at[f->inst].target) = pc;
  }
}

static void begin_body(Parser *p)
{
  p->code.n = p->places.n = p->pool.n = p->pool_keys.n = p->labels.n = p->fixups.n = p->func_vars.n =
      p->callees.n = 0;
  p->code.at = NULL, p->code.cap = 0;
  p->places.at = NULL, p->places.cap = 0;
  p->pool.at = NULL, p->pool.cap = 0;
  p->func_vars.at = NULL, p->func_vars.cap = 0;
  p->callees.at = NULL, p->callees.cap = 0;
  p->in_asm = p->op_is_pending = false;
  p->place = (Place){0};
}

static void finish_body(Parser *p)
{
  Func *f = p->func;
  p->guard = REF_NONE;
  p->place.line = (uint32_t)p->token.line;
  p->place.column = (uint32_t)p->token.column;
  p->place.op_id = 0;
  emit(p, (Inst){.exec = f->is_entry ? exec_exit : exec_return, .cls = TRI_SIM_CONTROL, .flags = F_FLOW});
  resolve_labels(p);
  f->code = p->code.at;
  f->places = p->places.at;
  f->count = (uint32_t)p->code.n;
  f->pool = p->pool.at;
  f->pool_granules = (uint32_t)(p->pool.n / GRANULE);
  f->pool_defined = arena_array(p->arena, uint32_t, f->pool_granules + 1);
  memset(f->pool_defined, 0xff, sizeof(uint32_t) * (f->pool_granules + 1));
  f->vars = p->func_vars.at;
  f->var_count = (uint32_t)p->func_vars.n;
  f->callees = p->callees.at;
  f->callee_count = (uint32_t)p->callees.n;
  f->defined = true;
  Arena scratch = {0};
  flow_analyse(&scratch, f);
  arena_free(&scratch);
}

static Func *function_named(Parser *p, const Token *name, bool is_entry)
{
  p->depth--;
  Symbol *s = symbol_find(p, name->text, name->length);
  if (s && (s->kind != SYM_FUNC || s->func->is_entry != is_entry || is_entry))
    fail_at(p, name->line, name->column, "'%.*s' is declared twice", (int)name->length, name->text);
  if (!s) {
    s = symbol_add(p, SYM_FUNC, name);
    s->func = arena_new(p->arena, Func);
    s->func->name = s->name;
    s->func->is_entry = is_entry;
    s->func->index = (uint32_t)p->funcs.n;
    vec_push(p->arena, &p->funcs) = s->func;
    if (is_entry)
      vec_push(p->arena, &p->kernels) = s->func;
  }
  p->depth++;
  return s->func;
}

static void describe_kernel(Parser *p, Func *f)
{
  TriSimParam *params = arena_array(p->arena, TriSimParam, f->param_count);
  for (uint32_t i = 0; i < f->param_count; i++) {
    const Param *q = &f->params[i];
    params[i] = (TriSimParam){q->name, type_name(q->type), q->bytes, q->align, q->offset, q->is_ptr};
    f->info.param_bytes = q->offset + q->bytes;
  }
  f->info.name = f->name;
  f->info.params = params;
  f->info.param_count = f->param_count;
}

/* The results come before the name: they are read into a frame that the named function then takes over. */
void parse_function(Parser *p, bool is_entry)
{
  Func draft = {.is_entry = is_entry};
  Params results = {0}, params = {0};
  p->func = &draft;
  p->scopes.n = 0;
  p->scope = 0;
  p->depth++;
  if (!is_entry && accept_dotted(p, "attribute"))
    skip_to_semicolon(p);
  if (!is_entry && accept_punct(p, '('))
    parse_params(p, &results, true);
  Token name = expect_ident(p, "the name of a function");
  if (accept_punct(p, '('))
    parse_params(p, &params, !is_entry);
  Func *f = function_named(p, &name, is_entry);
  while (parse_attribute(p, &draft.info))
    ;
  if (f->defined)
    fail_at(p, name.line, name.column, "'%s' has two bodies", f->name);
  draft.name = f->name;
  draft.index = f->index;
  *f = draft;
  f->params = params.at;
  f->param_count = (uint32_t)params.n;
  f->results = results.at;
  f->result_count = (uint32_t)results.n;
  if (is_entry)
    describe_kernel(p, f);
  p->func = f;
  if (is_entry || !accept_punct(p, ';')) {
    expect_punct(p, '{');
    begin_body(p);
    while (!at_punct(p, '}'))
      parse_statement(p);
    finish_body(p);
    advance(p);
  }
  scope_close(p);
  p->func = NULL;
}
