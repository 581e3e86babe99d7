/* The passes of tri for other MLIR compilers. After tri_register_passes their names work in every pipeline
 * that is parsed from text (mlirParsePassPipeline, tri-opt, mlir-opt with the plugin). docs/passes.md lists
 * them. */
#ifndef TRI_C_PASSES_H
#define TRI_C_PASSES_H

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TRI_API
#define TRI_API __attribute__((visibility("default")))
#endif

/* Puts every pass of tri into MLIR's global registry; again does nothing. Not safe beside a use of the
 * registry. */
TRI_API void tri_register_passes(void);

#ifdef __cplusplus
}
#endif
#endif
