/* The build id of a program or library in this process: what the linker made of its contents, so that what an
 * older build has cached is not taken for what this one would make. */
#ifndef TRI_CUDA_BUILD_ID_H
#define TRI_CUDA_BUILD_ID_H

#include "Support/arena.h"

/* Hexadecimal digits of the GNU build id (ELF note NT_GNU_BUILD_ID) of the object that holds the address;
 * NULL where it has none. */
const char *build_id_of(Arena *a, const void *address);

#endif
