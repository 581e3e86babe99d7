#include "options.h"
#include "Template/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
#define O(id, name, letter, argument, group, help) OPTION_##id,
#include "options.def"
#undef O
  OPTION_COUNT
} OptionId;

const OptionForm option_forms[] = {
#define O(id, name, letter, argument, group, help) {name, letter, argument, GROUP_##group, help},
#include "options.def"
#undef O
};
const int n_option_forms = OPTION_COUNT;

/* ---- values ---- */

static bool read_number(const char *option, const char *text, uint64_t most, uint64_t *value, Problem *p)
{
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 0);
  return (isdigit((unsigned char)*text) && !*end && !errno && *value <= most) ||
         problem(p, TRI_USAGE, "%s: expected an integer from 0 to %llu, got '%s'", option,
                 (unsigned long long)most, text);
}

static bool read_tolerance(const char *option, const char *text, double *value, Problem *p)
{
  char *end;
  *value = strtod(text, &end);
  return (end != text && !*end && *value >= 0 && isfinite(*value)) ||
         problem(p, TRI_USAGE, "%s: expected a number that is not negative, such as 1e-5, got '%s'", option,
                 text);
}

/* "128", "16,16", "8,8,4". */
static bool read_block(const char *text, int block[3], Problem *p)
{
  const char *at = text;
  bool ok = true;
  for (int i = 0; ok && i < 3; i++) {
    char *end = NULL;
    long n = isdigit((unsigned char)*at) ? strtol(at, &end, 10) : 0;
    ok = n >= 1 && n <= 1024 && (!*end || (*end == ',' && i < 2));
    block[i] = (int)n;
    at = ok && *end ? end + 1 : "1";
  }
  return ok || problem(p, TRI_USAGE, "--block: expected X[,Y[,Z]], each from 1 to 1024, got '%s'", text);
}

static const char *const target_names[] = {
    [TRI_TARGET_REF] = "ref", [TRI_TARGET_SIM] = "sim", [TRI_TARGET_CUDA] = "cuda"};

const char *target_name(TriTarget t) { return target_names[t]; }

static bool read_target(Options *o, const char *text, Problem *p)
{
  for (TriTarget t = TRI_TARGET_REF; t <= TRI_TARGET_CUDA; t++)
    if (!strcmp(text, target_names[t])) {
      o->target = t;
      return o->target_given = true;
    }
  o->target_given = false;
  o->target = TRI_TARGET_SIM;
  return !strcmp(text, "auto") ||
         problem(p, TRI_USAGE, "--target: expected auto, cuda, sim or ref, got '%s'", text);
}

static const char *const emit_names[EMIT_COUNT] = {
    [EMIT_TEXT] = "text",
    [EMIT_TRI] = "tri",
    [EMIT_STAGE + (int)TRI_STAGE_LAYOUT] = "layout",
    [EMIT_STAGE + (int)TRI_STAGE_GPU] = "gpu",
    [EMIT_STAGE + (int)TRI_STAGE_LLVM] = "llvm",
    [EMIT_STAGE + (int)TRI_STAGE_LLVMIR] = "llvmir",
    [EMIT_STAGE + (int)TRI_STAGE_PTX] = "ptx",
    [EMIT_STAGE + (int)TRI_STAGE_META] = "meta",
    [EMIT_CUBIN] = "cubin",
    [EMIT_SASS] = "sass",
};

static bool read_emit(Options *o, const char *text, Problem *p)
{
  const char *list = "";
  for (int i = EMIT_TEXT; i < EMIT_COUNT; i++) {
    list = arena_printf(p->arena, "%s%s%s", list, *list ? ", " : "", emit_names[i]);
    if (!strcmp(text, emit_names[i]))
      o->emit = (Emit)i;
  }
  return o->emit || problem(p, TRI_USAGE, "--emit: expected one of %s, got '%s'%s", list, text,
                            suggestion(p->arena, text, emit_names + 1, EMIT_COUNT - 1));
}

/* Splits "NAME=text" at the first '='; false where there is no name. */
static bool split(Arena *a, const char *text, Named *named)
{
  const char *c = text;
  while (isalnum((unsigned char)*c) || (*c && strchr("_$.", *c)))
    c++;
  if (*c != '=' || c == text)
    return false;
  *named = (Named){arena_strndup(a, text, (size_t)(c - text)), c + 1};
  return true;
}

static bool read_define(Options *o, const char *text, Problem *p)
{
  Named n;
  if (!split(p->arena, text, &n))
    return problem(p, TRI_USAGE, "-D: expected NAME=VALUE, got '%s'", text);
  vec_push(p->arena, &o->defines) = (TriDefine){n.name, n.text};
  return true;
}

static bool read_check(Options *o, const char *text, Problem *p)
{
  Named n = {NULL, text};
  if (!strcmp(text, "ref"))
    return o->check_ref = true;
  if (!strcmp(text, "sim"))
    return o->check_sim = true;
  if (!strcmp(text, "cublas"))
    return problem(p, TRI_USAGE,
                   "--check cublas: this version compares with ref, sim, files and fills (a file of that "
                   "name is ./cublas)");
  split(p->arena, text, &n);
  vec_push(p->arena, &o->checks) = n;
  return true;
}

static bool read_once(const char **place, const char *option, const char *text, Problem *p)
{
  if (*place)
    return problem(p, TRI_USAGE, "%s is given twice: '%s' and '%s'", option, *place, text);
  *place = text;
  return *text || problem(p, TRI_USAGE, "%s: the value is empty", option);
}

/* ---- options ---- */

static bool apply(OptionId id, const char *text, Options *o, Problem *p)
{
  const char *name = option_forms[id].name;
  uint64_t number;
  switch (id) {
  case OPTION_GRID:
    return read_once(&o->grid, name, text, p);
  case OPTION_KERNEL:
    return read_once(&o->kernel, name, text, p);
  case OPTION_OUT:
    return read_once(&o->out, name, text, p);
  case OPTION_ARCH:
    return read_once(&o->arch, name, text, p);
  case OPTION_DEFINE:
    return read_define(o, text, p);
  case OPTION_TARGET:
    return read_target(o, text, p);
  case OPTION_CONFIG:
    return read_number(name, text, 10000, &number, p) &&
           (o->config = (int)number,
            number > 0 || problem(p, TRI_USAGE, "--config: configurations are counted from 1"));
  case OPTION_BLOCK:
    return read_block(text, o->block, p);
  case OPTION_SHARED:
    return read_number(name, text, INT32_MAX, &number, p) && (o->shared = (int64_t)number, true);
  case OPTION_SEED:
    return read_number(name, text, UINT64_MAX, &o->seed, p);
  case OPTION_THREADS:
    return read_number(name, text, 1024, &number, p) && (o->threads = (int)number, true);
  case OPTION_CHECK:
    return read_check(o, text, p);
  case OPTION_RTOL:
    return o->tolerance_given = read_tolerance(name, text, &o->tolerance.rtol, p);
  case OPTION_ATOL:
    return o->tolerance_given = read_tolerance(name, text, &o->tolerance.atol, p);
  case OPTION_PRINT:
    vec_push(p->arena, &o->prints) = (Named){text, NULL};
    return true;
  case OPTION_EMIT:
    return read_emit(o, text, p);
  case OPTION_REPORT:
    return o->report = true;
  case OPTION_BENCH:
    return o->bench = true;
  case OPTION_TIME:
    return o->time = true;
  case OPTION_JSON:
    return o->json = true;
  case OPTION_QUIET:
    return o->quiet = true;
  case OPTION_HELP:
    return o->help = true;
  case OPTION_VERSION:
    return o->version = true;
  case OPTION_COUNT:
    break;
  }
  return true;
}

/* The nearest long option; the dashes do not count as letters that agree. */
static bool unknown(const char *name, Problem *p)
{
  const char *names[OPTION_COUNT], *near = NULL;
  size_t n = 0;
  for (int i = 0; i < OPTION_COUNT; i++)
    if (option_forms[i].name[1] == '-')
      names[n++] = option_forms[i].name + 2;
  if (name[1] == '-')
    near = nearest_name(name + 2, names, n);
  const char *remedy = near ? arena_printf(p->arena, " (did you mean '--%s'?)", near) : "";
  return problem(p, TRI_USAGE, "unknown option %s%s; see tri-run --help", name, remedy);
}

/* Which option the argument is, and the value that is joined to it ("--grid=97", "-DBM=64"); OPTION_COUNT
 * where it is none. */
static OptionId find(const char *argument, const char **joined)
{
  for (int i = 0; i < OPTION_COUNT; i++) {
    const OptionForm *f = &option_forms[i];
    size_t n = strlen(f->name);
    bool is_long = f->name[1] == '-';
    *joined = NULL;
    if (!strcmp(argument, f->name))
      return (OptionId)i;
    if (is_long && !strncmp(argument, f->name, n) && argument[n] == '=')
      return *joined = argument + n + 1, (OptionId)i;
    if (f->letter && argument[0] == '-' && argument[1] == f->letter) {
      *joined = argument[2] ? argument + 2 : NULL;
      return (OptionId)i;
    }
  }
  return OPTION_COUNT;
}

/* Reads the option at arguments[*i], and its value, which may be the next one. */
static bool read_option(int n, char *const *arguments, int *i, Options *o, Problem *p)
{
  const char *joined, *argument = arguments[*i];
  OptionId id = find(argument, &joined);
  if (id == OPTION_COUNT)
    return unknown(arena_strndup(p->arena, argument, strcspn(argument, "=")), p);
  const OptionForm *f = &option_forms[id];
  if (!f->argument)
    return joined ? problem(p, TRI_USAGE, "%s takes no value, got '%s'", f->name, argument)
                  : apply(id, NULL, o, p);
  if (!joined && *i + 1 == n)
    return problem(p, TRI_USAGE, "%s: expected %s behind it", f->name, f->argument);
  return apply(id, joined ? joined : arguments[++*i], o, p);
}

static bool read_operand(const char *text, Options *o, Problem *p)
{
  Named n;
  if (split(p->arena, text, &n)) {
    for (size_t i = 0; i < o->specs.n; i++)
      if (!strcmp(o->specs.at[i].name, n.name))
        return problem(p, TRI_USAGE, "%s is given twice: '%s' and '%s'", n.name, o->specs.at[i].text, n.text);
    vec_push(p->arena, &o->specs) = n;
    return true;
  }
  if (o->file)
    return problem(p, TRI_USAGE, "one kernel file at a time: '%s' and '%s' (an argument is NAME=VALUE)",
                   o->file, text);
  o->file = text;
  return *text || problem(p, TRI_USAGE, "the kernel file's name is empty");
}

bool options_parse(int n, char *const *arguments, Options *o, Problem *p)
{
  bool only_operands = false;
  *o = (Options){.target = TRI_TARGET_SIM};
  for (int i = 0; i < n; i++)
    o->json |= !strcmp(arguments[i], "--json");
  for (int i = 0; i < n; i++) {
    const char *text = arguments[i];
    if (!only_operands && !strcmp(text, "--"))
      only_operands = true;
    else if (!(text[0] == '-' && text[1] && !only_operands ? read_option(n, arguments, &i, o, p)
                                                           : read_operand(text, o, p)))
      return false;
  }
  if (o->json && o->emit)
    return problem(p, TRI_USAGE, "--emit and --json exclude each other: --emit prints the kernel itself");
  if (o->check_ref && o->target == TRI_TARGET_REF)
    return problem(
        p, TRI_USAGE,
        "--check ref compares another target with the reference interpreter; leave --target ref out "
        "(a file of that name is ./ref)");
  if (o->check_sim && o->target_given && o->target == TRI_TARGET_SIM)
    return problem(p, TRI_USAGE,
                   "--check sim compares another target with the simulator; leave --target sim out, or say "
                   "--check ref (a file of that name is ./sim)");
  if (o->bench && o->target_given && o->target != TRI_TARGET_CUDA)
    return problem(p, TRI_USAGE,
                   "--bench times a GPU; what a kernel costs is counted on sim by --report, and how long "
                   "compiling and the run took is said by --time");
  if (o->emit &&
      (o->bench || o->check_ref || o->check_sim || o->checks.n || o->report || o->time || o->prints.n))
    return problem(p, TRI_USAGE,
                   "--emit does not run the kernel, so %s has nothing to tell; give it without --emit",
                   o->bench      ? "--bench"
                   : o->report   ? "--report"
                   : o->time     ? "--time"
                   : o->prints.n ? "--print"
                                 : "--check");
  if (o->report && o->target == TRI_TARGET_REF)
    return problem(p, TRI_USAGE, "--report tells of compiled code; with --target ref there is none");
  if (o->arch && o->target == TRI_TARGET_REF && o->emit < EMIT_STAGE)
    return problem(p, TRI_USAGE, "--arch: with --target ref nothing is compiled for %s", o->arch);
  return o->file || o->help || o->version ||
         problem(p, TRI_USAGE,
                 "which kernel? tri-run KERNEL.mlir|KERNEL.ptx [options] [ARG=SPEC …]; see tri-run --help");
}
