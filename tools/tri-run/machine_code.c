#include "machine_code.h"

#include "tri/device.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- tools ---- */

static const char *in_folder(Arena *a, const char *folder, size_t n, const char *tool)
{
  const char *path = arena_printf(a, "%.*s/%s", (int)n, folder, tool);
  return n && access(path, X_OK) == 0 ? path : NULL;
}

static const char *find_tool(Arena *a, const char *tool)
{
  const char *path = getenv("PATH"), *cuda = getenv("CUDA_HOME"), *found = NULL;
  while (path && *path && !found) {
    size_t n = strcspn(path, ":");
    found = in_folder(a, path, n, tool);
    path += n + (path[n] == ':');
  }
  if (!found && cuda)
    found = in_folder(a, cuda, strlen(cuda), arena_printf(a, "bin/%s", tool));
  return found ? found : in_folder(a, "/usr/local/cuda/bin", strlen("/usr/local/cuda/bin"), tool);
}

/* What a tool reads and writes. */
typedef struct {
  char *folder;
  const char *in, *made, *out, *log; /* out: standard output */
} Scratch;

static bool scratch_new(Scratch *s, Problem *p)
{
  const char *tmp = getenv("TMPDIR");
  s->folder = arena_printf(p->arena, "%s/tri-run.XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp(s->folder))
    return problem(p, TRI_DEVICE, "no folder for what the assembler reads can be made in %s; set TMPDIR",
                   tmp && *tmp ? tmp : "/tmp");
  s->in = arena_printf(p->arena, "%s/in", s->folder);
  s->made = arena_printf(p->arena, "%s/made", s->folder);
  s->out = arena_printf(p->arena, "%s/out", s->folder);
  s->log = arena_printf(p->arena, "%s/log", s->folder);
  return true;
}

static void scratch_free(const Scratch *s)
{
  unlink(s->in);
  unlink(s->made);
  unlink(s->out);
  unlink(s->log);
  rmdir(s->folder);
}

static bool write_input(const Scratch *s, Text text, Problem *p)
{
  FILE *f = fopen(s->in, "wb");
  bool ok = f && fwrite(text.at, 1, text.bytes, f) == text.bytes;
  ok = f && fclose(f) == 0 && ok;
  return ok || problem(p, TRI_DEVICE, "%s cannot be written", s->in);
}

/* Runs it, with the output file as its standard output and the log as its standard error. */
static bool run_tool(const Scratch *s, const char *const *argv, Problem *p)
{
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status = -1;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, s->out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, s->log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  char **arguments = arena_array(p->arena, char *, 8);
  for (int i = 0; argv[i]; i++)
    arguments[i] = arena_strndup(p->arena, argv[i], strlen(argv[i]));
  int error = posix_spawn(&child, argv[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    return problem(p, TRI_DEVICE, "%s does not start: %s", argv[0], strerror(error));
  waitpid(child, &status, 0);
  if (status == 0)
    return true;
  Text log = {"", 0};
  Problem unread = {.arena = p->arena};
  file_read(s->log, &log, &unread);
  return problem(p, TRI_DEVICE, "%s fails:\n%.*s", argv[0], (int)log.bytes, log.at);
}

/* ---- assembling ---- */

static bool assemble_with_ptxas(TriKernel *k, const char *arch, const char *ptx, Text *cubin, const char **by,
                                Problem *p)
{
  Scratch s;
  *by = find_tool(p->arena, "ptxas");
  if (!*by)
    return problem(
        p, TRI_DEVICE,
        "machine code for %s of kernel '%s' is made by a GPU's driver or by ptxas; there is neither a GPU "
        "that runs it (%s) nor a ptxas in PATH, $CUDA_HOME/bin or /usr/local/cuda/bin",
        arch, tri_kernel_name(k), tri_device_error());
  if (!scratch_new(&s, p))
    return false;
  const char *argv[] = {*by, arena_printf(p->arena, "-arch=%s", arch), "-lineinfo", "-o", s.made, s.in, NULL};
  bool ok =
      write_input(&s, (Text){ptx, strlen(ptx)}, p) && run_tool(&s, argv, p) && file_read(s.made, cubin, p);
  scratch_free(&s);
  return ok;
}

static bool assemble_with_driver(TriCompiler *c, TriKernel *k, TriDevice *d, Text *cubin, Problem *p)
{
  TriFunction *f = tri_kernel_load(k, d, NULL, 0);
  if (!f)
    return problem(p, tri_status(c), "%s", tri_error(c));
  TriFunctionInfo info = tri_function_info(f, NULL, 0);
  *cubin = (Text){arena_strndup(p->arena, info.cubin, info.cubin_bytes), info.cubin_bytes};
  tri_function_free(f);
  return true;
}

bool machine_code(TriCompiler *c, TriKernel *k, const char *arch, Text *cubin, const char **by, Problem *p)
{
  TriDevice *d = tri_device_count() > 0 ? tri_device_open(0) : NULL;
  const TriDeviceInfo *info = d ? tri_device_info(d) : NULL;
  bool ok;
  if (info && (!arch || !strcmp(arch, info->arch))) {
    *by = arena_printf(p->arena, "the driver of %s", info->name);
    ok = assemble_with_driver(c, k, d, cubin, p);
  } else {
    const char *ptx = tri_kernel_text(k, arch, TRI_STAGE_PTX);
    ok = ptx ? assemble_with_ptxas(k, arch ? arch : "sm_90a", ptx, cubin, by, p)
             : problem(p, tri_status(c), "%s", tri_error(c));
  }
  if (d)
    tri_device_close(d);
  return ok;
}

bool machine_code_text(Text cubin, Text *sass, Problem *p)
{
  Scratch s;
  const char *cuobjdump = find_tool(p->arena, "cuobjdump");
  const char *tool = cuobjdump ? cuobjdump : find_tool(p->arena, "nvdisasm");
  if (!tool)
    return problem(p, TRI_DEVICE,
                   "--emit sass needs cuobjdump or nvdisasm of the CUDA toolkit, in PATH, $CUDA_HOME/bin or "
                   "/usr/local/cuda/bin; --emit cubin does without");
  if (!scratch_new(&s, p))
    return false;
  const char *argv[] = {tool, cuobjdump ? "--dump-sass" : "--print-code", s.in, NULL};
  bool ok = write_input(&s, cubin, p) && run_tool(&s, argv, p) && file_read(s.out, sass, p);
  scratch_free(&s);
  return ok;
}
