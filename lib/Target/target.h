/* Targets: what each GPU is called, holds and can do. Facts in targets.def and capabilities.def; no MLIR
 * here.
 *
 *   const Target *t = target_named("sm_90a");
 *   if (target_can(t, CAN_WGMMA)) … */
#ifndef TRI_TARGET_TARGET_H
#define TRI_TARGET_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
#define X(id, name, meaning) CAN_##id,
#include "Target/capabilities.def"
#undef X
  CAPABILITY_COUNT
} Capability;

typedef struct {
  const char *name;      /* also the processor's name in LLVM and in .target: "sm_90a" */
  int oldest_ptx;        /* the first PTX version that knows it: 80 for 8.0 */
  const char *ptx;       /* LLVM feature that sets the PTX version: "+ptx87" */
  int64_t max_shared;    /* dynamic shared bytes that one CTA may ask for */
  int max_registers;     /* of a thread */
  uint32_t capabilities; /* bit of each Capability */
} Target;

/* Every target, in the order of targets.def. */
extern const Target targets[];
extern const size_t target_count;

/* NULL where no target has this name. */
const Target *target_named(const char *name);
/* "sm_80, sm_89, …": for the message of who found none. */
const char *target_names(void);

/* The PTX version that is emitted for it: 87 for 8.7. */
int target_ptx(const Target *t);

bool target_can(const Target *t, Capability c);
/* "bf16"; the capability of a name, or CAPABILITY_COUNT. */
const char *capability_name(Capability c);
Capability capability_named(const char *name);

#endif
