/*   bench-launch               host time of a launch with 4 and with 19 arguments
 *   bench-launch KERNEL.mlir   time to the first result in a fresh process; again, for a warm cache */
#include "launch.h"

int main(int argc, char **argv) { return argc > 1 ? bench_first(argv[1]) : bench_launch(); }
