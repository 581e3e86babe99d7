/* tri-run: compiles a kernel file, fills its arguments, runs it and shows what came out. See docs/tri-run.md.
 *
 * The order is the promise: everything the user gave is looked at before the kernel runs (options, kernel,
 * arguments, grid, files to compare with, files to write); then it runs; only then are files put in place. */
#include "bench.h"
#include "checks.h"
#include "help.h"
#include "machine_code.h"
#include "print.h"
#include "ptx.h"

#include "programs.h"

#include "tri/device.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All of one run. */
typedef struct {
  Arena arena;
  Problem problem;
  Options options;
  TriCompiler *compiler;
  TriModule *module;
  TriKernel *kernel;
  Arguments arguments;
  Report report;
  Bench bench;
  TriDevice *device; /* of --target cuda; NULL also where none can be opened, which the launch then says */
  bool ran;
  Output *output;
  FILE *out; /* where the result goes */
} Run;

__attribute__((format(printf, 2, 3))) static void note(const Run *r, const char *format, ...)
{
  if (r->options.quiet)
    return;
  va_list args;
  va_start(args, format);
  fprintf(stderr, "tri-run: ");
  vfprintf(stderr, format, args);
  fprintf(stderr, "\n");
  va_end(args);
}

/* What libtri says went wrong becomes the problem. */
static bool library_failed(Run *r)
{
  const char *error = tri_error(r->compiler);
  size_t n = strlen(error);
  while (n && error[n - 1] == '\n')
    n--;
  return problem(&r->problem, tri_status(r->compiler), "%.*s", (int)n, error);
}

static bool open_output(Run *r)
{
  r->out = stdout;
  if (!r->options.out)
    return true;
  r->output = output_open(r->options.out, &r->problem);
  if (r->output)
    r->out = output_stream(r->output);
  return r->output;
}

/* An error for an --arch that is none, before anything is compiled. */
static bool check_arch(Run *r)
{
  const char *const *names = tri_arch_names(), *arch = r->options.arch, *list = "";
  size_t n = 0;
  for (; names[n]; n++) {
    if (!arch || !strcmp(arch, names[n]))
      return true;
    list = arena_printf(&r->arena, "%s%s%s", list, n ? ", " : "", names[n]);
  }
  return problem(&r->problem, TRI_USAGE, "--arch: expected one of %s, got '%s'%s", list, arch,
                 suggestion(&r->arena, arch, names, n));
}

static bool is_defined(const DefineList *defines, const char *name)
{
  for (size_t i = 0; i < defines->n; i++)
    if (!strcmp(defines->at[i].name, name))
      return true;
  return false;
}

/* Adds the settings of "BM=256 num_warps=8" that the command line does not make itself. */
static void add_settings(Arena *a, const char *config, const DefineList *given, DefineList *defines)
{
  while (*config) {
    size_t n = strcspn(config, " "), name = strcspn(config, "=");
    TriDefine d = {arena_strndup(a, config, name), arena_strndup(a, config + name + 1, n - name - 1)};
    if (!is_defined(given, d.name))
      vec_push(a, defines) = d;
    config += n + (config[n] == ' ');
  }
}

/* The module again, under configuration --config. */
static bool parse_configured(Run *r, Text text, const char *name)
{
  const Options *o = &r->options;
  const char *const *configs;
  size_t n = tri_module_configs(r->module, &configs);
  if ((size_t)o->config > n)
    return problem(&r->problem, TRI_USAGE, "--config %d: %s has %zu configurations (tri-config: lines)",
                   o->config, name, n);
  DefineList defines = {0};
  for (size_t i = 0; i < o->defines.n; i++)
    vec_push(&r->arena, &defines) = o->defines.at[i];
  add_settings(&r->arena, configs[o->config - 1], &o->defines, &defines);
  r->module = tri_module_parse(r->compiler, text.at, text.bytes, name, defines.at, defines.n);
  r->report.arch = o->arch ? o->arch : "sm_90a";
  return r->module || library_failed(r);
}

static bool parse(Run *r)
{
  const Options *o = &r->options;
  Text text;
  if (!file_read(o->file, &text, &r->problem))
    return false;
  r->compiler = tri_compiler_new();
  if (!r->compiler)
    return problem(&r->problem, TRI_DEVICE, "no memory for a compiler");
  const char *name = strcmp(o->file, "-") ? o->file : "<stdin>";
  if (ptx_is(name, text)) {
    if (!ptx_check_options(o, &r->problem))
      return false;
    r->module = tri_module_parse_ptx(r->compiler, text.at, text.bytes, name);
  } else {
    r->module = tri_module_parse(r->compiler, text.at, text.bytes, name, o->defines.at, o->defines.n);
    if (r->module && o->config)
      return parse_configured(r, text, name);
  }
  r->report.arch = !r->module                   ? NULL
                   : tri_module_arch(r->module) ? tri_module_arch(r->module)
                   : o->arch                    ? o->arch
                                                : "sm_90a";
  return r->module || library_failed(r);
}

static bool choose_kernel(Run *r)
{
  r->kernel = tri_module_kernel(r->module, r->options.kernel);
  if (!r->kernel)
    return library_failed(r);
  size_t n = tri_module_kernel_count(r->module);
  if (n > 1 && !r->options.kernel)
    note(r, "%s has %zu kernels; this is %s (--kernel NAME chooses)", r->options.file, n,
         tri_kernel_name(r->kernel));
  r->report.kernel = tri_kernel_name(r->kernel);
  return true;
}

static bool emit_machine_code(Run *r)
{
  Text code;
  const char *by, *of_ptx = tri_module_arch(r->module);
  if (!choose_kernel(r) ||
      !machine_code(r->compiler, r->kernel, of_ptx ? of_ptx : r->options.arch, &code, &by, &r->problem))
    return false;
  note(r, "assembled by %s", by);
  if (r->options.emit == EMIT_SASS && !machine_code_text(code, &code, &r->problem))
    return false;
  fwrite(code.at, 1, code.bytes, r->out);
  return true;
}

static bool emit(Run *r)
{
  Emit what = r->options.emit;
  if (what == EMIT_CUBIN && r->out == stdout && isatty(STDOUT_FILENO))
    return problem(&r->problem, TRI_USAGE,
                   "--emit cubin is no text for a terminal; write it to a file with -o");
  if (what >= EMIT_CUBIN)
    return emit_machine_code(r);
  if (what >= EMIT_STAGE && !choose_kernel(r))
    return false;
  const char *text = what == EMIT_TEXT ? tri_module_text(r->module)
                     : what == EMIT_TRI
                         ? tri_module_ir(r->module)
                         : tri_kernel_text(r->kernel, r->options.arch, (TriStage)(what - EMIT_STAGE));
  if (!text)
    return library_failed(r);
  fputs(text, r->out);
  return true;
}

static bool check_grid(Run *r, const char *what)
{
  for (int i = 0; i < 3; i++) {
    long long extent = r->report.grid[i], limit = tri_grid_limit(i);
    if (extent < 0)
      return problem(&r->problem, TRI_USAGE, "%s: the extent along %c is negative: %lld", what, "xyz"[i],
                     extent);
    if (extent > limit)
      return problem(&r->problem, TRI_USAGE, "%s: the extent along %c is %lld; at most %lld fit", what,
                     "xyz"[i], extent, limit);
  }
  return true;
}

static bool find_grid(Run *r)
{
  const char *given = r->options.grid, *text = given ? given : tri_kernel_grid(r->kernel);
  const char *what = given ? "--grid" : "tri.grid";
  if (!text)
    return problem(&r->problem, TRI_USAGE,
                   "the kernel has no tri.grid, so --grid is needed, such as --grid 64");
  return names_evaluate_grid(arguments_names(&r->arguments), what, text, r->report.grid, &r->problem) &&
         check_grid(r, what);
}

static bool check_prints(Run *r)
{
  for (size_t i = 0; i < r->options.prints.n; i++) {
    const char *name = r->options.prints.at[i].name;
    const Argument *a = argument_named(&r->arguments, name);
    if (!a)
      return no_such_argument(&r->arguments, "--print", name);
  }
  return true;
}

static bool choose_block(Run *r)
{
  const Options *o = &r->options;
  if (tri_module_arch(r->module))
    return ptx_check_block(r->kernel, o, &r->problem);
  return (!o->block[0] && !o->shared) ||
         problem(&r->problem, TRI_USAGE,
                 "%s: the compiler chooses that of a kernel in MLIR; it goes with a PTX file",
                 o->block[0] ? "--block" : "--shared");
}

static bool prepare(Run *r)
{
  return choose_kernel(r) && choose_block(r) &&
         arguments_bind(&r->arguments, r->kernel, r->module, &r->options, &r->problem) && find_grid(r) &&
         check_prints(r) &&
         (!r->options.bench || bench_prepare(r->kernel, &r->arguments, &r->bench, &r->problem)) &&
         checks_prepare(&r->arguments, &r->options, &r->report.checks) &&
         arguments_open_outputs(&r->arguments);
}

static bool guards_hold(Run *r)
{
  for (size_t i = 0; i < r->arguments.n; i++) {
    const Argument *a = &r->arguments.at[i];
    if (a->array.block && !array_guards_hold(&a->array))
      return problem(&r->problem, TRI_FAULT, "%s: memory beside the buffer was written", a->parameter->name);
  }
  return true;
}

/* What --report and --time tell beyond the run. */
static bool measure(Run *r)
{
  const Options *o = &r->options;
  bool from_mlir = !tri_module_arch(r->module);
  if (o->report && !(r->report.cost = tri_kernel_cost(r->kernel, o->arch)))
    return library_failed(r);
  for (int i = 0; i < 3 && r->report.cost; i++)
    r->report.block[i] = r->report.cost->threads[i] ? r->report.cost->threads[i]
                         : o->block[i]              ? o->block[i]
                                                    : 1;
  if (o->time && from_mlir && o->target != TRI_TARGET_REF)
    r->report.phases = tri_kernel_seconds(r->kernel, o->arch);
  return true;
}

/* Opens the GPU, for all that this run does on it: making its context takes a tenth of a second. Code is for
 * the GPU that runs it. */
static void open_device(Run *r)
{
  r->device = r->options.target == TRI_TARGET_CUDA ? tri_device_open(0) : NULL;
  if (r->device && !r->options.arch && !tri_module_arch(r->module))
    r->options.arch = r->report.arch = tri_device_info(r->device)->arch;
}

/* Without --target: the interpreter for what is not compiled yet, unless something is asked that only
 * compiled code has; else a GPU where there is one (for kernels whose cost nobody asked the simulator for),
 * else the simulator. */
static void choose_target(Run *r)
{
  Options *o = &r->options;
  const char *missing = NULL;
  bool may_use_gpu = !tri_module_arch(r->module) && !o->report && !o->arch;
  if (o->target_given)
    return open_device(r);
  if (may_use_gpu && !o->bench && !tri_kernel_compiles(r->kernel, &missing))
    o->target = TRI_TARGET_REF;
  else if (o->bench || (may_use_gpu && tri_device_count() > 0))
    o->target = TRI_TARGET_CUDA;
  open_device(r);
  if (missing)
    note(r, "running on the reference interpreter (--target ref): %s", missing);
  else
    note(r, o->target == TRI_TARGET_CUDA ? "running on the GPU (--target cuda)"
                                         : "running on the PTX simulator (--target sim)");
}

/* Whether the comparison with the target is asked for and the run is not on it already, which a note says. */
static bool compares_with(bool asked, TriTarget reference, TriTarget target)
{
  if (asked && target == reference)
    fprintf(stderr, "tri-run: warning: --check %s: that is what it ran on, so nothing was compared\n",
            target_name(reference));
  return asked && target != reference;
}

static bool run_references(Run *r, const TriLaunch *l)
{
  const TriTarget references[] = {TRI_TARGET_REF, TRI_TARGET_SIM};
  const bool asked[] = {r->options.check_ref, r->options.check_sim};
  for (int i = 0; i < 2; i++)
    if (compares_with(asked[i], references[i], l->target) &&
        checks_run_reference(r->kernel, &r->arguments, l, references[i], &r->report.checks) != TRI_OK)
      return library_failed(r);
  return true;
}

static bool launch(Run *r)
{
  TriArg *args = arena_array(&r->arena, TriArg, r->arguments.n);
  if (!arguments_fill(&r->arguments, args))
    return false;
  choose_target(r);
  TriLaunch l = {.target = r->options.target,
                 .arch = r->options.arch,
                 .args = args,
                 .n_args = r->arguments.n,
                 .threads = r->options.threads,
                 .shared = r->options.shared};
  memcpy(l.grid, r->report.grid, sizeof l.grid);
  memcpy(l.block, r->options.block, sizeof l.block);
  if (!run_references(r, &l))
    return false;
  if (tri_launch(r->kernel, &l, &r->report.stats) != TRI_OK)
    return library_failed(r);
  r->ran = true;
  if (!guards_hold(r) || !measure(r))
    return false;
  if (!r->options.bench || !r->report.stats.programs)
    return true;
  r->report.bench = &r->bench;
  return bench_run(r->kernel, &l, &r->bench, &r->problem);
}

static void print_buffers(Run *r)
{
  for (size_t i = 0; i < r->options.prints.n; i++) {
    const char *name = r->options.prints.at[i].name;
    const Argument *a = argument_named(&r->arguments, name);
    if (a->parameter->type != TRI_PTR) {
      fprintf(r->out, "%s = %s\n", name, scalar_text(&r->arena, a));
      continue;
    }
    fprintf(r->out, "%s =\n", name);
    array_print(r->out, &a->array, a->poisoned);
  }
}

/* After the run: the result, the files, the comparisons. JSON comes last, from main. */
static bool finish(Run *r)
{
  checks_choose_rules(r->kernel, &r->options, &r->arena, &r->report.checks);
  bool agree = checks_run(&r->report.checks, &r->problem);
  if (!r->options.quiet && !r->options.json)
    report_print(r->out, &r->arena, &r->report);
  if (!r->options.json)
    print_buffers(r);
  Problem writing = {.arena = &r->arena};
  r->arguments.p = &writing;
  if (!arguments_write(&r->arguments))
    r->problem = writing;
  return agree && !writing.message;
}

static bool run(Run *r)
{
  if (!check_arch(r) || !open_output(r) || !parse(r))
    return false;
  r->report.file = r->options.file;
  r->report.options = &r->options;
  r->report.arguments = &r->arguments;
  return r->options.emit ? emit(r) : prepare(r) && launch(r) && finish(r);
}

/* The result's last word: JSON, the file of -o, standard output. */
static void close_result(Run *r)
{
  Problem writing = {.arena = &r->arena};
  if (r->options.json)
    report_json(r->out ? r->out : stdout, &r->arena, r->ran ? &r->report : NULL, &r->problem);
  bool keep =
      r->output && (r->options.json || r->problem.status == TRI_OK || r->problem.status == TRI_CHECK_FAILED);
  if ((keep && !output_commit(r->output, &writing)) || !standard_output_arrived(&writing))
    r->problem = writing;
  output_discard_all();
}

static void free_run(Run *r)
{
  checks_free(&r->report.checks);
  arguments_free(&r->arguments);
  tri_compiler_free(r->compiler);
  tri_device_close(r->device);
  arena_free(&r->arena);
}

int tri_run_main(int argc, char **argv)
{
  Run r = {0};
  r.problem.arena = &r.arena;
  bool ok = options_parse(argc - 1, argv + 1, &r.options, &r.problem);
  if (ok && r.options.help)
    help_print(stdout);
  else if (ok && r.options.version)
    printf("tri-run " TRI_VERSION "\n");
  else if (ok)
    run(&r);
  bool page = ok && (r.options.help || r.options.version);
  if (page)
    r.options.json = false;
  close_result(&r);
  if (r.problem.message)
    fprintf(stderr, "tri-run: %s\n", r.problem.message);
  TriStatus status = r.problem.status;
  free_run(&r);
  return (int)status;
}
