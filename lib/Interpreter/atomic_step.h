/* Steps on an element in memory that are atomic between the programs of a grid, which run on several threads:
 * what tri.atomic_rmw, tri.atomic_cas and tri.desc_reduce are made of.
 *
 *   ATOMIC_STEP(step_ADD_I32, uint32_t, was + with)
 *
 * Every step acquires and releases, whatever the op asks for: that is as much as any may ask. */
#ifndef TRI_INTERPRETER_ATOMIC_STEP_H
#define TRI_INTERPRETER_ATOMIC_STEP_H

#include <stdint.h>
#include <string.h>

/* *old := the element at `at`, which becomes what the step makes of it and of *operand. */
typedef void AtomicStep(void *old, void *at, const void *operand);

/* The step of this name on elements whose bits are a U: value is an expression of `was`, the bits in memory,
 * and `with`, the operand's. */
#define ATOMIC_STEP(name, U, value)                                                                          \
  static void name(void *old, void *at, const void *operand)                                                 \
  {                                                                                                          \
    U was = __atomic_load_n((U *)at, __ATOMIC_RELAXED), with, next;                                          \
    memcpy(&with, operand, sizeof with);                                                                     \
    do                                                                                                       \
      next = (U)(value);                                                                                     \
    while (!__atomic_compare_exchange_n((U *)at, &was, next, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));    \
    memcpy(old, &was, sizeof was);                                                                           \
  }

/* X(kind, type, bits, value) of the kinds that both ops have on integers; S is the signed type. */
#define INT_STEPS(X, T, U, S)                                                                                \
  X(ADD, T, U, was + with)                                                                                   \
  X(MIN, T, U, (S)was < (S)with ? was : with)                                                                \
  X(MAX, T, U, (S)was > (S)with ? was : with)                                                                \
  X(UMIN, T, U, was < with ? was : with)                                                                     \
  X(UMAX, T, U, was > with ? was : with)                                                                     \
  X(AND, T, U, was &with)                                                                                    \
  X(OR, T, U, was | with)                                                                                    \
  X(XOR, T, U, was ^ with)

#endif
