#include "agree.h"
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TriStatus launch(TriCompiler *c, TriKernel *k, TriTarget target, Inputs *in, char error[512])
{
  const TriParameter *p;
  TriLaunch l = {.target = target, .grid = {2, 1, 1}, .args = in->args, .threads = 1};
  l.n_args = tri_kernel_parameters(k, &p);
  TriStatus s = tri_launch(k, &l, NULL);
  snprintf(error, 512, "%s", s == TRI_OK ? "" : tri_error(c));
  return s;
}

static bool says(const char *error, const char *word) { return strstr(error, word) != NULL; }

/* The op at which ref faulted is not in the code: what has a result that nobody needs may go, its faults with
 * it. */
static bool was_dropped(TriKernel *k, const char *error)
{
  size_t place = strcspn(error, " ");
  const TriCost *cost = tri_kernel_cost(k, NULL);
  for (size_t i = 0; cost && place && i < cost->n_accesses; i++)
    if (!strncmp(cost->accesses[i].place, error, place - 1))
      return false;
  return !says(error, " writes ");
}

void expect_agreement(TriCompiler *c, TriKernel *k)
{
  if (!tri_kernel_text(k, NULL, TRI_STAGE_PTX))
    return;
  Inputs ref, sim;
  char ref_error[512], sim_error[512];
  if (!make_inputs(k, AGREE_BUFFER_BYTES, &ref))
    return;
  make_inputs(k, AGREE_BUFFER_BYTES, &sim);
  TriStatus r = launch(c, k, TRI_TARGET_REF, &ref, ref_error),
            s = launch(c, k, TRI_TARGET_SIM, &sim, sim_error);
  if (getenv("TRI_PRINT"))
    printf("ref: %d %s\nsim: %d %s\n", r, ref_error, s, sim_error);
  bool excused = (s == TRI_OK && was_dropped(k, ref_error)) || says(ref_error, "undefined") ||
                 says(sim_error, "race") || r == TRI_USAGE ||
                 (s == TRI_COMPILE && !says(sim_error, "simulator")) || r == TRI_COMPILE;
  if (!excused && r != s) {
    fprintf(stderr, "ref: %d %s\nsim: %d %s\n", r, ref_error, s, sim_error);
    abort();
  }
  char difference[512];
  if (r == TRI_OK && s == TRI_OK && describe_difference(k, &ref, &sim, difference)) {
    fprintf(stderr, "ref and then sim: %s\n", difference);
    abort();
  }
  free_inputs(&ref);
  free_inputs(&sim);
}
