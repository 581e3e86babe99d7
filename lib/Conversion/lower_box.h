/* A box: a block in shared memory, row by row, so that any thread finds any element.
 *
 *   put_in_box(l, op, id, box, t, parts);        each element by the first thread that holds it
 *   cta_barrier(l, op);
 *   take_from_box(l, op, id, box, t);            each thread its own elements, or, for gather, any
 *
 * An element's place is its row-major number times its bytes; an i1 takes a byte. */
#ifndef TRI_CONVERSION_LOWER_BOX_H
#define TRI_CONVERSION_LOWER_BOX_H

#include "Conversion/lower_scratch.h"

/* The parts of a value of type t, to the box; of a scalar, by thread 0. */
void put_in_box(Lowering *l, MlirOperation op, int id, MlirValue box, MlirType t, Parts p);

/* The parts of a value of type t. */
Parts take_from_box(Lowering *l, MlirOperation op, int id, MlirValue box, MlirType t);

/* The element of this type with this number, an i32. */
MlirValue box_element(Lowering *l, MlirOperation op, int id, MlirValue box, MlirType element,
                      MlirValue number);

#endif
