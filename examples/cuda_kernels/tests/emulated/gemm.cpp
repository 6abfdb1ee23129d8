#include "device.h"

#include "../../kernels/gemm.cu"

EMULATED(gemm_bf16)
EMULATED(gemm_f16)
