/* "did you mean": the known name that is closest to what was written. */
#ifndef TRI_TEMPLATE_NEAREST_H
#define TRI_TEMPLATE_NEAREST_H

#include <stddef.h>

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b (optimal string alignment),
 * letters compared without case; a difference of case alone counts 1 in all. Strings beyond 64 bytes are as
 * far apart as their lengths together. */
size_t edit_distance(const char *a, const char *b);

/* The first of the names at the least distance from name, where that is at most a third of its length rounded
 * up (so "grud" finds "grid", "x" finds no "y"); NULL where none is. A name that starts with what was written
 * counts as distance 1. */
const char *nearest_name(const char *name, const char *const *names, size_t n);

#endif
