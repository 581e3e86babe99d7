#include "Simulator/module.h"

#include <string.h>

typedef struct {
  const char *name;
  uint32_t bytes;
  TypeKind kind;
} TypeRow;

static const TypeRow rows[T_COUNT] = {
    [T_NONE] = {"none", 0, KIND_B},
#define X(id, name, bytes, kind) [T_##id] = {name, bytes, KIND_##kind},
#include "Simulator/types.def"
#undef X
};

const char *type_name(Type t) { return rows[t].name; }
uint32_t type_bytes(Type t) { return rows[t].bytes; }
TypeKind type_kind(Type t) { return rows[t].kind; }

Type type_find(const char *name, size_t n)
{
  for (Type t = 1; t < T_COUNT; t++)
    if (strlen(rows[t].name) == n && memcmp(rows[t].name, name, n) == 0)
      return t;
  return T_NONE;
}
