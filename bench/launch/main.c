/*   bench-launch [BATCHES]     host time of a launch with 4 and with 19 arguments
 *   bench-launch KERNEL.mlir   time to the first result in a fresh process; again, for a warm cache */
#include "launch.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
  int batches = argc > 1 ? atoi(argv[1]) : LAUNCH_BATCHES;
  return batches > 0 && batches <= LAUNCH_BATCHES ? bench_launch(batches) : bench_first(argv[1]);
}
