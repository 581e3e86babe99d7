/* Templates: parameters of a kernel file that live in its alias lines.
 *
 * A file is valid MLIR as it stands. Trailing comments say what may change:
 *
 *   #BM     = 128 : i32                  // tri-param {64, 128, 256}     an integer, one of these
 *   #CAUSAL = true                       // tri-param                    true or false
 *   #SCALE  = 0.5 : f32                  // tri-param                    a number
 *   !T      = f32                        // tri-param {f16, bf16, f32}   a type
 *   !acc    = tensor<128x64xf32>         // tri: tensor<${BM}x${BM / 2}x${T}>
 *   // tri-config: BM=256 T=f16 num_warps=8
 *
 * With the definition BM=256 the first line reads `#BM     = 256 : i32 …` and the fifth holds
 * tensor<256x128xf32>; nothing else changes, no line moves. `${…}` is the value of an integer expression
 * (expression.h) over the integer parameters, true being 1, or the text of one parameter named alone.
 *
 * A configuration names values for parameters and for the kernel attributes num_warps, num_stages, num_ctas
 * and max_registers.
 *
 * Invariants, each checked, an error where it is broken: what a `tri:` comment gives at the defaults is what
 * the line holds; a default is one of its choices; names are unique among # and ! together; every value in
 * force fits its attribute's type. Without definitions the expanded text is the given one, byte by byte. */
#ifndef TRI_TEMPLATE_TEMPLATE_H
#define TRI_TEMPLATE_TEMPLATE_H

#include "Support/arena.h"
#include "tri/tri.h"

typedef struct {
  TriStatus status; /* TRI_OK; TRI_USAGE for a bad definition; TRI_COMPILE for a bad template */
  const char
      *error; /* one line without its end, "kernel.mlir:3:9: …" or "-D BN=1: …"; NULL where all is well */
  const char *text; /* NUL-terminated; the given text where status is not TRI_OK */
  size_t bytes;
  const TriParam *params; /* in the order of the file, with the values in force */
  size_t n_params;
  const char *const *configs; /* "BM=256 T=f16 num_warps=8", single spaces */
  size_t n_configs;
} Template;

/* Expands bytes of text, called name in errors. Everything given back lives in the arena; text and defines
 * are borrowed during the call alone. */
Template template_expand(Arena *a, const char *text, size_t bytes, const char *name, const TriDefine *defines,
                         size_t n_defines);

#endif
