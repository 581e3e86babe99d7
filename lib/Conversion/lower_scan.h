/* tri.scan inside: the state of one scan, and its parts.
 *
 *   lower_scan.c          runs and registers above them
 *   lower_scan_threads.c  lanes and warps */
#ifndef TRI_CONVERSION_LOWER_SCAN_H
#define TRI_CONVERSION_LOWER_SCAN_H

#include "Conversion/lower_fold.h"

typedef enum { NEVER, SOMETIMES, ALWAYS } When;

typedef struct {
  Fold f;
  TriScanPlan plan;
  bool reverse;
  Tuples elements;     /* by register */
  uint32_t runs, *run; /* the registers that name runs: those without run_bits */
  uint32_t run_bits;   /* registers that differ in these are a run */
  uint32_t done;       /* the register bits of the segments so far */
  Tuples total;        /* by run */
  uint32_t knows; /* the lanes' bits that are set where the totals are known: before warps publish them */
  When *when;     /* by run: whether anything comes before it … */
  MlirValue *is;  /* … i1, SOMETIMES */
  Tuples before;  /* … and what */
} Scan;

/* n numbers in the arena. */
uint32_t *some(Scan *s, uint32_t n);

/* The bits of the slot part of segment k's dimension that step through it, lowest first. */
uint32_t bits_of(const Scan *s, TriScanSegment k);

/* The runs with totals of their own, and in `head` for each run which of these it shares; gives how many. */
uint32_t find_heads(Scan *s, uint32_t *heads, uint32_t *head);

/* Tuples, by head, that come before all runs of the head where the i1 is true, and before what is known to
 * come before these. */
bool put_before_all(Scan *s, MlirValue is, Tuples left, const uint32_t *head);

/* The runs are the registers with these bits clear. */
void name_runs(Scan *s, uint32_t bits);

/* Segment number i, of lanes or of warps. */
bool scan_in_lanes(Scan *s, int i);
bool scan_in_warps(Scan *s, int i);
/* The first segment, of lanes: their results are the elements'. */
bool scan_elements_in_lanes(Scan *s);

#endif
