// The same functions written the usual way with the C++ headers of tvm-ffi.
#include "checks.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/object.h>
#include <tvm/ffi/reflection/registry.h>
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

void Scale(ffi::TensorView x, ffi::TensorView out, double factor) {
  CHECK_PACKED_FLOAT32(x, 1);
  CHECK_PACKED_FLOAT32(out, 1);
  TVM_FFI_CHECK(x.size(0) == out.size(0), ValueError) << "x and out differ in length";
  auto offset = [](const ffi::TensorView& t) {
    return reinterpret_cast<float*>(static_cast<char*>(t.data_ptr()) + t.byte_offset());
  };
  const float* from = offset(x);
  float* to = offset(out);
  for (int64_t i = 0, n = x.size(0); i < n; ++i) to[i] = from[i] * static_cast<float>(factor);
}

void Check3(ffi::TensorView a, ffi::TensorView b, ffi::TensorView c) {
  CHECK_PACKED_FLOAT32(a, 2);
  CHECK_PACKED_FLOAT32(b, 2);
  CHECK_PACKED_FLOAT32(c, 2);
  TVM_FFI_CHECK(a.size(0) == c.size(0), ValueError) << "a and c differ in m";
  TVM_FFI_CHECK(a.size(1) == b.size(0), ValueError) << "a and b differ in k";
  TVM_FFI_CHECK(b.size(1) == c.size(1), ValueError) << "b and c differ in n";
}

// Shape checks against numbers, as kernel libraries write them.
#define CHECK_SHAPE4(t, n0, n1, n2, n3)                                                     \
  TVM_FFI_CHECK((t).size(0) == (n0) && (t).size(1) == (n1) && (t).size(2) == (n2) &&        \
                    (t).size(3) == (n3),                                                    \
                ValueError)                                                                 \
      << #t ": unexpected shape"

void Attention(ffi::TensorView q, ffi::TensorView k, ffi::TensorView v, ffi::TensorView bias,
               ffi::TensorView scales, ffi::TensorView gate, ffi::TensorView residual,
               ffi::TensorView norm, ffi::TensorView out) {
  CHECK_PACKED_FLOAT32(q, 4);
  CHECK_PACKED_FLOAT32(k, 4);
  CHECK_PACKED_FLOAT32(v, 4);
  CHECK_PACKED_FLOAT32(bias, 4);
  CHECK_PACKED_FLOAT32(scales, 4);
  CHECK_PACKED_FLOAT32(gate, 4);
  CHECK_PACKED_FLOAT32(residual, 4);
  CHECK_PACKED_FLOAT32(norm, 4);
  CHECK_PACKED_FLOAT32(out, 4);
  const int64_t b = q.size(0), h = q.size(1), s = q.size(2), d = q.size(3);
  const int64_t g = k.size(1), t = k.size(2);
  TVM_FFI_CHECK(d % 8 == 0, ValueError) << "d is not a multiple of 8";
  CHECK_SHAPE4(k, b, g, t, d);
  CHECK_SHAPE4(v, b, g, t, d);
  CHECK_SHAPE4(bias, b, h, s, t);
  CHECK_SHAPE4(scales, b, g, t, 2);
  CHECK_SHAPE4(gate, b, h, s, d);
  CHECK_SHAPE4(residual, b, h, s, d);
  CHECK_SHAPE4(norm, b, h, s, 2);
  CHECK_SHAPE4(out, b, h, s, d);
  auto begin = [](const ffi::TensorView& x) {
    return static_cast<const char*>(x.data_ptr()) + x.byte_offset();
  };
  auto end = [&](const ffi::TensorView& x) { return begin(x) + x.numel() * sizeof(float); };
  for (const ffi::TensorView* x : {&q, &k, &v, &bias, &scales, &gate, &residual, &norm}) {
    TVM_FFI_CHECK(end(*x) <= begin(out) || end(out) <= begin(*x), ValueError) << "out overlaps an input";
  }
}

struct FrozenObj : ffi::Object {
  explicit FrozenObj(int64_t value) : value(value) {}
  int64_t Get() const { return value; }

  int64_t value;

  TVM_FFI_DECLARE_OBJECT_INFO("bench_cpp.Frozen", FrozenObj, ffi::Object);
};

struct MutableObj : ffi::Object {
  static constexpr bool _type_mutable = true;

  explicit MutableObj(int64_t value) : value(value) {}
  int64_t Get() const { return value; }

  int64_t value;

  TVM_FFI_DECLARE_OBJECT_INFO("bench_cpp.Mutable", MutableObj, ffi::Object);
};

ffi::ObjectRef NewFrozen() { return ffi::ObjectRef(ffi::make_object<FrozenObj>(42)); }

ffi::ObjectRef NewMutable() { return ffi::ObjectRef(ffi::make_object<MutableObj>(42)); }

TVM_FFI_STATIC_INIT_BLOCK() {
  namespace refl = ffi::reflection;
  refl::ObjectDef<FrozenObj>(refl::init(false)).def_ro("value", &FrozenObj::value).def("get", &FrozenObj::Get);
  refl::ObjectDef<MutableObj>(refl::init(false)).def_rw("value", &MutableObj::value).def("get", &MutableObj::Get);
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
TVM_FFI_DLL_EXPORT_TYPED_FUNC(attention, Attention)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(new_frozen, NewFrozen)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(new_mutable, NewMutable)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(fail, Fail)
