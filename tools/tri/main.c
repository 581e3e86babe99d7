/* tri: all programs in one file, which is what is shipped. Which one it is says its name, or its first
 * argument:
 *
 *   tri-run vector_add.mlir        tri run vector_add.mlir */
#include "programs.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name; /* of the file; behind "tri-" of the argument */
  int (*run)(int argc, char **argv);
  const char *what;
} programs[] = {
    {"tri-run", tri_run_main, "compiles and runs a kernel"},
    {"tri-opt", tri_opt_main, "runs single passes"},
    {"tri-gpu", tri_gpu_main, "checks and times tri on this machine's GPU"},
};
enum { PROGRAMS = sizeof programs / sizeof *programs, PREFIX = sizeof "tri-" - 1 };

static int usage(FILE *f)
{
  fprintf(
      f,
      "tri: a GPU kernel compiler on blocks\nusage: tri PROGRAM [arguments], or by the program's own name\n");
  for (int i = 0; i < PROGRAMS; i++)
    fprintf(f, "  %-4s  %s (%s)\n", programs[i].name + PREFIX, programs[i].what, programs[i].name);
  return f == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
  const char *slash = argc ? strrchr(argv[0], '/') : NULL, *name = slash ? slash + 1 : argc ? argv[0] : "";
  for (int i = 0; i < PROGRAMS; i++)
    if (!strcmp(name, programs[i].name))
      return programs[i].run(argc, argv);
  for (int i = 0; i < PROGRAMS && argc > 1; i++)
    if (!strcmp(argv[1], programs[i].name + PREFIX))
      return programs[i].run(argc - 1, argv + 1);
  return usage(argc > 1 && !strcmp(argv[1], "--help") ? stdout : stderr);
}
