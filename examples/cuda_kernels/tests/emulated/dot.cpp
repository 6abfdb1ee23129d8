#include "device.h"

#include "../../kernels/dot.cu"

EMULATED(dot_partials)
EMULATED(dot_total)
