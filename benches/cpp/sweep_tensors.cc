// The functions of many arguments and of many ranks, written the usual way with the C++ headers of tvm-ffi.
#include "checks.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/optional.h>

#include <cstdint>
#include <stdexcept>
#include <utility>

namespace {

namespace ffi = tvm::ffi;

template <typename Tensor>
const char* Begin(const Tensor& t) {
  return static_cast<const char*>(t.data_ptr()) + t.byte_offset();
}

template <typename Tensor>
const char* End(const Tensor& t) {
  return Begin(t) + t.numel() * sizeof(float);
}

#define CHECK_APART(a, b) \
  TVM_FFI_CHECK(End(a) <= Begin(b) || End(b) <= Begin(a), ValueError) << #a " and " #b " share memory"

// The range of memory of a tensor with any strides.
std::pair<const char*, const char*> Range(const ffi::TensorView& t) {
  const char *low = Begin(t), *high = low + sizeof(float);
  for (int i = 0; i < t.ndim(); ++i) {
    if (t.size(i) == 0) return {low, low};
    int64_t reach = (t.size(i) - 1) * t.stride(i) * static_cast<int64_t>(sizeof(float));
    (reach < 0 ? low : high) += reach;
  }
  return {low, high};
}

template <size_t, typename T>
using Repeat = T;

// Functions of as many arguments as the sequence is long.
template <typename>
struct Many;

template <size_t... I>
struct Many<std::index_sequence<I...>> {
  static void Read(Repeat<I, ffi::TensorView>... views) {
    const ffi::TensorView* all[] = {&views...};
    for (const ffi::TensorView* view : all) {
      CHECK_PACKED_FLOAT32(*view, 2);
      TVM_FFI_CHECK(view->size(0) == all[0]->size(0) && view->size(1) == all[0]->size(1), ValueError) << "another shape";
    }
  }

  static void Write(Repeat<I, ffi::TensorView>... views) {
    Read(views...);
    const ffi::TensorView* all[] = {&views...};
    for (size_t i = 0; i < sizeof...(I); ++i) {
      for (size_t k = 0; k < i; ++k) CHECK_APART(*all[i], *all[k]);
    }
  }

  static int64_t Integers(Repeat<I, int64_t>... values) { return (values + ...); }

  static int64_t Given(Repeat<I, ffi::Optional<int64_t>>... values) { return (values.value_or(1) + ...); }
};

template <size_t N>
using Of = Many<std::make_index_sequence<N>>;

// The extents agree, and the ranges of memory are apart.
template <int kRank>
void Strided(ffi::TensorView x, ffi::TensorView out) {
  CHECK_FLOAT32(x, kRank);
  CHECK_FLOAT32(out, kRank);
  for (int i = 0; i < kRank; ++i) {
    TVM_FFI_CHECK(x.size(i) == out.size(i), ValueError) << "x and out differ in extent " << i;
  }
  auto [from, until] = Range(x);
  auto [low, high] = Range(out);
  TVM_FFI_CHECK(until <= low || high <= from, ValueError) << "x and out share memory";
}

template <int kRank>
void Contiguous(ffi::TensorView x, ffi::TensorView out) {
  CHECK_PACKED_FLOAT32(x, kRank);
  CHECK_PACKED_FLOAT32(out, kRank);
  for (int i = 0; i < kRank; ++i) {
    TVM_FFI_CHECK(x.size(i) == out.size(i), ValueError) << "x and out differ in extent " << i;
  }
  CHECK_APART(x, out);
}

// Tensors of any rank.
void AnyRank(ffi::TensorView x, ffi::TensorView out) {
  CHECK_PACKED_FLOAT32(x, x.ndim());
  CHECK_PACKED_FLOAT32(out, out.ndim());
  CHECK_APART(x, out);
}

int64_t Views(const ffi::Array<ffi::Tensor>& vectors) {
  for (const ffi::Tensor& vector : vectors) {
    CHECK_PACKED_FLOAT32(vector, 1);
  }
  return static_cast<int64_t>(vectors.size());
}

int64_t ViewsOut(const ffi::Array<ffi::Tensor>& vectors, ffi::TensorView out) {
  CHECK_PACKED_FLOAT32(out, 1);
  for (const ffi::Tensor& vector : vectors) {
    CHECK_PACKED_FLOAT32(vector, 1);
    CHECK_APART(vector, out);
  }
  return static_cast<int64_t>(vectors.size());
}

void Panics() { throw std::runtime_error("this always throws"); }

}  // namespace

#define EXPORT_MATRICES(n)                                 \
  TVM_FFI_DLL_EXPORT_TYPED_FUNC(read_##n, Of<n>::Read)     \
  TVM_FFI_DLL_EXPORT_TYPED_FUNC(write_##n, Of<n>::Write)

#define EXPORT_RANK(n)                                       \
  TVM_FFI_DLL_EXPORT_TYPED_FUNC(rank_##n, Contiguous<n>)     \
  TVM_FFI_DLL_EXPORT_TYPED_FUNC(strided_##n, Strided<n>)

#define EXPORT_INTEGERS(n)                                       \
  TVM_FFI_DLL_EXPORT_TYPED_FUNC(integers_##n, Of<n>::Integers)   \
  TVM_FFI_DLL_EXPORT_TYPED_FUNC(optional_##n, Of<n>::Given)

EXPORT_MATRICES(1)
EXPORT_MATRICES(2)
EXPORT_MATRICES(4)
EXPORT_MATRICES(8)
EXPORT_MATRICES(16)
EXPORT_MATRICES(32)

EXPORT_RANK(0)
EXPORT_RANK(1)
EXPORT_RANK(2)
EXPORT_RANK(3)
EXPORT_RANK(4)
EXPORT_RANK(5)
EXPORT_RANK(6)
EXPORT_RANK(7)
EXPORT_RANK(8)

EXPORT_INTEGERS(1)
EXPORT_INTEGERS(2)
EXPORT_INTEGERS(3)
EXPORT_INTEGERS(4)
EXPORT_INTEGERS(6)
EXPORT_INTEGERS(8)
EXPORT_INTEGERS(12)

TVM_FFI_DLL_EXPORT_TYPED_FUNC(any_rank, AnyRank)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(views, Views)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(views_out, ViewsOut)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(panics, Panics)
