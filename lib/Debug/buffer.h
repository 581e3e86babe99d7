/* The buffer in which compiled code leaves what it prints and asserts.
 *
 * A kernel with tri.print or tri.assert takes one more argument than its source says: the address of a buffer
 * that the launcher makes and reads after the launch.
 *
 *   DebugBuffer   how full it is, and the first failed asserts
 *   DebugRecord   of one tri.print of one program; behind it the values, each from a multiple of 8 bytes on,
 * its elements in row-major order, packed DebugRecord   …
 *
 * A program takes room by adding to `head`, whether there is room or not; what does not fit is counted in
 * `lost` and not written. So the records are those that lie within `capacity` from the start to the first
 * that does not. A record is whole when its op is set: that is written last. Ops are numbered from 1, as the
 * launch metadata lists them under "debug". */
#ifndef TRI_DEBUG_BUFFER_H
#define TRI_DEBUG_BUFFER_H

#include <stdint.h>

enum {
  DEBUG_BYTES = 1 << 20, /* of a buffer, header and records */
  DEBUG_FAILURES = 64,   /* that are kept */
};

/* Of one thread. */
typedef struct {
  uint32_t op, program[3];
  uint64_t element; /* the lowest of the thread's, in row-major order */
} DebugFailure;

typedef struct {
  uint64_t head;     /* bytes asked for */
  uint64_t lost;     /* records that found no room */
  uint64_t capacity; /* bytes that there are for records */
  uint32_t failures; /* threads whose assert failed */
  uint32_t unused;
  DebugFailure failure[DEBUG_FAILURES];
} DebugBuffer;

typedef struct {
  uint32_t bytes; /* with the values; a multiple of 8 */
  uint32_t op;
  uint32_t program[3];
  uint32_t unused;
} DebugRecord;

/* Bytes in a record of a value of so many. */
static inline int64_t debug_value_bytes(int64_t bytes) { return (bytes + 7) / 8 * 8; }

#endif
