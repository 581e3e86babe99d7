#include "Transforms/passes.h"

#include "tri-c/Passes.h"

const PassDesc *const all_passes[] = {&fuse_fma_pass, &keep_kernel_pass, NULL};

void tri_register_passes(void)
{
  for (const PassDesc *const *p = all_passes; *p; p++)
    bridge_register_pass(*p);
}
