/* The element types' facts, from the one table in tri/tri.h. */
#include "tri/tri.h"

#include <string.h>

static const struct {
  const char *name;
  int bytes;
} types[TRI_TYPE_COUNT] = {
#define X(name, text, bytes) [TRI_##name] = {text, bytes},
    TRI_TYPES(X)
#undef X
};

const char *tri_type_name(TriType t) { return types[t].name ? types[t].name : "?"; }
int tri_type_bytes(TriType t) { return types[t].bytes; }

TriType tri_type_named(const char *name)
{
  for (int t = TRI_NONE + 1; t < TRI_TYPE_COUNT; t++)
    if (strcmp(types[t].name, name) == 0)
      return (TriType)t;
  return TRI_NONE;
}
