/* Tokens of PTX text, one at a time.
 *
 *   ld.global.b32 %r1, [%rd2+4];   ->   IDENT ld, DOTTED global, DOTTED b32, IDENT %r1, ',', '[', …
 *
 * A dotted word ('.global', '.L2::128B', '.x' of '%tid.x') is one token without its dot. Comments are
 * skipped, but
 * `// tri:N` (an op id), `// begin inline asm`, `// end inline asm` and `// tri.meta:` lines reach the parser
 * through the notes of the lexer.
 *
 * Invariant: token text points into the input; lines and columns are 1-based. */
#ifndef TRI_SIMULATOR_LEXER_H
#define TRI_SIMULATOR_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  TOK_END,
  TOK_IDENT,
  TOK_DOTTED,
  TOK_INT,
  TOK_F32,
  TOK_F64,
  TOK_STRING,
  TOK_PUNCT,
  TOK_BAD
} TokenKind;

typedef struct {
  TokenKind kind;
  char punct; /* TOK_PUNCT */
  const char *text;
  size_t length;
  int line, column;
  uint64_t integer; /* TOK_INT; TOK_F32 and TOK_F64: the bits */
  bool decimal;     /* a floating literal written in decimal: integer holds f64 bits */
} Token;

typedef enum { NOTE_OP, NOTE_ASM_BEGIN, NOTE_ASM_END, NOTE_META } NoteKind;

typedef struct {
  const char *at, *end, *line_start;
  int line;
  const char *error; /* set with TOK_BAD: what is wrong */
  void (*note)(void *user, NoteKind kind, int line, const char *text, size_t length);
  void *user;
} Lexer;

void lexer_init(Lexer *l, const char *text, size_t length);
Token lexer_next(Lexer *l);
bool token_is(const Token *t, const char *text);

#endif
