/* One memory instruction of a warp: lane addresses, split into groups of lanes that hit the same buffer.
 *
 * access_begin computes the addresses and checks that they are defined; access_group then gives, again and
 * again, a set of lanes whose bytes lie in one buffer (or in shared, local or param memory), bounds and
 * alignment checked. */
#ifndef TRI_SIMULATOR_ACCESS_H
#define TRI_SIMULATOR_ACCESS_H

#include "Simulator/exec.h"

typedef struct {
  Warp *warp;
  const Inst *inst;
  uint32_t left;  /* lanes not yet handed out */
  uint32_t bytes; /* of a lane's whole access */
  bool writes;
  uint64_t address[LANES]; /* with window */
  /* the group */
  uint32_t lanes;
  Space space;                /* GLOBAL (also module variables), SHARED, LOCAL, PARAM */
  const Buffer *buffer;       /* GLOBAL */
  unsigned char *host[LANES]; /* where the bytes are */
} AccessGroup;

/* EV_NEXT or EV_FAULT. */
int access_begin(AccessGroup *g, Warp *w, const Inst *in, uint32_t mask, uint32_t bytes, bool writes);
/* 1: a group; 0: none left; -1: a fault was raised. */
int access_next(AccessGroup *g);
/* Which lanes' bytes [at, at+n) of the group were ever written; everything outside shared and local memory
 * was. */
uint32_t access_known(const AccessGroup *g, uint32_t at, uint32_t n);
void access_set_known(const AccessGroup *g, uint32_t at, uint32_t n, uint32_t known);
/* Remembers that a lane read bytes that were never written, for the fault to come. */
void access_note_unknown(const AccessGroup *g, uint32_t lanes);
/* The race detector (race.c) on every lane of the group; EV_FAULT on a race. silent: lanes whose plain write
 * leaves the memory as it is. */
int access_race(const AccessGroup *g, Access kind, bool strong, const uint32_t *silent);
/* The address as its space sees it. */
static inline uint64_t space_address(Space s, uint64_t a)
{
  return s == SPACE_SHARED || s == SPACE_LOCAL ? a & 0xffffffff : a;
}
void count_access(const AccessGroup *g, bool loads, bool stores);
/* Host place of a shared range, or NULL where it is outside. */
unsigned char *shared_place(const Cta *c, uint64_t offset, uint32_t bytes);

#endif
