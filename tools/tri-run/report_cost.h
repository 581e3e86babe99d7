/* --report and --time: what the code takes, what the run did, where the time went. */
#ifndef TRI_RUN_REPORT_COST_H
#define TRI_RUN_REPORT_COST_H

#include "report.h"

#include <jansson.h>

/* "cost" of a run on the simulator. */
void cost_print(FILE *f, Arena *a, const Report *r);
json_t *cost_json(const Report *r);

/* The phases of compiling and the run. */
void time_print(FILE *f, Arena *a, const Report *r);
json_t *time_json(const Report *r);

#endif
