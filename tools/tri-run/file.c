#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_OUTPUTS = 64 };

struct Output {
  const char *path;         /* as the user wrote it */
  char *target;             /* where links lead; NULL where it is written in place */
  char *volatile temporary; /* NULL once it is gone */
  FILE *stream;
};

static Output outputs[MAX_OUTPUTS];
static volatile sig_atomic_t n_outputs;

/* ---- reading ---- */

static bool cannot(const char *verb, const char *path, Problem *p)
{
  return problem(p, TRI_USAGE, "cannot %s %s: %s", verb, path, strerror(errno));
}

static bool read_stream(FILE *f, const char *path, Text *text, Problem *p)
{
  size_t cap = 1 << 16, n = 0, got;
  char *at = arena_alloc(p->arena, cap);
  while ((got = fread(at + n, 1, cap - n - 1, f)) > 0) {
    n += got;
    if (cap - n < 2)
      at = arena_grow(p->arena, at, cap, cap * 2), cap *= 2;
  }
  if (ferror(f))
    return cannot("read", path, p);
  at[n] = 0;
  *text = (Text){at, n};
  return true;
}

bool file_read(const char *path, Text *text, Problem *p)
{
  if (!strcmp(path, "-"))
    return read_stream(stdin, "standard input", text, p);
  FILE *f = fopen(path, "rb");
  if (!f)
    return cannot("read", path, p);
  bool ok = read_stream(f, path, text, p);
  fclose(f);
  return ok;
}

/* ---- writing ---- */

void output_discard_all(void)
{
  for (int i = 0; i < n_outputs; i++)
    if (outputs[i].temporary)
      unlink(outputs[i].temporary);
}

static void on_signal(int number)
{
  output_discard_all();
  signal(number, SIG_DFL);
  raise(number);
}

static void watch_signals(void)
{
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (signal(signals[i], on_signal) == SIG_IGN)
      signal(signals[i], SIG_IGN);
}

static bool same_target(const char *a, const char *b) { return a && b && !strcmp(a, b); }

/* The path with links followed, also where the file itself is not there yet. */
static char *resolve(Arena *a, const char *path)
{
  char *real = realpath(path, NULL);
  const char *slash = strrchr(path, '/');
  const char *folder = slash ? arena_strndup(a, path, (size_t)(slash - path + 1)) : ".";
  char *real_folder = real ? NULL : realpath(folder, NULL);
  char *result = real          ? arena_printf(a, "%s", real)
                 : real_folder ? arena_printf(a, "%s/%s", real_folder, slash ? slash + 1 : path)
                               : arena_printf(a, "%s", path);
  free(real);
  free(real_folder);
  return result;
}

/* The permissions of the file that is replaced, or what a new file gets. */
static mode_t mode_for(const struct stat *old)
{
  mode_t mask = umask(0);
  umask(mask);
  return old ? old->st_mode & 07777 : 0666 & ~mask;
}

static FILE *open_temporary(Output *o, const struct stat *old, Arena *a)
{
  o->temporary = arena_printf(a, "%s.XXXXXX", o->target);
  int fd = mkstemp(o->temporary);
  if (fd < 0)
    return o->temporary = NULL, NULL;
  if (fchmod(fd, mode_for(old)) == 0)
    return fdopen(fd, "wb");
  close(fd);
  return NULL;
}

Output *output_open(const char *path, Problem *p)
{
  struct stat old;
  bool there = stat(path, &old) == 0, in_place = there && !S_ISREG(old.st_mode);
  if (n_outputs == 0)
    watch_signals();
  if (n_outputs == MAX_OUTPUTS)
    return problem(p, TRI_USAGE, "more than %d outputs", MAX_OUTPUTS), NULL;
  if ((there && S_ISDIR(old.st_mode)) || !*path || path[strlen(path) - 1] == '/')
    return problem(p, TRI_USAGE, "cannot write %s: it is a directory", *path ? path : "''"), NULL;
  Output *o = &outputs[n_outputs];
  *o = (Output){.path = path, .target = in_place ? NULL : resolve(p->arena, path)};
  for (int i = 0; i < n_outputs; i++)
    if (same_target(outputs[i].target, o->target))
      return problem(p, TRI_USAGE, "%s is written twice", path), NULL;
  if (there && !in_place && access(path, W_OK) != 0)
    return cannot("write", path, p), NULL;
  n_outputs++;
  o->stream = in_place ? fopen(path, "wb") : open_temporary(o, there ? &old : NULL, p->arena);
  return o->stream ? o : (cannot("write", path, p), NULL);
}

FILE *output_stream(Output *o) { return o->stream; }

bool output_commit(Output *o, Problem *p)
{
  bool bad = ferror(o->stream);
  bad |= fclose(o->stream) != 0;
  if (bad)
    return cannot("write", o->path, p);
  if (o->temporary && rename(o->temporary, o->target) != 0)
    return cannot("write", o->path, p);
  o->temporary = NULL;
  return true;
}

bool standard_output_arrived(Problem *p)
{
  bool bad = fflush(stdout) != 0;
  return !(bad | ferror(stdout)) || cannot("write", "standard output", p);
}
