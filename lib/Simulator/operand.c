/* Operands of an instruction. */
#include "Simulator/parser.h"

#include <string.h>

static const struct {
  const char *name;
  bool dims;
} sregs[] = {
#define X(id, name, dims, bytes) {name, dims},
#include "Simulator/sregs.def"
#undef X
};

static Operand operand_list(Parser *p, OperandKind kind, char close)
{
  Operand o = {.kind = kind, .line = p->token.line, .column = p->token.column};
  Vec(Operand) list = {0};
  advance(p);
  if (!at_punct(p, close))
    do {
      Operand e = parse_operand(p);
      vec_push(p->arena, &list) = e;
    } while (accept_punct(p, ','));
  expect_punct(p, close);
  o.at = list.at;
  o.count = (uint32_t)list.n;
  return o;
}

static Operand number(Parser *p, bool negative)
{
  Operand o = {.kind = O_IMM,
               .line = p->token.line,
               .column = p->token.column,
               .literal = p->token.kind,
               .bits = p->token.integer};
  if (p->token.kind != TOK_INT && p->token.kind != TOK_F32 && p->token.kind != TOK_F64)
    fail_expected(p, "an operand (register, constant, address, {…})");
  if (negative)
    o.bits = o.literal == TOK_INT ? 0 - o.bits : o.bits ^ (uint64_t)1 << (o.literal == TOK_F32 ? 31 : 63);
  advance(p);
  return o;
}

static bool special_register(Parser *p, const Token *name, Operand *o)
{
  for (uint32_t i = 0; i < sizeof sregs / sizeof *sregs; i++) {
    if (!token_is(name, sregs[i].name))
      continue;
    o->kind = O_SREG;
    o->bits = i * 4;
    if (!sregs[i].dims)
      return true;
    if (p->token.kind != TOK_DOTTED || p->token.length != 1 || *p->token.text < 'w' || *p->token.text > 'z')
      fail_expected(p, ".x, .y or .z");
    o->bits += *p->token.text == 'w' ? 3 : (uint64_t)(*p->token.text - 'x');
    advance(p);
    return true;
  }
  return false;
}

/* PTX ISA, Addresses as Operands: reg+immOff, where a negative immOff is written +-4. */
static int64_t signed_offset(Parser *p)
{
  if (at_punct(p, '-'))
    fail_expected(p, "'+' before an offset, also before a negative one (+-4)");
  if (!accept_punct(p, '+'))
    return 0;
  bool minus = accept_punct(p, '-');
  uint64_t v = expect_int(p, "an offset");
  return (int64_t)(minus ? 0 - v : v);
}

static Operand named(Parser *p)
{
  Token t = p->token;
  Operand o = {.line = t.line, .column = t.column};
  advance(p);
  if (t.length == 1 && *t.text == '_') {
    o.kind = O_SINK;
    return o;
  }
  Symbol *s = symbol_find(p, t.text, t.length);
  if (s && s->kind == SYM_REG) {
    o.kind = O_REG;
    o.type = s->type;
    o.ref = s->ref;
    return o;
  }
  if (!s && *t.text == '%' && special_register(p, &t, &o))
    return o;
  if (!s && *t.text == '%')
    fail_at(p, t.line, t.column, "unknown register '%.*s'", (int)t.length, t.text);
  o.kind = s ? O_SYMBOL : O_NAME;
  o.symbol = s;
  o.name = (Name){t.text, t.length, t.line, t.column, p->scope};
  return o;
}

/* [reg+4], [symbol+4], [64], [%rd, {%r1, %r2}]. */
static Operand address_operand(Parser *p)
{
  Operand o = {.kind = O_ADDRESS, .line = p->token.line, .column = p->token.column, .count = 1};
  advance(p);
  o.at = arena_array(p->arena, Operand, 2);
  o.at[0] = p->token.kind == TOK_IDENT ? named(p) : number(p, accept_punct(p, '-'));
  o.offset = signed_offset(p);
  if (accept_punct(p, ',')) {
    o.at[1] = parse_operand(p);
    o.count = 2;
  }
  expect_punct(p, ']');
  return o;
}

Operand parse_operand(Parser *p)
{
  if (++p->nesting > 200)
    fail_expected(p, "less nesting");
  Operand o;
  if (at_punct(p, '{')) {
    o = operand_list(p, O_VECTOR, '}');
  } else if (at_punct(p, '(')) {
    o = operand_list(p, O_LIST, ')');
  } else if (at_punct(p, '[')) {
    o = address_operand(p);
  } else if (accept_punct(p, '!')) {
    o = named(p);
    o.negated = true;
  } else if (p->token.kind == TOK_IDENT) {
    o = named(p);
    if (o.kind == O_SYMBOL)
      o.offset = signed_offset(p);
  } else {
    bool minus = accept_punct(p, '-');
    if (!minus)
      accept_punct(p, '+');
    o = number(p, minus);
  }
  if (accept_punct(p, '|')) {
    Operand pair = {.kind = O_PAIR, .line = o.line, .column = o.column, .count = 2};
    pair.at = arena_array(p->arena, Operand, 2);
    pair.at[0] = o;
    pair.at[1] = parse_operand(p);
    o = pair;
  }
  p->nesting--;
  return o;
}
