#include "Target/metadata.h"
#include "Support/ir.h"
#include "mlir-c/Dialect/LLVM.h"

#include <jansson.h>
#include <string.h>

enum { VERSION = 1, TENSOR_MAP_BYTES = 128, TENSOR_MAP_ALIGN = 64 };

static json_t *to_json(MlirAttribute a);

/* An empty MlirStringRef may have no data. */
static json_t *text_json(MlirStringRef s) { return json_stringn_nocheck(s.length ? s.data : "", s.length); }

static json_t *array_json(MlirAttribute a)
{
  json_t *all = json_array();
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(a); i++)
    json_array_append_new(all, to_json(mlirArrayAttrGetElement(a, i)));
  return all;
}

static json_t *dictionary_json(MlirAttribute a)
{
  json_t *all = json_object();
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(a); i++) {
    MlirNamedAttribute e = mlirDictionaryAttrGetElement(a, i);
    Arena names = {0};
    MlirStringRef name = mlirIdentifierStr(e.name);
    json_object_set_new_nocheck(all, arena_strndup(&names, name.data, name.length), to_json(e.attribute));
    arena_free(&names);
  }
  return all;
}

static json_t *to_json(MlirAttribute a)
{
  if (mlirAttributeIsADictionary(a))
    return dictionary_json(a);
  if (mlirAttributeIsAArray(a))
    return array_json(a);
  if (mlirAttributeIsAString(a))
    return text_json(mlirStringAttrGetValue(a));
  if (mlirAttributeIsAInteger(a))
    return json_integer(int_of(a, 0));
  if (mlirAttributeIsABool(a))
    return json_boolean(mlirBoolAttrGetValue(a));
  return json_true(); /* unit */
}

/* Bytes of a parameter of this type; 0 for a type that no kernel takes. */
static int64_t size_of(MlirType t)
{
  if (mlirTypeIsALLVMPointerType(t) || mlirTypeIsAF64(t))
    return 8;
  if (mlirTypeIsAF32(t))
    return 4;
  if (mlirTypeIsAF16(t) || mlirTypeIsABF16(t))
    return 2;
  return mlirTypeIsAInteger(t) ? (mlirIntegerTypeGetWidth(t) + 7) / 8 : 0;
}

/* The argument's own entry, or an empty one. */
static json_t *entry_json(MlirAttribute launch, intptr_t i)
{
  MlirAttribute args = {NULL};
  if (!is_null(launch))
    args = mlirDictionaryAttrGetElementByName(launch, str("args"));
  bool found = !is_null(args) && mlirAttributeIsAArray(args) && i < mlirArrayAttrGetNumElements(args);
  return found ? to_json(mlirArrayAttrGetElement(args, i)) : json_object();
}

static int64_t round_up(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

/* Places argument i after offset *at; NULL where its type has no size. */
static json_t *argument_json(MlirOperation kernel, MlirAttribute launch, intptr_t i, int64_t *at)
{
  json_t *arg = entry_json(launch, i);
  bool map = !is_null(arg_attr(kernel, i, "llvm.byval"));
  int64_t size = map ? TENSOR_MAP_BYTES : size_of(type_of(block_arg(body_of(kernel), i)));
  if (!require(kernel, size > 0, "takes argument %ld of a type that a launch cannot pass", (long)i)) {
    json_decref(arg);
    return NULL;
  }
  int64_t offset = round_up(*at, map ? TENSOR_MAP_ALIGN : size);
  *at = offset + size;
  json_object_set_new(arg, "offset", json_integer(offset));
  json_object_set_new(arg, "size", json_integer(size));
  return arg;
}

static bool add_arguments(json_t *k, MlirOperation kernel, MlirAttribute launch)
{
  json_t *args = json_array();
  json_object_set_new(k, "args", args);
  int64_t at = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body_of(kernel)); i++) {
    json_t *arg = argument_json(kernel, launch, i, &at);
    if (!arg)
      return false;
    json_array_append_new(args, arg);
  }
  json_object_set_new(k, "param_bytes", json_integer(at));
  return true;
}

static int64_t launch_int(MlirAttribute launch, const char *name, int64_t otherwise)
{
  return is_null(launch) ? otherwise
                         : int_of(mlirDictionaryAttrGetElementByName(launch, str(name)), otherwise);
}

/* A text of the launch by its name; no data where there is none. */
static MlirStringRef launch_text(MlirAttribute launch, const char *name)
{
  MlirAttribute none = {NULL};
  return text_of(is_null(launch) ? none : mlirDictionaryAttrGetElementByName(launch, str(name)));
}

/* A list of the launch by its name; empty where there is none. */
static json_t *launch_list(MlirAttribute launch, const char *name)
{
  MlirAttribute list = {NULL};
  if (!is_null(launch))
    list = mlirDictionaryAttrGetElementByName(launch, str(name));
  return !is_null(list) && mlirAttributeIsAArray(list) ? array_json(list) : json_array();
}

static json_t *threads_json(MlirOperation kernel)
{
  json_t *threads = json_array();
  MlirAttribute size = attr_of(kernel, "nvvm.reqntid");
  for (int i = 0; i < 3; i++)
    json_array_append_new(threads, json_integer(is_null(size) ? 0 : mlirDenseI32ArrayGetElement(size, i)));
  return threads;
}

static json_t *kernel_json(MlirOperation kernel)
{
  MlirAttribute launch = attr_of(kernel, "tri.launch");
  json_t *k = json_object();
  json_object_set_new(k, "name", text_json(text_of(attr_of(kernel, "sym_name"))));
  if (!add_arguments(k, kernel, launch)) {
    json_decref(k);
    return NULL;
  }
  static const char *const expressions[] = {"grid", "bytes", "flops"};
  for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
    MlirStringRef text = launch_text(launch, expressions[i]);
    if (text.data)
      json_object_set_new(k, expressions[i], text_json(text));
  }
  json_object_set_new(k, "threads", threads_json(kernel));
  json_object_set_new(k, "shared", json_integer(launch_int(launch, "shared", 0)));
  json_object_set_new(k, "cluster",
                      json_pack("[I, i, i]", (json_int_t)launch_int(launch, "num_ctas", 1), 1, 1));
  json_object_set_new(k, "max_registers", json_integer(launch_int(launch, "max_registers", 0)));
  json_object_set_new(k, "hidden", launch_list(launch, "hidden"));
  json_t *debug = launch_list(launch, "debug");
  if (json_array_size(debug))
    json_object_set(k, "debug", debug);
  json_decref(debug);
  json_object_set_new(k, "locations", launch_list(launch, "locations"));
  return k;
}

static bool is_kernel_func(MlirOperation op) { return is_op(op, "llvm.func") && has_attr(op, "nvvm.kernel"); }

static json_t *kernels_json(MlirOperation gpu_module)
{
  json_t *all = json_array();
  foreach_op(op, body_of(gpu_module))
  {
    json_t *k = is_kernel_func(op) ? kernel_json(op) : NULL;
    if (k)
      json_array_append_new(all, k);
    else if (is_kernel_func(op)) {
      json_decref(all);
      return NULL;
    }
  }
  return all;
}

char *metadata_text(Arena *a, MlirOperation gpu_module, const Target *target)
{
  json_t *kernels = kernels_json(gpu_module);
  if (!kernels)
    return NULL;
  json_t *all = json_object();
  json_object_set_new(all, "version", json_integer(VERSION));
  json_object_set_new(all, "arch", json_string(target->name));
  json_object_set_new(all, "kernels", kernels);
  char *text = json_dumps(all, JSON_ENSURE_ASCII);
  char *kept = text ? arena_strndup(a, text, strlen(text)) : NULL;
  free(text);
  json_decref(all);
  return kept;
}
