/* The launch metadata in `// tri.meta:` lines, as far as faults need it. */
#ifndef TRI_SIMULATOR_META_H
#define TRI_SIMULATOR_META_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The text of kernels[name == kernel].ops[op_id] of the JSON object in meta:
 *   {"version":1,"kernels":[{"name":"k","ops":{"17":"file.mlir:12:8"}}]}
 * False where the text is no such JSON or has no such entry. */
bool meta_locate(const char *meta, const char *kernel, uint32_t op_id, char *out, size_t out_bytes);

#endif
