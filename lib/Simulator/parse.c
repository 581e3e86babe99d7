/* Module level of PTX, tokens, symbols and the notes in comments. */
#include "Simulator/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fail_at(Parser *p, int line, int column, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  p->error->line = line;
  p->error->column = column;
  vsnprintf(p->error->message, sizeof p->error->message, format, args);
  va_end(args);
  longjmp(p->fail, 1);
}

_Noreturn void fail_expected(Parser *p, const char *what)
{
  const Token *t = &p->token;
  if (t->kind == TOK_END)
    fail_at(p, t->line, t->column, "expected %s, got the end of the text", what);
  fail_at(p, t->line, t->column, "expected %s, got '%s%.*s'", what, t->kind == TOK_DOTTED ? "." : "",
          (int)(t->length > 60 ? 60 : t->length), t->text);
}

void advance(Parser *p)
{
  p->token = lexer_next(&p->lexer);
  if (p->token.kind == TOK_BAD)
    fail_at(p, p->token.line, p->token.column, "%s", p->lexer.error);
}

bool at_punct(const Parser *p, char c) { return p->token.kind == TOK_PUNCT && p->token.punct == c; }

bool accept_punct(Parser *p, char c)
{
  if (!at_punct(p, c))
    return false;
  advance(p);
  return true;
}

void expect_punct(Parser *p, char c)
{
  char what[4] = {'\'', c, '\'', 0};
  if (!accept_punct(p, c))
    fail_expected(p, what);
}

bool accept_dotted(Parser *p, const char *word)
{
  if (p->token.kind != TOK_DOTTED || !token_is(&p->token, word))
    return false;
  advance(p);
  return true;
}

uint64_t expect_int(Parser *p, const char *what)
{
  if (p->token.kind != TOK_INT)
    fail_expected(p, what);
  uint64_t v = p->token.integer;
  advance(p);
  return v;
}

Token expect_ident(Parser *p, const char *what)
{
  if (p->token.kind != TOK_IDENT)
    fail_expected(p, what);
  Token t = p->token;
  advance(p);
  return t;
}

static uint32_t hash(const char *s, size_t n)
{
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; i++)
    h = (h ^ (unsigned char)s[i]) * 16777619u;
  return h % BUCKETS;
}

static Symbol *find_exact(Parser *p, const char *name, size_t n)
{
  for (Symbol *s = p->buckets[hash(name, n)]; s; s = s->next)
    if (s->length == n && memcmp(s->name, name, n) == 0)
      return s;
  return NULL;
}

/* %r17 of a range %r<26> becomes a symbol of its own shape on demand. */
static Symbol *find_in_range(Parser *p, const char *name, size_t n)
{
  size_t digits = 0;
  uint64_t number = 0, scale = 1;
  while (digits < n - 1 && digits < 9 && name[n - 1 - digits] >= '0' && name[n - 1 - digits] <= '9') {
    number += (uint64_t)(name[n - 1 - digits] - '0') * scale;
    scale *= 10;
    digits++;
    Symbol *range = find_exact(p, name, n - digits);
    if (!range || range->kind != SYM_RANGE || number >= range->count ||
        (name[n - digits] == '0' && digits > 1))
      continue;
    Symbol *s = arena_new(p->arena, Symbol);
    *s = *range;
    s->kind = SYM_REG;
    s->ref = range->ref + (uint32_t)number * register_granules(range->type);
    return s;
  }
  return NULL;
}

Symbol *symbol_find(Parser *p, const char *name, size_t n)
{
  Symbol *s = find_exact(p, name, n);
  return s && s->kind != SYM_RANGE ? s : n ? find_in_range(p, name, n) : NULL;
}

Symbol *symbol_add(Parser *p, SymbolKind kind, const Token *name)
{
  Symbol *old = find_exact(p, name->text, name->length);
  if (old && old->depth == p->depth)
    fail_at(p, name->line, name->column, "'%.*s' is declared twice in this scope", (int)name->length,
            name->text);
  Symbol *s = arena_new(p->arena, Symbol), **bucket = &p->buckets[hash(name->text, name->length)];
  *s = (Symbol){.name = arena_strndup(p->arena, name->text, name->length),
                .length = name->length,
                .kind = kind,
                .depth = p->depth,
                .next = *bucket};
  *bucket = s;
  if (p->depth) {
    s->outer = p->newest;
    p->newest = s;
  }
  return s;
}

void scope_open(Parser *p)
{
  p->depth++;
  vec_push(p->arena, &p->scopes) = p->scope;
  p->scope = (uint32_t)p->scopes.n;
}

static void unlink_symbol(Parser *p, const Symbol *s)
{
  Symbol **at = &p->buckets[hash(s->name, s->length)];
  while (*at != s)
    at = &(*at)->next;
  *at = s->next;
}

void scope_close(Parser *p)
{
  for (; p->newest && p->newest->depth == p->depth; p->newest = p->newest->outer)
    unlink_symbol(p, p->newest);
  p->depth--;
  p->scope = p->scope ? p->scopes.at[p->scope - 1] : 0;
}

/* ---- notes ----------------------------------------------------------------------------------------------
 */

static uint32_t op_number(const char *s, size_t n)
{
  uint64_t v = 0;
  for (size_t i = 0; i < n && s[i] >= '0' && s[i] <= '9' && v < UINT32_MAX; i++)
    v = v * 10 + (uint64_t)(s[i] - '0');
  return v > UINT32_MAX ? 0 : (uint32_t)v;
}

/* Inside inline assembly an op id names every instruction of the block that has none; outside, those of its
 * line, or else the next one. */
static void note_op(Parser *p, int line, uint32_t id)
{
  bool hit = false;
  size_t first = p->in_asm ? p->asm_first : 0;
  for (size_t i = p->places.n; i > first; i--) {
    Place *place = &p->places.at[i - 1];
    if (!p->in_asm && place->line != (uint32_t)line)
      break;
    if (!place->op_id)
      place->op_id = id;
    hit = true;
  }
  p->pending_op = id;
  p->pending_line = line;
  p->op_is_pending = p->in_asm || !hit;
}

static void take_note(void *user, NoteKind kind, int line, const char *text, size_t n)
{
  Parser *p = user;
  switch (kind) {
  case NOTE_OP:
    note_op(p, line, op_number(text, n));
    break;
  case NOTE_ASM_BEGIN:
    p->in_asm = true;
    p->asm_first = (uint32_t)p->places.n;
    p->op_is_pending = false;
    break;
  case NOTE_ASM_END:
    p->in_asm = p->op_is_pending = false;
    break;
  case NOTE_META:
    for (size_t i = 0; i < n; i++)
      vec_push(p->arena, &p->meta) = text[i];
    vec_push(p->arena, &p->meta) = '\n';
    break;
  }
}

/* ---- module ---------------------------------------------------------------------------------------------
 */

void skip_to_semicolon(Parser *p)
{
  while (!at_punct(p, ';')) {
    if (p->token.kind == TOK_END)
      fail_expected(p, "';'");
    advance(p);
  }
  advance(p);
}

static void skip_section(Parser *p)
{
  while (!at_punct(p, '{')) {
    if (p->token.kind == TOK_END)
      fail_expected(p, "'{'");
    advance(p);
  }
  for (int depth = 0;;) {
    if (p->token.kind == TOK_END)
      fail_expected(p, "'}'");
    depth += at_punct(p, '{') - at_punct(p, '}');
    advance(p);
    if (!depth)
      return;
  }
}

static void parse_file(Parser *p)
{
  uint64_t number = expect_int(p, "the number of a file");
  if (number > 1 << 16)
    fail_expected(p, "a file number below 65536");
  if (p->token.kind != TOK_STRING)
    fail_expected(p, "the name of a file");
  while (p->files.n <= number)
    vec_push(p->arena, &p->files) = NULL;
  p->files.at[number] = arena_strndup(p->arena, p->token.text, p->token.length);
  advance(p);
  while (accept_punct(p, ','))
    expect_int(p, "a number");
}

static void parse_target(Parser *p)
{
  do
    expect_ident(p, "a target");
  while (accept_punct(p, ','));
}

static void parse_address_size(Parser *p)
{
  Token t = p->token;
  if (expect_int(p, "64") != 64)
    fail_at(p, t.line, t.column, "expected .address_size 64: 32-bit addresses are not supported");
}

static void parse_version(Parser *p)
{
  if (p->token.kind != TOK_F64 && p->token.kind != TOK_INT)
    fail_expected(p, "a version such as 8.7");
  advance(p);
}

typedef struct {
  const char *word;
  void (*parse)(Parser *);
} Directive;

static void parse_entry(Parser *p) { parse_function(p, true); }
static void parse_func(Parser *p) { parse_function(p, false); }

static const Directive directives[] = {
    {"version", parse_version},   {"target", parse_target},  {"address_size", parse_address_size},
    {"file", parse_file},         {"section", skip_section}, {"pragma", skip_to_semicolon},
    {"alias", skip_to_semicolon}, {"loc", parse_loc},        {"entry", parse_entry},
    {"func", parse_func},
};

static bool parse_directive(Parser *p)
{
  for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
    if (accept_dotted(p, directives[i].word)) {
      directives[i].parse(p);
      return true;
    }
  return false;
}

static void parse_module_item(Parser *p)
{
  bool is_extern = false;
  for (;;)
    if (accept_dotted(p, "extern"))
      is_extern = true;
    else if (!accept_dotted(p, "visible") && !accept_dotted(p, "weak") && !accept_dotted(p, "common"))
      break;
  if (accept_punct(p, ';') || parse_directive(p))
    return;
  if (accept_dotted(p, "global"))
    parse_variable(p, SPACE_GLOBAL, is_extern);
  else if (accept_dotted(p, "const"))
    parse_variable(p, SPACE_CONST, is_extern);
  else if (accept_dotted(p, "shared"))
    parse_variable(p, SPACE_SHARED, is_extern);
  else
    fail_expected(p, "a directive of the module (.entry, .func, .global, .const, .shared, .file, …)");
}

static bool parse_all(Parser *p)
{
  if (setjmp(p->fail))
    return false;
  advance(p);
  while (p->token.kind != TOK_END)
    parse_module_item(p);
  module_finish(p);
  return true;
}

TriSimModule *tri_sim_module_parse(const char *text, size_t length, TriSimError *error)
{
  TriSimModule *m = calloc(1, sizeof *m);
  Parser *p = calloc(1, sizeof *p);
  bool done = false;
  *error = (TriSimError){0};
  if (m && p) {
    p->error = error;
    p->module = m;
    p->arena = &m->arena;
    lexer_init(&p->lexer, text, length);
    p->lexer.note = take_note;
    p->lexer.user = p;
    done = parse_all(p);
  }
  free(p);
  if (done)
    return m;
  tri_sim_module_free(m);
  return NULL;
}

void tri_sim_module_free(TriSimModule *m)
{
  if (!m)
    return;
  arena_free(&m->arena);
  free(m);
}

int tri_sim_kernel_count(const TriSimModule *m) { return (int)m->kernel_count; }
const TriSimKernel *tri_sim_kernel(const TriSimModule *m, int index)
{
  return index >= 0 && (uint32_t)index < m->kernel_count ? &m->kernels[index]->info : NULL;
}
const TriSimKernel *tri_sim_kernel_find(const TriSimModule *m, const char *name)
{
  for (uint32_t i = 0; i < m->kernel_count; i++)
    if (strcmp(m->kernels[i]->name, name) == 0)
      return &m->kernels[i]->info;
  return NULL;
}
const char *tri_sim_module_meta(const TriSimModule *m) { return m->meta; }
