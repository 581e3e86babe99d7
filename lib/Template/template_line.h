/* One line of a kernel file, as templates see it.
 *
 *   "#BM  = 128 : i32   // tri-param {64, 128}"
 *      name "BM"  value "128 : i32"  kind LINE_PARAM  rest "{64, 128}"
 *
 * Invariant: spans lie in the line and have no spaces at their ends. */
#ifndef TRI_TEMPLATE_TEMPLATE_LINE_H
#define TRI_TEMPLATE_TEMPLATE_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of a text, borrowed. */
typedef struct {
  const char *at;
  size_t n;
} Span;

Span span_trim(Span s);
bool span_is(Span s, const char *text);
/* Takes the text before the first separator that no bracket, quote or -> surrounds off the front of *rest;
 * false when *rest is used up. Each piece is trimmed. */
bool span_split(Span *rest, char separator, Span *piece);

typedef enum {
  LINE_PLAIN,   /* nothing of ours */
  LINE_PARAM,   /* // tri-param, on an alias */
  LINE_DERIVED, /* // tri: …, on an alias */
  LINE_CONFIG,  /* // tri-config: … */
  LINE_WRONG    /* looks like one of these and is not: problem says why */
} LineKind;

typedef struct {
  LineKind kind;
  char sigil; /* '#' or '!' of an alias, 0 elsewhere */
  Span name;  /* of an alias */
  Span value; /* between '=' and the comment */
  Span word;  /* tri-param, tri:, … */
  Span rest;  /* of the comment, behind the word */
  const char *problem;
} Line;

/* line holds no end of line. */
Line line_read(Span line);

#endif
