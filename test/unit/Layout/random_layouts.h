/* Pairs of layouts for tests of what goes from one to the other. */
#ifndef TRI_TEST_LAYOUT_RANDOM_LAYOUTS_H
#define TRI_TEST_LAYOUT_RANDOM_LAYOUTS_H

#include "Layout/layout.h"
#include "random.h"

/* Rank 1 to 4, at most 2^10 elements. */
TriExtent random_extent(Random *r);

/* Of 2^warps warps, onto. About a quarter has any columns, the others are blocked or, of rank 2, fragments of
 * matrix instructions. Where threads outnumber elements they hold copies. */
TriLayout random_layout_over(Random *r, TriExtent e, int warps);

/* The same layout after some bits of registers and lanes have changed places. */
TriLayout random_neighbour(Random *r, TriLayout l);

#endif
