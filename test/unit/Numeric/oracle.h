/* An oracle for floating point that shares nothing with lib/Numeric: numbers are long fixed-point integers,
 * and the answer is found by search among the values of the format, not by shifting.
 *
 * For a result R given as a test "how does v compare with |R|", the largest pattern p whose value is not
 * above |R| is found by bisection; then the middle between p and p + 1 decides. Patterns count on past the
 * largest finite one, whose successor stands for infinity. */
#ifndef TRI_TEST_NUMERIC_ORACLE_H
#define TRI_TEST_NUMERIC_ORACLE_H

#include "Numeric/numeric.h"

typedef enum { OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_SQRT, OP_FMA } Operation;

/* The operation on bits of f, rounded. b and c are ignored where the operation has no such operand. */
uint64_t oracle(TriFloat f, Operation op, uint64_t a, uint64_t b, uint64_t c, TriRounding mode);

/* The same from lib/Numeric's exact layer. */
uint64_t exact_layer(TriFloat f, Operation op, uint64_t a, uint64_t b, uint64_t c, TriRounding mode);

/* The value of a bit pattern, by the definition; infinity and NaN included. */
double value_by_definition(TriFloat f, uint64_t bits);

/* Equal bits, or both NaN. */
bool same(TriFloat f, uint64_t a, uint64_t b);

/* Pseudo-random numbers (xorshift64*), and operands: uniform patterns, with every fourth near a special
 * value. */
uint64_t random_bits(uint64_t *state);
uint64_t random_operand(TriFloat f, uint64_t *state);

/* TRI_SEED from the environment, or a fixed one; printed. */
uint64_t seed(void);

#endif
