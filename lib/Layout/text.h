/* Layouts as text: written, read, checked against a block, drawn.
 *
 *   register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], cta = []
 *
 * One vector per bit of the slot: the coordinates of the element it steps to, all other bits being 0. Extents
 * are not written: a layout that covers its block reaches every bit of every coordinate, so the highest bit
 * seen is the extent. A layout of rank 0 has empty vectors. */
#ifndef TRI_LAYOUT_TEXT_H
#define TRI_LAYOUT_TEXT_H

#include "Layout/layout.h"
#include "Support/arena.h"

/* post: for a layout that is onto and has a column, tri_layout_parse of it gives l */
char *tri_layout_print(Arena *a, TriLayout l);

/* An element's coordinates, "[8, 3]"; the extents, "16x8". */
char *tri_layout_print_element(Arena *a, TriLayout l, uint32_t element);
char *tri_layout_print_extent(Arena *a, TriLayout l);

/* The place of an error in the text, in bytes from its beginning, and a sentence. */
typedef struct {
  size_t at;
  const char *message;
} TriTextError;

/* Reads the n bytes of text, no more and no less; blanks are free, the four parts come in this order.
 * False: *error says where and what; its message lives in the arena.
 * post: where true, tri_layout_print reads back to *l, and each extent is the smallest that the vectors
 * need */
bool tri_layout_parse(Arena *a, const char *text, size_t n, TriLayout *l, TriTextError *error);

/* Can a block of this shape, in a kernel of so many warps a CTA and CTAs, have this layout? NULL: yes. Else a
 * sentence, in the arena: what was expected, what was found, what to change. The layout must be canonical,
 * cover the block and have 32 lanes. */
const char *tri_layout_verify(Arena *a, TriLayout l, int rank, const int64_t *shape, int num_warps,
                              int num_ctas);

/* A drawing of the last two axes (of the first matrix of a higher rank), with a line of heading: each element
 * with its owner, T = thread of the CTA, then its register; `C` before it where there are several CTAs. The
 * 32 lanes of warp w are T32·w …; other owners are counted: T0:1*4 is the first of four copies. At most
 * `rows` x `columns` elements are drawn.
 *
 *          0      1      2
 *   0   T0:0   T0:1   T1:0
 *   1   T4:0   T4:1   T5:0 */
char *tri_layout_draw(Arena *a, TriLayout l, int rows, int columns);

#endif
