/* tri-run's command line as data. */
#ifndef TRI_RUN_OPTIONS_H
#define TRI_RUN_OPTIONS_H

#include "check.h"

typedef struct {
  const char *name, *text;
} Named;
typedef Vec(Named) NamedList;
typedef Vec(TriDefine) DefineList;

/* What --emit prints: the expanded text, the module as parsed, a stage of compiling the kernel, or machine
 * code. */
typedef enum {
  EMIT_NOTHING,
  EMIT_TEXT,
  EMIT_TRI,
  EMIT_STAGE, /* + TriStage */
  EMIT_CUBIN = EMIT_STAGE + (int)TRI_STAGE_COUNT,
  EMIT_SASS,
  EMIT_COUNT
} Emit;

typedef struct {
  const char *file; /* "-": standard input */
  const char *grid, *kernel, *out, *arch;
  DefineList defines;
  NamedList specs;  /* ARG=SPEC */
  NamedList checks; /* name NULL: the only output */
  NamedList prints; /* name alone */
  Tolerance tolerance;
  bool tolerance_given;
  uint64_t seed;
  int threads;
  int config;   /* from 1; 0: none */
  int block[3]; /* zeros: not given */
  int64_t shared;
  Emit emit;
  TriTarget target;
  bool target_given, check_ref, check_sim, bench, report, time, json, quiet, help, version;
} Options;

/* Reads the arguments behind the program's name. */
bool options_parse(int n, char *const *arguments, Options *o, Problem *p);

/* The table, for the help page. */
typedef enum { GROUP_RUN, GROUP_CHECK, GROUP_OUTPUT, GROUP_COUNT } OptionGroup;
typedef struct {
  const char *name;
  char letter;
  const char *argument;
  OptionGroup group;
  const char *help;
} OptionForm;
extern const OptionForm option_forms[];
extern const int n_option_forms;

/* "ref", "sim", "cuda". */
const char *target_name(TriTarget t);

#endif
