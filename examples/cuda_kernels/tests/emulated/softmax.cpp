#include "device.h"

#include "../../kernels/softmax.cu"

EMULATED(softmax_f32)
EMULATED(softmax_f16)
EMULATED(softmax_bf16)
EMULATED(softmax_online_f32)
EMULATED(softmax_online_f16)
EMULATED(softmax_online_bf16)
