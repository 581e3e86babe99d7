#include "Cuda/assemble.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 4096 };

/* ---- the log ---- */

/* Line n of the text, from 1; "" past its end. */
static const char *line_of(Arena *a, const char *text, long n)
{
  for (; n > 1 && text; n--) {
    text = strchr(text, '\n');
    text = text ? text + 1 : NULL;
  }
  return text ? arena_strndup(a, text, strcspn(text, "\n")) : "";
}

/* The op id of the last `// tri:N` at or above line n; 0 where there is none. */
static long op_above(const char *ptx, long n)
{
  long id = 0;
  for (long at = 1; ptx && *ptx && at <= n; at++) {
    size_t length = strcspn(ptx, "\n");
    const char *mark = memmem(ptx, length, "// tri:", 7);
    id = mark ? strtol(mark + 7, NULL, 10) : id;
    ptx += length;
    ptx += *ptx == '\n';
  }
  return id;
}

/* The source location of an op by the `// tri.meta:` line; "" where it is not known. */
static const char *location_of(Arena *a, const char *ptx, long op)
{
  static const char mark[] = "// tri.meta: ";
  const char *meta = strstr(ptx, mark);
  if (!meta || op <= 0)
    return "";
  meta += sizeof mark - 1;
  json_t *root = json_loadb(meta, strcspn(meta, "\n"), 0, NULL);
  json_t *kernel = json_array_get(json_object_get(root, "kernels"), 0);
  const char *text = json_string_value(json_array_get(json_object_get(kernel, "locations"), (size_t)op));
  text = text ? arena_strndup(a, text, strlen(text)) : "";
  json_decref(root);
  return text;
}

const char *cuda_explain_log(Arena *a, const char *log, const char *ptx)
{
  const char *out = "";
  while (*log) {
    size_t length = strcspn(log, "\n");
    const char *line = arena_strndup(a, log, length), *number = strstr(line, "line ");
    long n = number ? strtol(number + 5, NULL, 10) : 0;
    out = arena_printf(a, "%s\n  %s", out, line);
    if (n > 0) {
      const char *place = location_of(a, ptx, op_above(ptx, n));
      out = arena_printf(a, "%s\n    %s%s%s", out, line_of(a, ptx, n), *place ? "   from " : "", place);
    }
    log += length;
    log += *log == '\n';
  }
  return out;
}

/* ---- assembling ---- */

static bool link_ptx(const TriDevice *d, Arena *a, const char *ptx, const char *kernel, char *log,
                     Bytes *cubin)
{
  CudaEnum options[] = {CUDA_JIT_ERROR_LOG, CUDA_JIT_ERROR_LOG_BYTES};
  void *values[] = {log, (void *)(uintptr_t)(LOG_BYTES - 1)};
  CUlinkState link;
  void *image;
  size_t bytes;
  char *text = arena_strndup(a, ptx, strlen(ptx));
  if (!CU(d->cuda, LinkCreate(2, options, values, &link)))
    return false;
  bool ok =
      CU(d->cuda, LinkAddData(link, CUDA_JIT_INPUT_PTX, text, strlen(ptx) + 1, kernel, 0, NULL, NULL)) &&
      CU(d->cuda, LinkComplete(link, &image, &bytes));
  if (ok)
    *cubin = (Bytes){memcpy(arena_alloc(a, bytes), image, bytes), bytes};
  d->cuda->LinkDestroy(link);
  return ok;
}

bool cuda_assemble(const TriDevice *d, Arena *a, const char *ptx, const char *kernel, Bytes *cubin)
{
  char *log = arena_alloc(a, LOG_BYTES);
  if (link_ptx(d, a, ptx, kernel, log, cubin))
    return true;
  const char *why = arena_strndup(a, tri_device_error(), strlen(tri_device_error()));
  cuda_fail(cuda_status(), "the driver does not assemble the PTX of kernel '%s': %s%s", kernel, why,
            cuda_explain_log(a, log, ptx));
  return false;
}
