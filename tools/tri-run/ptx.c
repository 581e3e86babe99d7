#include "ptx.h"

#include <string.h>

static const char *behind_comments(const char *at)
{
  for (;;) {
    at += strspn(at, " \t\r\n");
    if (!strncmp(at, "//", 2)) {
      at += strcspn(at, "\n");
    } else if (!strncmp(at, "/*", 2)) {
      const char *end = strstr(at + 2, "*/");
      at = end ? end + 2 : at + strlen(at);
    } else {
      return at;
    }
  }
}

bool ptx_is(const char *name, Text text)
{
  size_t n = strlen(name);
  return (n > 4 && !strcmp(name + n - 4, ".ptx")) || *behind_comments(text.at) == '.';
}

bool ptx_check_options(const Options *o, Problem *p)
{
  if (o->defines.n)
    return problem(p, TRI_USAGE, "-D %s: %s is PTX, which has no template parameters", o->defines.at[0].name,
                   o->file);
  if (o->config)
    return problem(p, TRI_USAGE, "--config: %s is PTX, which has no configurations", o->file);
  if (o->arch)
    return problem(p, TRI_USAGE, "--arch: %s is PTX; what it was compiled for stands in it (.target)",
                   o->file);
  if (o->check_ref || o->target == TRI_TARGET_REF)
    return problem(p, TRI_USAGE, "%s: %s is PTX, and the reference interpreter runs MLIR",
                   o->check_ref ? "--check ref" : "--target ref", o->file);
  return true;
}

bool ptx_check_block(const TriKernel *k, const Options *o, Problem *p)
{
  int64_t block[3];
  tri_kernel_block(k, block);
  return block[0] || o->block[0] ||
         problem(p, TRI_USAGE,
                 "%s does not say how many threads a block of '%s' has (.reqntid); pass --block, such as "
                 "--block 128",
                 o->file, tri_kernel_name(k));
}
