#include "report_cost.h"

enum { SECTOR = 32, LANES = 32 };

static double ratio(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

/* Sectors per request that the bytes would take if they lay side by side and nothing else was touched. */
static double least_sectors(const TriCounters *c)
{
  return ratio(c->global_bytes, c->global_requests * SECTOR);
}

static void print_code(FILE *f, const Report *r)
{
  const TriCost *c = r->cost;
  const int64_t *t = r->block;
  fprintf(f, "  block         %lld×%lld×%lld threads, %d registers declared in PTX", (long long)t[0],
          (long long)t[1], (long long)t[2], c->registers);
  if (c->local_bytes)
    fprintf(f, ", %lld bytes of local memory a thread", (long long)c->local_bytes);
  fprintf(f, "\n  shared        %lld bytes static, %lld dynamic\n", (long long)c->static_shared,
          (long long)(r->options->shared ? r->options->shared : c->dynamic_shared));
}

static void print_instructions(FILE *f, const TriCounters *c)
{
  fprintf(f, "  instructions  %llu of warps, %llu of lanes: %.1f lanes of %d active\n",
          (unsigned long long)c->instructions, (unsigned long long)c->lane_instructions,
          ratio(c->lane_instructions, c->instructions), LANES);
  const char *before = "               ";
  for (int i = 0; i < TRI_INSTRUCTIONS_COUNT; i++)
    if (c->by_class[i]) {
      fprintf(f, "%s %s %.1f %%", before, tri_instruction_class_name((TriInstructionClass)i),
              100 * ratio(c->by_class[i], c->instructions));
      before = ",";
    }
  fprintf(f, "\n");
}

static void print_memory(FILE *f, const TriCounters *c)
{
  fprintf(f, "  global        %llu bytes in %llu requests, %llu sectors: %.2f a request, at least %.2f\n",
          (unsigned long long)c->global_bytes, (unsigned long long)c->global_requests,
          (unsigned long long)c->global_sectors, ratio(c->global_sectors, c->global_requests),
          least_sectors(c));
  if (c->shared_requests)
    fprintf(f, "  shared        %llu bytes in %llu requests, %llu wavefronts, %llu of them bank conflicts\n",
            (unsigned long long)c->shared_bytes, (unsigned long long)c->shared_requests,
            (unsigned long long)c->shared_wavefronts, (unsigned long long)c->shared_excess);
  fprintf(f, "  barriers      %llu\n", (unsigned long long)c->barriers);
}

static void print_accesses(FILE *f, const TriCost *c)
{
  for (size_t i = 0; i < c->n_accesses; i++) {
    const TriAccess *x = &c->accesses[i];
    fprintf(f, "  %-6s        %d bits a thread, %d instruction%s: %s\n", x->what, x->bits, x->count,
            x->count == 1 ? "" : "s", x->place);
  }
}

void cost_print(FILE *f, Arena *a, const Report *r)
{
  (void)a;
  fprintf(f, "cost on sim (%s)\n", r->arch);
  print_code(f, r);
  print_instructions(f, &r->stats.counters);
  print_memory(f, &r->stats.counters);
  print_accesses(f, r->cost);
}

json_t *cost_json(const Report *r)
{
  const TriCost *c = r->cost;
  const TriCounters *k = &r->stats.counters;
  json_t *accesses = json_array(), *classes = json_object();
  for (size_t i = 0; i < c->n_accesses; i++)
    json_array_append_new(accesses, json_pack("{s:s, s:s, s:i, s:i}", "place", c->accesses[i].place, "what",
                                              c->accesses[i].what, "bits", c->accesses[i].bits,
                                              "instructions", c->accesses[i].count));
  for (int i = 0; i < TRI_INSTRUCTIONS_COUNT; i++)
    json_object_set_new(classes, tri_instruction_class_name((TriInstructionClass)i),
                        json_integer((json_int_t)k->by_class[i]));
  return json_pack("{s:[I, I, I], s:i, s:I, s:I, s:I, s:o, s:f, s:f, s:o}", "block", (json_int_t)r->block[0],
                   (json_int_t)r->block[1], (json_int_t)r->block[2], "registers", c->registers,
                   "static_shared", (json_int_t)c->static_shared, "dynamic_shared",
                   (json_int_t)(r->options->shared ? r->options->shared : c->dynamic_shared), "local_bytes",
                   (json_int_t)c->local_bytes, "instructions", classes, "sectors_per_request",
                   ratio(k->global_sectors, k->global_requests), "least_sectors_per_request",
                   least_sectors(k), "accesses", accesses);
}

/* ---- time ---- */

void time_print(FILE *f, Arena *a, const Report *r)
{
  double sum = 0;
  fprintf(f, "time\n");
  for (int i = 0; r->phases && i < TRI_PHASE_COUNT; i++) {
    fprintf(f, "  %-10s %10s\n", tri_phase_name((TriPhase)i), time_text(a, r->phases[i]));
    sum += r->phases[i];
  }
  if (r->phases)
    fprintf(f, "  %-10s %10s\n", "compile", time_text(a, sum));
  fprintf(f, "  %-10s %10s\n", "run", time_text(a, r->stats.seconds));
}

json_t *time_json(const Report *r)
{
  json_t *o = json_object();
  for (int i = 0; r->phases && i < TRI_PHASE_COUNT; i++)
    json_object_set_new(o, tri_phase_name((TriPhase)i), json_real(r->phases[i]));
  json_object_set_new(o, "run", json_real(r->stats.seconds));
  return o;
}
