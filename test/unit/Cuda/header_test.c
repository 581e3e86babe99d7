/* Every function and number that lib/Cuda declares is what cuda.h says: checked by the compiler. */
#include "Cuda/api.h"

#include <assert.h>
#include <cuda.h>

#define K(name, value, cuda_name) static_assert((int)name == (int)cuda_name, #cuda_name);
#include "Cuda/constants.def"
#undef K

#define F(member, symbol, ...)                                                                               \
  static_assert(_Generic(&symbol, CudaEnum (*)(__VA_ARGS__): 1, default: 0), #symbol);
#include "Cuda/api.def"
#undef F

static_assert(sizeof(CUresult) == sizeof(CudaEnum), "enumerations are 4 bytes");

int main(void)
{
  return CUDA_PARAM_END == CU_LAUNCH_PARAM_END && CUDA_PARAM_BLOCK == CU_LAUNCH_PARAM_BUFFER_POINTER &&
                 CUDA_PARAM_BYTES == CU_LAUNCH_PARAM_BUFFER_SIZE
             ? 0
             : 1;
}
