#include "Target/target.h"
#include "tri/tri.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define CAN(id) (UINT32_C(1) << CAN_##id)
const Target targets[] = {
#define X(name, oldest, ptx, shared, registers, capabilities)                                                \
  {#name, oldest, ptx, shared, registers, capabilities},
#include "Target/targets.def"
#undef X
};
const size_t target_count = sizeof targets / sizeof *targets;
static_assert(CAPABILITY_COUNT <= 32, "capabilities are bits of 32");

static const char *const capability_names[] = {
#define X(id, name, meaning) name,
#include "Target/capabilities.def"
#undef X
};

const Target *target_named(const char *name)
{
  for (size_t i = 0; i < target_count; i++)
    if (strcmp(targets[i].name, name) == 0)
      return &targets[i];
  return NULL;
}

const char *target_names(void)
{
  static const char names[] =
#define X(name, oldest, ptx, shared, registers, capabilities) ", " #name
#include "Target/targets.def"
#undef X
      ;
  return names + 2;
}

/* CUDA Programming Guide, Technical Specifications per Compute Capability: maximum dimensions of a grid. */
int64_t tri_grid_limit(int axis)
{
  static const int64_t limits[3] = {INT32_MAX, 65535, 65535};
  return axis >= 0 && axis < 3 ? limits[axis] : 0;
}

int target_ptx(const Target *t) { return atoi(t->ptx + strlen("+ptx")); }

bool target_can(const Target *t, Capability c) { return t->capabilities >> c & 1; }

const char *capability_name(Capability c) { return capability_names[c]; }

Capability capability_named(const char *name)
{
  for (int c = 0; c < CAPABILITY_COUNT; c++)
    if (strcmp(capability_names[c], name) == 0)
      return (Capability)c;
  return CAPABILITY_COUNT;
}
