#include "Simulator/lexer.h"

#include <stdlib.h>
#include <string.h>

void lexer_init(Lexer *l, const char *text, size_t length)
{
  *l = (Lexer){.at = text, .end = text + length, .line_start = text, .line = 1};
}

bool token_is(const Token *t, const char *text)
{
  return strlen(text) == t->length && memcmp(t->text, text, t->length) == 0;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word_start(char c) { return is_letter(c) || c == '_' || c == '$' || c == '%'; }
static bool is_word(char c) { return is_word_start(c) || is_digit(c); }

static int digit_value(char c)
{
  if (is_digit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 99;
}

static char peek(const Lexer *l, ptrdiff_t n) { return l->end - l->at > n ? l->at[n] : '\0'; }

static bool starts(const char *s, size_t n, const char *prefix)
{
  size_t k = strlen(prefix);
  return n >= k && memcmp(s, prefix, k) == 0;
}

static void note(Lexer *l, NoteKind kind, const char *s, size_t n)
{
  if (l->note)
    l->note(l->user, kind, l->line, s, n);
}

/* The text of a line comment, after its slashes. */
static void comment(Lexer *l, const char *s, size_t n)
{
  while (n && (*s == ' ' || *s == '\t'))
    s++, n--;
  while (n && (s[n - 1] == '\r' || s[n - 1] == ' '))
    n--;
  if (starts(s, n, "tri.meta:"))
    note(l, NOTE_META, s + 9, n - 9);
  else if (starts(s, n, "tri:"))
    note(l, NOTE_OP, s + 4, n - 4);
  else if (starts(s, n, "begin inline asm"))
    note(l, NOTE_ASM_BEGIN, s, n);
  else if (starts(s, n, "end inline asm"))
    note(l, NOTE_ASM_END, s, n);
}

static void newline(Lexer *l)
{
  l->line++;
  l->line_start = l->at + 1;
}

static bool skip_block_comment(Lexer *l)
{
  Lexer start = *l;
  for (l->at += 2; l->end - l->at >= 2; l->at++) {
    if (l->at[0] == '*' && l->at[1] == '/') {
      l->at += 2;
      return true;
    }
    if (*l->at == '\n')
      newline(l);
  }
  *l = start;
  l->error = "a comment that is never closed by */";
  return false;
}

/* False where a block comment has no end. */
static bool skip_space(Lexer *l)
{
  while (l->at < l->end) {
    char c = *l->at;
    if (c == '\n') {
      newline(l);
      l->at++;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
      l->at++;
    } else if (c == '/' && peek(l, 1) == '/') {
      const char *e = memchr(l->at, '\n', (size_t)(l->end - l->at));
      e = e ? e : l->end;
      comment(l, l->at + 2, (size_t)(e - l->at - 2));
      l->at = e;
    } else if (c == '/' && peek(l, 1) == '*') {
      if (!skip_block_comment(l))
        return false;
    } else {
      return true;
    }
  }
  return true;
}

static Token bad(Lexer *l, Token t, const char *why)
{
  l->error = why;
  t.kind = TOK_BAD;
  t.length = (size_t)(l->at - t.text);
  return t;
}

/* 0f and 0d literals: exactly 8 or 16 hexadecimal digits. */
static Token hex_float(Lexer *l, Token t, int digits)
{
  l->at += 2;
  for (int i = 0; i < digits; i++, l->at++) {
    int v = digit_value(peek(l, 0));
    if (v > 15)
      return bad(l, t, digits == 8 ? "0f needs 8 hexadecimal digits" : "0d needs 16 hexadecimal digits");
    t.integer = t.integer << 4 | (uint64_t)v;
  }
  t.kind = digits == 8 ? TOK_F32 : TOK_F64;
  t.length = (size_t)(l->at - t.text);
  return t;
}

static Token decimal_float(Lexer *l, Token t)
{
  char copy[64];
  size_t n = 0;
  while (n < sizeof copy - 1 &&
         (is_digit(peek(l, 0)) || peek(l, 0) == '.' || peek(l, 0) == 'e' || peek(l, 0) == 'E' ||
          ((peek(l, 0) == '-' || peek(l, 0) == '+') && n && (copy[n - 1] == 'e' || copy[n - 1] == 'E'))))
    copy[n++] = *l->at++;
  copy[n] = '\0';
  char *stop;
  double v = strtod(copy, &stop);
  if (*stop)
    return bad(l, t, "a malformed floating-point literal");
  memcpy(&t.integer, &v, sizeof v);
  t.kind = TOK_F64;
  t.decimal = true;
  t.length = (size_t)(l->at - t.text);
  return t;
}

static bool looks_like_decimal_float(const Lexer *l)
{
  ptrdiff_t i = 0;
  while (is_digit(peek(l, i)))
    i++;
  return (peek(l, i) == '.' && is_digit(peek(l, i + 1))) ||
         ((peek(l, i) == 'e' || peek(l, i) == 'E') && peek(l, 0) != '0');
}

static Token number(Lexer *l, Token t)
{
  char next = peek(l, 1);
  bool zero = peek(l, 0) == '0';
  if (zero && (next == 'f' || next == 'F'))
    return hex_float(l, t, 8);
  if (zero && (next == 'd' || next == 'D'))
    return hex_float(l, t, 16);
  if (looks_like_decimal_float(l))
    return decimal_float(l, t);
  int base = 10;
  if (zero && (next == 'x' || next == 'X'))
    base = 16, l->at += 2;
  else if (zero && (next == 'b' || next == 'B'))
    base = 2, l->at += 2;
  else if (zero && is_digit(next))
    base = 8, l->at += 1;
  if (digit_value(peek(l, 0)) >= base)
    return bad(l, t, "a number without digits");
  for (; digit_value(peek(l, 0)) < base; l->at++)
    if (__builtin_mul_overflow(t.integer, (uint64_t)base, &t.integer) ||
        __builtin_add_overflow(t.integer, (uint64_t)digit_value(*l->at), &t.integer))
      return bad(l, t, "an integer past 64 bits");
  if (peek(l, 0) == 'U')
    l->at++;
  if (is_word(peek(l, 0)))
    return bad(l, t, "a letter in a number");
  t.kind = TOK_INT;
  t.length = (size_t)(l->at - t.text);
  return t;
}

static Token string(Lexer *l, Token t)
{
  for (l->at++; l->at < l->end && *l->at != '"' && *l->at != '\n'; l->at++)
    l->at += *l->at == '\\' && l->end - l->at > 1;
  if (peek(l, 0) != '"')
    return bad(l, t, "a string that is not closed on its line");
  l->at++;
  t.kind = TOK_STRING;
  t.text++;
  t.length = (size_t)(l->at - t.text - 1);
  return t;
}

static void scan_word(Lexer *l)
{
  for (;; l->at += 2) {
    while (is_word(peek(l, 0)))
      l->at++;
    if (!(peek(l, 0) == ':' && peek(l, 1) == ':' && is_word(peek(l, 2))))
      return;
  }
}

Token lexer_next(Lexer *l)
{
  bool ok = skip_space(l);
  Token t = {.kind = TOK_END, .text = l->at, .line = l->line, .column = (int)(l->at - l->line_start) + 1};
  if (!ok)
    return bad(l, t, l->error);
  if (l->at >= l->end) {
    t.text = "";
    return t;
  }
  char c = *l->at;
  if (is_digit(c))
    return number(l, t);
  if (c == '"')
    return string(l, t);
  if (is_word_start(c)) {
    t.kind = TOK_IDENT;
    while (is_word(peek(l, 0)))
      l->at++;
  } else if (c == '.' && is_word(peek(l, 1))) {
    t.kind = TOK_DOTTED;
    t.text = ++l->at;
    scan_word(l);
  } else if (c && strchr(",;:[](){}<>@!+-*/|&=~^?.", c)) {
    t.kind = TOK_PUNCT;
    t.punct = c;
    l->at++;
  } else {
    l->at++;
    return bad(l, t, "a character that PTX does not use");
  }
  t.length = (size_t)(l->at - t.text);
  return t;
}
