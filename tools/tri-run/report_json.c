#include "bench.h"
#include "element.h"
#include "report_cost.h"

#include <jansson.h>

enum { JSON_EDGE = 3 };

/* Adds value under the key unless there is none; json_object_set_new takes it over. */
static void set(json_t *object, const char *key, json_t *value) { json_object_set_new(object, key, value); }

/* Numbers are numbers; NaN and infinities, for which JSON has no number, are "nan", "inf", "-inf". */
static json_t *json_double(double d)
{
  return isnan(d) ? json_string("nan") : isinf(d) ? json_string(d < 0 ? "-inf" : "inf") : json_real(d);
}

static json_t *json_element(const Array *a, int64_t i)
{
  const void *at = array_at(a, i);
  if (type_is_float(a->type))
    return json_double(element_double(a->type, at));
  return a->type == TRI_I1 ? json_boolean(element_integer(a->type, at))
                           : json_integer(a->type == TRI_PTR ? (int64_t)element_bits(a->type, at)
                                                             : element_integer(a->type, at));
}

static json_t *json_elements(const Array *a, int64_t from, int64_t to)
{
  json_t *list = json_array();
  for (int64_t i = from; i < to; i++)
    json_array_append_new(list, json_element(a, i));
  return list;
}

static json_t *json_extents(const int64_t *extent, int n)
{
  json_t *list = json_array();
  for (int i = 0; i < n; i++)
    json_array_append_new(list, json_integer(extent[i]));
  return list;
}

static bool is_printed(const Argument *argument, const Options *o)
{
  for (size_t i = 0; i < o->prints.n; i++)
    if (!strcmp(o->prints.at[i].name, argument->parameter->name))
      return true;
  return false;
}

static json_t *json_argument(const Argument *argument, const Options *options)
{
  const TriParameter *q = argument->parameter;
  const Array *a = &argument->array;
  json_t *o = json_pack("{s:s, s:s}", "name", q->name, "spec", argument->spec.text);
  if (q->type != TRI_PTR) {
    set(o, "type", json_string(tri_type_name(q->type)));
    set(o, "value",
        argument->scalar.is_integer ? json_integer(argument->scalar.i) : json_double(argument->scalar.d));
    return o;
  }
  int64_t edge = a->count < JSON_EDGE ? a->count : JSON_EDGE;
  set(o, "type", json_string(tri_type_name(q->pointee)));
  set(o, "shape", json_extents(a->shape.extent, a->shape.rank));
  set(o, "written", json_boolean(q->is_written));
  set(o, "first", json_elements(a, 0, edge));
  set(o, "last", json_elements(a, a->count - edge, a->count));
  if (is_printed(argument, options))
    set(o, "elements", json_elements(a, 0, a->count));
  if (argument->output)
    set(o, "file", json_string(argument->spec.file));
  return o;
}

static json_t *json_arguments(const Arguments *arguments, const Options *options)
{
  json_t *list = json_array();
  for (size_t i = 0; i < arguments->n; i++)
    json_array_append_new(list, json_argument(&arguments->at[i], options));
  return list;
}

static json_t *json_params(const Arguments *arguments)
{
  json_t *o = json_object();
  for (size_t i = 0; i < arguments->n_params; i++)
    set(o, arguments->params[i].name, json_string(arguments->params[i].value));
  return o;
}

static json_t *json_check(Arena *arena, const Check *c)
{
  const Array *got = &c->argument->array;
  json_t *o =
      json_pack("{s:s, s:s, s:I, s:I}", "argument", c->argument->parameter->name, "against", c->against,
                "elements", (json_int_t)c->result.count, "differing", (json_int_t)c->result.differing);
  set(o, "rtol", json_double(c->tolerance.rtol));
  set(o, "atol", json_double(c->tolerance.atol));
  if (c->rule)
    set(o, "rule", json_string(c->rule));
  if (c->result.worst < 0)
    return o;
  set(o, "worst",
      json_pack("{s:s, s:o, s:o, s:o, s:o}", "index", index_text(arena, got->shape, c->result.worst), "got",
                json_element(got, c->result.worst), "expected", json_element(&c->want, c->result.worst),
                "distance", json_double(c->result.distance), "relative", json_double(c->result.relative)));
  return o;
}

/* What the simulator counted, by the names of TriCounters. */
static json_t *json_counters(const TriCounters *c)
{
  return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "instructions",
                   (json_int_t)c->instructions, "lane_instructions", (json_int_t)c->lane_instructions,
                   "global_requests", (json_int_t)c->global_requests, "global_sectors",
                   (json_int_t)c->global_sectors, "global_bytes", (json_int_t)c->global_bytes,
                   "shared_requests", (json_int_t)c->shared_requests, "shared_wavefronts",
                   (json_int_t)c->shared_wavefronts, "shared_excess", (json_int_t)c->shared_excess,
                   "barriers", (json_int_t)c->barriers);
}

static void add_run(json_t *o, Arena *arena, const Report *r)
{
  bool sim = r->options->target == TRI_TARGET_SIM, compiled = r->options->target != TRI_TARGET_REF;
  set(o, "file", json_string(r->file));
  set(o, "kernel", json_string(r->kernel));
  set(o, "target", json_string(target_name(r->options->target)));
  if (compiled)
    set(o, "arch", json_string(r->arch));
  set(o, "grid", json_extents(r->grid, 3));
  set(o, "programs", json_integer(r->stats.programs));
  set(o, "threads", json_integer(r->stats.threads));
  set(o, "seconds", json_real(r->stats.seconds));
  if (compiled)
    set(o, "compile_seconds", json_real(r->stats.compile_seconds));
  if (sim)
    set(o, "counters", json_counters(&r->stats.counters));
  if (r->cost)
    set(o, "cost", cost_json(r));
  if (r->bench)
    set(o, "bench", bench_json(r->bench));
  if (r->options->time)
    set(o, "time", time_json(r));
  set(o, "seed", json_integer((json_int_t)r->options->seed));
  set(o, "parameters", json_params(r->arguments));
  set(o, "arguments", json_arguments(r->arguments, r->options));
  json_t *checks = json_array();
  for (size_t i = 0; i < r->checks.n; i++)
    json_array_append_new(checks, json_check(arena, &r->checks.at[i]));
  set(o, "checks", checks);
}

bool report_json(FILE *f, Arena *arena, const Report *r, const Problem *p)
{
  json_t *o = json_pack("{s:i}", "exit", (int)p->status);
  if (p->message)
    set(o, "error", json_string(p->message));
  if (r)
    add_run(o, arena, r);
  bool ok = json_dumpf(o, f, JSON_INDENT(2)) == 0 && fputc('\n', f) != EOF;
  json_decref(o);
  return ok;
}
