/* Axis analysis: along each axis of a block, how do its elements rise, what divides them, where are they
 * equal.
 *
 *   %pid  = tri.program_id x                         one value       divisible by 1
 *   %base = arith.muli %pid, %c1024 : i32            one value       divisible by 1024
 *   %i    = arith.addi (splat %base), (range)        contiguity 1024, divisibility 1024
 *   %in   = arith.cmpi slt, %i, (splat %n)           constancy 16    where 16 divides %n
 *   %p    = tri.addptr %x, %i                        contiguity 1024, divisibility 16 (bytes) where 16
 * divides %x tri.load %p where %in                            vectors of 4 f32
 *
 * The element of an integer block is its bits as a signed number, extended to 64 bits; of a pointer its
 * address; sums and differences of elements are modulo 2^64. Along axis a, for every position on the other
 * axes, *groups of c* are the positions [0, c), [c, 2c), …, the last one cut short where c does not divide
 * the extent:
 *
 *   contiguity[a]     largest known power of two c such that within every group of c each element is the one
 * before plus 1 (for pointers plus the size of the pointee) divisibility[a]   largest known power of two, at
 * most AXIS_MAX_DIVISIBILITY, that divides (in bytes, for pointers) the first element of every such group
 *   constancy[a]      largest known power of two k such that within every group of k all elements are equal
 *   min, max          no element is outside
 *   constant          where is_constant: the element, everywhere
 *
 * All are at least 1; contiguity and constancy are at most the least power of two that holds the extent. A
 * scalar has rank 0 and its divisibility in divisibility[0]. An i1 is 0 or -1. Floats have constancy alone.
 *
 * Sound also where i32 arithmetic wraps: contiguity is that of the extended elements, so that an offset n +
 * range with n not known to be divisible has contiguity 1 (it may cross from 2^31 - 1 to -2^31 within the
 * block), with n divisible by 16 at least 16: an aligned group cannot cross (facts.h). That it would be
 * contiguous if nothing wrapped is said by axis_order, which is a matter of speed only. For the same reason
 * `pid * 64 + range` of i32 may be negative, and remsi or divsi by n is regular only where it is known not to
 * be: by overflow<nsw>, by the bounds of program_id, or by using remui and divui.
 *
 * An element that is undefined (docs/semantics.md), and code that is never reached, satisfy every claim. What
 * lies beneath, and is exact where these numbers are summaries, is facts.h. */
#ifndef TRI_ANALYSIS_AXIS_H
#define TRI_ANALYSIS_AXIS_H

#include "Dialect/types.h"
#include "Support/arena.h"

#define AXIS_MAX_DIVISIBILITY (INT64_C(1) << 30)

typedef struct {
  int rank;
  int64_t contiguity[TRI_MAX_RANK], divisibility[TRI_MAX_RANK], constancy[TRI_MAX_RANK];
  int64_t min, max;
  bool is_constant;
  int64_t constant;
} AxisInfo;

typedef struct AxisAnalysis AxisAnalysis;

/* Analyses every value of the function; the result lives in the arena and speaks of the IR as it is now: a
 * change of the IR outdates it. Helpers are expected to be inlined: what a call gives is not known. */
AxisAnalysis *axis_analyse(Arena *arena, MlirOperation func);

/* What is known of v; of a value that is no number, pointer or block of these, nothing (rank 0, all 1). */
AxisInfo axis_info(const AxisAnalysis *analysis, MlirValue v);

/* True iff the element at i and that at i + 2^bit along the axis, for every i with that bit clear, differ by
 * the same known amount (bytes, for pointers; modulo 2^64), and gives it. A lowering can make it an
 * immediate. */
bool axis_step(const AxisAnalysis *analysis, MlirValue v, int axis, int bit, int64_t *step);

/* The widest vector, in elements, with which an access through this block of pointers can go along the axis:
 * the largest power of two v, at most 16 bytes, that divides the extent, such that every group of v starts at
 * an address divisible by the vector's size, is contiguous, and has one mask bit. mask may be null. At
 * least 1. */
int axis_vector_width(const AxisAnalysis *analysis, MlirValue ptr, MlirValue mask, int axis);

/* The axes of v from the one that runs through memory fastest: by contiguity as it is where nothing wraps,
 * then by the smaller known step, then the later axis first. Writes rank axes. A hint for speed, not a claim.
 */
void axis_order(const AxisAnalysis *analysis, MlirValue v, int order[TRI_MAX_RANK]);

#endif
