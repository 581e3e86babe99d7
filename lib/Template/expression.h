/* Integer expressions over names: grids, shapes, and ${…} in templates.
 *
 *   cdiv(n, BLOCK) * 2          n = 1000, BLOCK = 256  ->  8
 *   128, max(1, k / 64), -n % 7                        a grid of three
 *
 *   sum     := product (('+' | '-') product)*
 *   product := unary (('*' | '/' | '%') unary)*
 *   unary   := '-' unary | primary
 *   primary := literal | name | function '(' sum (',' sum)* ')' | '(' sum ')'
 *
 * Numbers are 64-bit signed; a result that does not fit is an error, never a wrap. Literals are decimal, or
 * hexadecimal after 0x. Division is C's: it truncates towards zero, and % has the sign of its left side; a
 * zero on the right is an error. Functions:
 *
 *   min(a, b, …), max(a, b, …)   of two or more
 *   cdiv(a, b)                   the smallest integer not less than the quotient, for any signs
 *   log2(a)                      of a power of two; any other argument is an error
 *
 * An error is one sentence that shows the text up to the place: "'cdiv(n': expected ')' at column 7".
 * Columns count bytes from 1.
 *
 * Invariant: nesting is bounded, so no text can exhaust the stack. tri_evaluate and tri_evaluate_grid of
 * tri/tri.h are this parser on a whole string. */
#ifndef TRI_TEMPLATE_EXPRESSION_H
#define TRI_TEMPLATE_EXPRESSION_H

#include "tri/tri.h"

/* Reads the longest expression at the start of text. *end is the first byte behind it (spaces skipped): ','
 * and '}' are the caller's to judge. */
bool expression_prefix(const char *text, TriNames value_of, void *data, int64_t *value, const char **end,
                       char *error, size_t error_bytes);

/* What a name may consist of: a letter, '_' or '$', then letters, digits, '_', '$' and '.'. Gives the first
 * byte behind the name at s, or s where none starts. */
const char *name_end(const char *s);

/* Whether the name is one of the functions above. */
bool is_function_name(const char *name);

#endif
