// The checks of a tensor, as kernel libraries write them. They are macros: g++ keeps a helper function out of line, because each throw inlines an
// ostringstream.
#ifndef TVM_FFI_BENCH_CHECKS_H_
#define TVM_FFI_BENCH_CHECKS_H_

#include <tvm/ffi/error.h>

#define CHECK_FLOAT32(t, rank)                                                          \
  TVM_FFI_CHECK((t).ndim() == (rank), ValueError) << #t ": expected rank " << (rank);   \
  TVM_FFI_CHECK((t).dtype().code == kDLFloat && (t).dtype().bits == 32 &&               \
                    (t).dtype().lanes == 1,                                             \
                TypeError)                                                              \
      << #t ": expected float32";                                                       \
  TVM_FFI_CHECK((t).device().device_type == kDLCPU || (t).device().device_type == kDLCUDAHost, ValueError) << #t ": expected cpu"

#define CHECK_PACKED_FLOAT32(t, rank) \
  CHECK_FLOAT32(t, rank);             \
  TVM_FFI_CHECK((t).IsContiguous(), ValueError) << #t ": expected contiguous"

#endif  // TVM_FFI_BENCH_CHECKS_H_
