/* What memory instructions move: elements of a vector travel in words, the registers of the instruction.
 *
 *   8 x f16   {4, 4}: four words of 32 bits        1 x i8   one word of 16 bits, PTX has no smaller register
 *   2 x f64   {8, 2}: two words of 64 bits         4 x i1   one word of 32 bits, a byte each
 *
 * In between, each element is its bits: an integer of its size in memory (i8 for i1, i64 for a pointer); but
 * f32 and f64, which are words themselves, stay what they are. */
#ifndef TRI_CONVERSION_LOWER_WORDS_H
#define TRI_CONVERSION_LOWER_WORDS_H

#include "Conversion/lower.h"

enum { MAX_VECTOR = 16, MAX_WORDS = 4 };

typedef struct {
  int element; /* bytes */
  int vector;  /* elements */
  int word;    /* bytes: 1, 2, 4 or 8 */
  int words;   /* 1, 2 or 4 */
  bool real;   /* words are f32 or f64, as their elements */
} Access;

int element_bytes(MlirType t);
/* Of a vector of this element. */
Access access_of(MlirType element, int vector);
MlirType word_type(Lowering *l, Access a);
char word_constraint(Access a);

/* The bits of part v of a value of type t, and the part of given bits. */
MlirValue as_bits(Lowering *l, Builder b, MlirValue v, MlirType t);
MlirValue from_bits(Lowering *l, Builder b, MlirValue bits, MlirType t);
/* The bits of zero. */
MlirValue zero_bits(Lowering *l, Builder b, MlirType t);

/* n integers of 8 or 16 bits in a word of 32, the first lowest; what is left is zero. */
MlirValue pack_word(Lowering *l, Builder b, const MlirValue *bits, int n);

/* Between a.vector elements' bits and a.words words; the first element in the low bits of the first word. */
void pack_words(Lowering *l, Builder b, Access a, const MlirValue *elements, MlirValue *words);
void unpack_words(Lowering *l, Builder b, Access a, const MlirValue *words, MlirValue *elements);

/* "{$0, $1}" or "$0", from operand `first` on. */
const char *register_operands(Arena *arena, int first, int n);
/* Inline assembly that is done as written. */
MlirOperation assembly(Lowering *l, Builder b, const char *text, const char *constraints,
                       MlirType result_type, Vals operands);
/* The results of an instruction of several words as a struct; of one, the word. */
MlirType words_type(Lowering *l, Access a);
void split_words(Lowering *l, Builder b, Access a, MlirValue all, MlirValue *words);

/* One instruction on registers r, r + 1, … of a block, done where the predicate (null: always) is true; and,
 * in one piece of assembly with it, narrow ones on `width` of these registers each, done where theirs are
 * true: words of the same size. */
typedef struct {
  uint32_t r;
  int vector;
  MlirValue predicate;
  int pieces, width;
  MlirValue piece[MAX_VECTOR];
} Step;
typedef Vec(Step) Steps;

/* The steps of a mask, for all accesses of a block of ops under it. */
typedef struct KnownSteps {
  struct KnownSteps *next;
  MlirValue mask, owner;
  MlirBlock block;
  int vector, uniform, along;
  bool together;
  Steps steps;
} KnownSteps;

/* The instructions by which n registers are loaded or stored through ptr under mask (null: all) by the
 * threads for which `owner` is true (null: by all). A vector is as wide as the layout has registers side by
 * side and the analysis proves its address aligned. Where its elements may have different mask bits there is
 * a wide instruction for the case that all are set, and narrow ones for what is set otherwise. */
Steps plan_steps(Lowering *l, Builder b, MlirValue ptr, MlirValue mask, MlirValue owner);

#endif
