/* One program alone: TRI_PROGRAM is the function of programs.h. */
#include "programs.h"

int main(int argc, char **argv) { return TRI_PROGRAM(argc, argv); }
