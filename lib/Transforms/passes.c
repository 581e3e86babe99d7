#include "Transforms/passes.h"

#include "tri-c/Passes.h"

const PassDesc *const all_passes[] = {
#define PASS(desc) &desc,
#include "Transforms/passes.def"
#undef PASS
    NULL,
};

void tri_register_passes(void)
{
  for (const PassDesc *const *p = all_passes; *p; p++)
    bridge_register_pass(*p);
}
