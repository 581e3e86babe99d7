/* tri-opt: mlir-opt with the tri dialect and its passes. */
#include "Bridge/bridge.h"
#include "programs.h"
#include "tri-c/Passes.h"

int tri_opt_main(int argc, char **argv)
{
  bridge_register_upstream_passes();
  tri_register_passes();
  return bridge_opt_main(argc, argv, "tri-opt: block kernels, pass by pass\n");
}
