/* Declarations: registers, variables with their initialisers, and the layout of each space. */
#include "Simulator/parser.h"

#include <string.h>

enum { MAX_BYTES = 1 << 29, SHARED_GAP = 16 };

static uint64_t round_up(uint64_t n, uint64_t align) { return (n + align - 1) / align * align; }

uint32_t register_granules(Type t)
{
  uint32_t bytes = t == T_PRED ? 2 : type_bytes(t) < 2 ? 2 : type_bytes(t);
  return bytes * LANES / GRANULE;
}

Ref new_register(Parser *p, Type t, uint32_t count)
{
  Ref r = p->func->granules;
  p->func->granules += register_granules(t) * count;
  return r;
}

uint32_t frame_alloc(Parser *p, uint32_t bytes, uint32_t align)
{
  uint64_t at = round_up(p->func->local_bytes, align);
  if (at + bytes > MAX_BYTES)
    fail_expected(p, "less than 512 MiB of local memory");
  p->func->local_bytes = (uint32_t)(at + bytes);
  return (uint32_t)at;
}

static Type parse_type(Parser *p)
{
  Type t = p->token.kind == TOK_DOTTED ? type_find(p->token.text, p->token.length) : T_NONE;
  if (t == T_NONE)
    fail_expected(p, "a type such as .b32");
  advance(p);
  return t;
}

/* .reg .b32 %r<26>, x; */
void parse_registers(Parser *p)
{
  if (p->token.kind == TOK_DOTTED && (token_is(&p->token, "v2") || token_is(&p->token, "v4")))
    fail_expected(p, "a scalar register type (vector registers are not supported)");
  Type t = parse_type(p);
  do {
    Token name = expect_ident(p, "a register name");
    uint32_t count = 1;
    bool range = accept_punct(p, '<');
    if (range) {
      if (p->token.kind != TOK_INT || p->token.integer > 1 << 20)
        fail_expected(p, "a number of registers up to 1048576");
      count = (uint32_t)expect_int(p, "a number of registers");
      expect_punct(p, '>');
    }
    if ((uint64_t)p->func->granules + (uint64_t)count * 8 > 1 << 24)
      fail_at(p, name.line, name.column, "more registers than the simulator holds");
    Symbol *s = symbol_add(p, range ? SYM_RANGE : SYM_REG, &name);
    s->type = t;
    s->count = count;
    s->ref = new_register(p, t, count);
    p->func->info.register_count += count;
  } while (accept_punct(p, ','));
  expect_punct(p, ';');
}

static uint32_t parse_align(Parser *p, uint32_t natural)
{
  if (!accept_dotted(p, "align"))
    return natural;
  Token t = p->token;
  uint64_t a = expect_int(p, "an alignment");
  if (!a || a > 4096 || (a & (a - 1)))
    fail_at(p, t.line, t.column, "expected an alignment that is a power of two up to 4096, got %llu",
            (unsigned long long)a);
  return (uint32_t)a;
}

/* The elements of name[4][8]; *open: the first extent is left out. */
static uint64_t parse_extents(Parser *p, bool *open)
{
  uint64_t n = 1;
  *open = false;
  while (accept_punct(p, '[')) {
    if (at_punct(p, ']')) {
      *open = true;
    } else {
      uint64_t extent = expect_int(p, "an extent");
      if (__builtin_mul_overflow(n, extent, &n) || n > MAX_BYTES)
        fail_expected(p, "an array below 512 MiB");
    }
    expect_punct(p, ']');
  }
  return n;
}

/* ---- initialisers ---------------------------------------------------------------------------------------
 */

static void put(Parser *p, uint64_t at, uint64_t value, uint32_t bytes)
{
  while (p->image.n < at + bytes)
    vec_push(p->arena, &p->image) = 0;
  memcpy(p->image.at + at, &value, bytes);
}

static uint64_t as_type(const Token *t, Type type)
{
  if (t->kind == TOK_INT || (t->kind == TOK_F32 && type_bytes(type) == 4) ||
      (t->kind == TOK_F64 && type_bytes(type) == 8 && !t->decimal))
    return t->integer;
  double d;
  float f;
  uint32_t u = (uint32_t)t->integer;
  memcpy(&f, &u, sizeof f);
  memcpy(&d, &t->integer, sizeof d);
  d = t->kind == TOK_F32 ? (double)f : d;
  if (type_bytes(type) == 4) {
    f = (float)d;
    memcpy(&u, &f, sizeof u);
    return u;
  }
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

/* generic(sym)+8 or sym+8: a device address, known because module variables have fixed ones. */
static void init_symbol(Parser *p, uint64_t at, uint32_t bytes)
{
  bool generic = token_is(&p->token, "generic");
  if (generic) {
    advance(p);
    expect_punct(p, '(');
  }
  Token name = expect_ident(p, "a variable or function");
  if (generic)
    expect_punct(p, ')');
  uint64_t addend = accept_punct(p, '+')   ? expect_int(p, "an offset")
                    : accept_punct(p, '-') ? 0 - expect_int(p, "an offset")
                                           : 0;
  Symbol *s = symbol_find(p, name.text, name.length);
  if (!s || (s->kind != SYM_VAR && s->kind != SYM_FUNC))
    fail_at(p, name.line, name.column, "'%.*s' is no variable or function declared before", (int)name.length,
            name.text);
  if (s->kind == SYM_VAR && s->var->space != SPACE_GLOBAL && s->var->space != SPACE_CONST)
    fail_at(p, name.line, name.column, "the address of '%.*s' is not constant", (int)name.length, name.text);
  uint64_t value = s->kind == SYM_FUNC ? WINDOW_CODE + s->func->index + 1 : WINDOW_MODULE + s->var->offset;
  put(p, at, value + addend, bytes);
}

static void init_scalar(Parser *p, uint64_t at, Type type)
{
  uint32_t bytes = type_bytes(type);
  if (p->token.kind == TOK_IDENT) {
    init_symbol(p, at, bytes);
    return;
  }
  bool negative = accept_punct(p, '-');
  if (p->token.kind != TOK_INT && p->token.kind != TOK_F32 && p->token.kind != TOK_F64)
    fail_expected(p, "a constant");
  uint64_t v = as_type(&p->token, type);
  if (negative)
    v = p->token.kind == TOK_INT ? 0 - v : v ^ (uint64_t)1 << (bytes * 8 - 1);
  put(p, at, v, bytes);
  advance(p);
}

static uint64_t init_list(Parser *p, uint64_t at, uint64_t limit, Type type)
{
  if (!accept_punct(p, '{')) {
    if (at + type_bytes(type) > limit)
      fail_expected(p, "no more elements than the array has");
    init_scalar(p, at, type);
    return at + type_bytes(type);
  }
  if (!at_punct(p, '}'))
    do
      at = init_list(p, at, limit, type);
    while (accept_punct(p, ','));
  expect_punct(p, '}');
  return at;
}

static uint64_t count_list(Parser *p)
{
  Parser saved = *p;
  uint64_t n = 0;
  int depth = 0;
  do {
    if (p->token.kind == TOK_END)
      fail_expected(p, "'}'");
    depth += at_punct(p, '{') - at_punct(p, '}');
    n += at_punct(p, ',');
    advance(p);
  } while (depth);
  p->lexer = saved.lexer;
  p->token = saved.token;
  return n + 1;
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

static void place_module_var(Parser *p, Var *v)
{
  uint64_t used = p->module->image_bytes;
  v->offset = round_up(used ? used : 256, v->align < 16 ? 16 : v->align);
  if (v->offset + v->bytes > MAX_BYTES)
    fail_expected(p, "less than 512 MiB of module variables");
  p->module->image_bytes = v->offset + v->bytes;
}

static void place_shared(Parser *p, Var *v)
{
  uint32_t *used = p->func && p->func->is_entry ? &p->func->shared_bytes : &p->module->shared_bytes;
  v->offset = round_up(*used, v->align);
  if (v->offset + v->bytes > MAX_BYTES)
    fail_expected(p, "less than 512 MiB of shared memory");
  /* Words between variables belong to none, so that running off one is seen. */
  *used = (uint32_t)round_up(v->offset + v->bytes, 4) + SHARED_GAP;
}

static void define_var(Parser *p, Var *v, bool open)
{
  bool initialised = accept_punct(p, '=');
  if (initialised && v->space != SPACE_GLOBAL && v->space != SPACE_CONST)
    fail_expected(p, "no initialiser in this space");
  if (open && initialised)
    v->bytes = count_list(p) * type_bytes(v->type);
  if (v->space == SPACE_SHARED && open)
    v->dynamic = true;
  else if (v->space == SPACE_SHARED)
    place_shared(p, v);
  else if (v->space == SPACE_LOCAL)
    v->offset = frame_alloc(p, (uint32_t)v->bytes, v->align);
  else if (!v->is_extern)
    place_module_var(p, v);
  if (initialised)
    init_list(p, v->offset, v->offset + v->bytes, v->type);
}

/* After the space: [.align n] [.v2] .type name[extents] [= value] {, name …}; */
void parse_variable(Parser *p, Space space, bool is_extern)
{
  if (accept_dotted(p, "attribute")) {
    while (!accept_punct(p, ')'))
      if (p->token.kind == TOK_END)
        fail_expected(p, "')'");
      else
        advance(p);
  }
  uint32_t align = parse_align(p, 0);
  uint32_t vector = accept_dotted(p, "v2") ? 2 : accept_dotted(p, "v4") ? 4 : 1;
  Type type = parse_type(p);
  align = align ? align : parse_align(p, type_bytes(type) * vector);
  do {
    Token name = expect_ident(p, "a variable name");
    bool open;
    uint64_t n = parse_extents(p, &open);
    Symbol *old = p->func ? NULL : symbol_find(p, name.text, name.length);
    Symbol *s = old && old->kind == SYM_VAR && old->var->is_extern ? old : symbol_add(p, SYM_VAR, &name);
    Var *v = s->var ? s->var : arena_new(p->arena, Var);
    *v = (Var){.name = s->name,
               .space = space,
               .type = type,
               .align = align,
               .bytes = n * type_bytes(type) * vector,
               .is_extern = is_extern,
               .entry_level = p->func && p->func->is_entry};
    v->bytes = open ? 0 : v->bytes;
    s->var = v;
    s->type = type;
    define_var(p, v, open);
    if (s != old)
      vec_push(p->arena, &p->vars) = v;
    if (p->func)
      vec_push(p->arena, &p->func_vars) = *v;
  } while (accept_punct(p, ','));
  expect_punct(p, ';');
}
