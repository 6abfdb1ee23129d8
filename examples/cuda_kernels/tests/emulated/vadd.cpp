#include "device.h"

#include "../../kernels/vadd.cu"

EMULATED(vadd)
