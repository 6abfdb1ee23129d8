// The same functions written the usual way with the C++ headers of tvm-ffi.
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <cstdint>
#include <string>

namespace {

namespace ffi = tvm::ffi;

void Noop() {}

int64_t AddOne(int64_t x) { return x + 1; }

double Add3(double a, double b, int64_t c) { return a + b + static_cast<double>(c); }

ffi::String Concat(const ffi::String& a, const ffi::String& b) { return a + b; }

int64_t Sum(const ffi::Array<int64_t>& values) {
  int64_t total = 0;
  for (int64_t value : values) total += value;
  return total;
}

// A macro, as kernel libraries write it: faster than a helper function, which g++ keeps
// out of line because each throw inlines an ostringstream.
#define CHECK_FLOAT32(t, rank)                                                          \
  TVM_FFI_CHECK((t).ndim() == (rank), ValueError) << #t ": expected rank " << (rank);   \
  TVM_FFI_CHECK((t).dtype().code == kDLFloat && (t).dtype().bits == 32 &&               \
                    (t).dtype().lanes == 1,                                             \
                TypeError)                                                              \
      << #t ": expected float32";                                                       \
  TVM_FFI_CHECK((t).device().device_type == kDLCPU, ValueError) << #t ": expected cpu"; \
  TVM_FFI_CHECK((t).IsContiguous(), ValueError) << #t ": expected contiguous"

void Scale(ffi::TensorView x, ffi::TensorView out, double factor) {
  CHECK_FLOAT32(x, 1);
  CHECK_FLOAT32(out, 1);
  TVM_FFI_CHECK(x.size(0) == out.size(0), ValueError) << "x and out differ in length";
  auto offset = [](const ffi::TensorView& t) {
    return reinterpret_cast<float*>(static_cast<char*>(t.data_ptr()) + t.byte_offset());
  };
  const float* from = offset(x);
  float* to = offset(out);
  for (int64_t i = 0, n = x.size(0); i < n; ++i) to[i] = from[i] * static_cast<float>(factor);
}

void Check3(ffi::TensorView a, ffi::TensorView b, ffi::TensorView c) {
  CHECK_FLOAT32(a, 2);
  CHECK_FLOAT32(b, 2);
  CHECK_FLOAT32(c, 2);
  TVM_FFI_CHECK(a.size(0) == c.size(0), ValueError) << "a and c differ in m";
  TVM_FFI_CHECK(a.size(1) == b.size(0), ValueError) << "a and b differ in k";
  TVM_FFI_CHECK(b.size(1) == c.size(1), ValueError) << "b and c differ in n";
}

void Fail() { TVM_FFI_THROW(RuntimeError) << "this always fails"; }

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(noop, Noop)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(add_one, AddOne)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(add3, Add3)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(concat, Concat)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(sum, Sum)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(scale, Scale)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(check3, Check3)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(fail, Fail)
