/* Reading what a launch left in its buffer (Debug/buffer.h), by what the launch metadata says of the kernel's
 * ops:
 *
 *   "debug": [{"op": "tri.print", "location": "k.mlir:8:3", "text": "v = ", "hex": false,
 *              "values": [{"type": "f32", "shape": [4]}]},
 *             {"op": "tri.assert", "location": "k.mlir:9:3", "text": "v is small",
 *              "values": [{"type": "i1", "shape": [4]}]}] */
#ifndef TRI_DEBUG_RECORDS_H
#define TRI_DEBUG_RECORDS_H

#include "Debug/buffer.h"
#include "Support/arena.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct DebugOps DebugOps;

/* The name of the hidden argument that takes the buffer's address. */
extern const char debug_argument[];

/* The ops of the kernel, of the metadata's "kernels"; in the arena. NULL where it prints and asserts nothing.
 */
const DebugOps *debug_ops_of(Arena *a, const json_t *kernel);

/* Makes DEBUG_BYTES bytes an empty buffer. */
void debug_buffer_clear(DebugBuffer *b);

/* Writes the lines of the records, in order, and a note about those that found no room; empties the buffer.
 * Gives the sentence of the failure that comes first, by program, op and element, in the arena; NULL where
 * none failed. Nothing may run that writes into the buffer. */
const char *debug_drain(const DebugOps *ops, DebugBuffer *b, FILE *to, Arena *a);

#endif
