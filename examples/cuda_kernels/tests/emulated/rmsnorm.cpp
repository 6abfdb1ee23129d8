#include "device.h"

#include "../../kernels/rmsnorm.cu"

EMULATED(rmsnorm_bf16)
EMULATED(rmsnorm_f16)
