#include "help.h"
#include "options.h"
#include "spec.h"

static const char examples[] =
    "tri-run: run a GPU kernel and look at what it did\n"
    "  tri-run vector_add.mlir                      fills and grid as the file says\n"
    "  tri-run vector_add.mlir --grid 'cdiv(n,1024)' n=98432 'x=randn(n)'\n"
    "  tri-run kernel.mlir -D BM=64 a=@a.npy b=@b.npy 'c=empty(512,512)@c.npy:w'\n"
    "  tri-run kernel.ptx --block 128 --grid 8 '0=randn(1024):f32' 1=1024\n"
    "usage: tri-run KERNEL.mlir|KERNEL.ptx|- [options] [ARG=SPEC ...]\n";

static const char *const titles[GROUP_COUNT] = {"Running", "Checking", "Output"};

static void print_options(FILE *f, OptionGroup group)
{
  fprintf(f, "%s\n", titles[group]);
  for (int i = 0; i < n_option_forms; i++) {
    const OptionForm *o = &option_forms[i];
    if (o->group != group)
      continue;
    int n = fprintf(f, "  %s", o->name);
    if (o->letter && o->name[1] == '-')
      n += fprintf(f, ", -%c", o->letter);
    if (o->argument)
      n += fprintf(f, " %s", o->argument);
    fprintf(f, "%*s%s\n", n < 27 ? 27 - n : 1, "", o->help);
  }
}

static void print_specs(FILE *f)
{
  fprintf(f, "ARG=SPEC, by the argument's name in the file; by default its tri.arg\n"
             "  n=98432  a=0.5             a scalar: a number or an expression\n"
             "  x=@in.npy                  a scalar or a buffer from a file\n"
             "  y=FILL@out.npy:w           filled, and written there after the run; :rw reads\n"
             "  0=randn(9):f32  1=0.5:f16  by position and with a type, where PTX has no names\n"
             "  x=FILL                     a buffer of the argument's type:\n");
  for (int k = FILL_NONE + 1; k < FILL_COUNT; k++)
    fprintf(f, "    %-27s%s\n", fill_forms[k].usage, fill_forms[k].help);
  fprintf(f, "Expressions: + - * / %% ( ) min max cdiv log2, names of scalars and parameters.\n"
             "Exit codes: 0 fine, 1 check failed, 2 usage, 3 compile error, 4 device, 5 fault.\n");
}

void help_print(FILE *f)
{
  fputs(examples, f);
  for (int g = 0; g < GROUP_COUNT; g++)
    print_options(f, (OptionGroup)g);
  print_specs(f);
}
