// Every op of the dialect, by family.
#ifndef TRI_OPS_TD
#define TRI_OPS_TD

include "TriTypes.td"
include "TriAttrs.td"
include "TriProgramOps.td"
include "TriShapeOps.td"
include "TriMemoryOps.td"
include "TriDescOps.td"
include "TriAtomicOps.td"
include "TriCastOps.td"
include "TriArithOps.td"
include "TriGatherOps.td"
include "TriDotOps.td"
include "TriExternOps.td"
include "TriRegionOps.td"
include "TriDebugOps.td"
include "TriLayoutOps.td"

#endif
