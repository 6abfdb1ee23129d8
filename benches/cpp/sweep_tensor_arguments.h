// The tensors of a sweep: of a form, a rank, and extents; as `DLTensor*` or as Tensor objects.
#ifndef TVM_FFI_BENCH_SWEEP_TENSOR_ARGUMENTS_H_
#define TVM_FFI_BENCH_SWEEP_TENSOR_ARGUMENTS_H_

#include <tvm/ffi/container/tensor.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "sweep_values.h"

// How a tensor of some extents is described.
struct Form {
  bool is_object = false;     // a Tensor object, else `DLTensor*`
  bool has_strides = true;    // else NULL
  bool is_cut = false;        // the first extent is 1, and its stride is the one of the batch that it was cut out of
  bool is_empty = false;      // the last extent is 0
  bool is_padded = false;     // every element is 2 apart from the next
  bool is_pinned = false;     // host memory that CUDA has pinned
  bool has_data = true;       // else NULL
  bool is_reversed = false;   // each stride is negative
  bool is_transposed = false; // the first dimension is the innermost
};

// A tensor and what it points to.
struct Described {
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  std::vector<float> elements;
  DLManagedTensor managed = {};
};

// Extents that are too large for memory get an address where nothing is: no function that is called with them reads it.
constexpr int64_t kMostElements = 1 << 22;
constexpr int64_t kNowhere = int64_t{1} << 44;

inline std::shared_ptr<Described> Describe(std::vector<int64_t> shape, const Form& form) {
  auto tensor = std::make_shared<Described>();
  if (form.is_cut && !shape.empty()) shape.front() = 1;
  if (form.is_empty && !shape.empty()) shape.back() = 0;
  tensor->strides.resize(shape.size());
  int64_t count = form.is_padded ? 2 : 1;
  for (size_t i = shape.size(); i-- > 0;) {
    tensor->strides[i] = count;
    count *= std::max<int64_t>(shape[i], 1);
  }
  if (form.is_cut && !shape.empty()) tensor->strides.front() += 99;
  if (form.is_transposed) {
    std::reverse(shape.begin(), shape.end());
    std::reverse(tensor->strides.begin(), tensor->strides.end());
  }
  tensor->shape = std::move(shape);
  tensor->elements.resize(count <= kMostElements ? count : 1);
  DLTensor& t = tensor->managed.dl_tensor;
  t.data = count <= kMostElements ? static_cast<void*>(tensor->elements.data()) : reinterpret_cast<void*>(kNowhere);
  if (form.is_reversed) {
    for (int64_t& stride : tensor->strides) stride = -stride;
    t.byte_offset = (count - 1) * sizeof(float);
  }
  if (!form.has_data) t.data = nullptr;
  t.device = {form.is_pinned ? kDLCUDAHost : kDLCPU, 0};
  t.ndim = static_cast<int32_t>(tensor->shape.size());
  t.dtype = {kDLFloat, 32, 1};
  t.shape = tensor->shape.data();
  t.strides = form.has_strides ? tensor->strides.data() : nullptr;
  tensor->managed.deleter = [](DLManagedTensor*) {};
  return tensor;
}

inline void AddTensor(Arguments& arguments, std::vector<int64_t> shape, const Form& form) {
  std::shared_ptr<Described> tensor = Describe(std::move(shape), form);
  arguments.owners.push_back(tensor);
  if (form.is_object) {
    arguments.Add(ffi::Tensor::FromDLPack(&tensor->managed));
  } else {
    arguments.AddRaw(ffi::TypeIndex::kTVMFFIDLTensorPtr, &tensor->managed.dl_tensor);
  }
}

// `size` matrices of one shape; where `last_differs`, all but the last.
inline Make Matrices(Form form, bool last_differs = false) {
  return [=](Arguments& arguments, long size) {
    for (long i = 0; i < size; ++i) AddTensor(arguments, {4, last_differs && i + 1 == size ? int64_t{9} : int64_t{8}}, form);
  };
}

// Two tensors of rank `size`.
inline Make OfRank(Form form) {
  return [=](Arguments& arguments, long size) {
    for (int i = 0; i < 2; ++i) AddTensor(arguments, std::vector<int64_t>(size, 2), form);
  };
}

// The arguments of `check3`, a[m, k], b[k, n], and c[m, n], whose extents are `size`; k is 0 where the form is empty.
inline Make Check3(Form form) {
  return [=](Arguments& arguments, long size) {
    Form whole = form;
    whole.is_cut = whole.is_empty = false;
    Form output = form;
    output.is_empty = false;
    AddTensor(arguments, {size, size}, form);
    AddTensor(arguments, {form.is_empty ? 0 : size, size}, whole);
    AddTensor(arguments, {size, size}, output);
  };
}

// The arguments of `scale`.
inline Make Scale(Form form) {
  return [=](Arguments& arguments, long size) {
    for (int i = 0; i < 2; ++i) AddTensor(arguments, {size}, form);
    arguments.Add(2.0);
  };
}

// Moves what a tensor points to, to addresses on a page that `seed` chooses.
inline void Scatter(Arguments& arguments, TVMFFIAny& value, uint64_t& seed) {
  auto* t = static_cast<DLTensor*>(value.v_ptr);
  int64_t count = 1;
  for (int i = 0; i < t->ndim; ++i) count *= t->shape[i];
  auto next = [&](size_t below, size_t step) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % (below / step) * step;
  };
  auto place = [&](const void* from, size_t bytes, size_t step) {
    auto page = std::make_shared<std::vector<char>>(bytes + 8192);
    arguments.owners.push_back(page);
    auto start = (reinterpret_cast<uintptr_t>(page->data()) + 4095) / 4096 * 4096;
    void* to = reinterpret_cast<void*>(start + next(4096, step));
    std::memcpy(to, from, bytes);
    return to;
  };
  t->data = place(t->data, count * sizeof(float), sizeof(float));
  t->shape = static_cast<int64_t*>(place(t->shape, t->ndim * sizeof(int64_t), sizeof(int64_t)));
  t->strides = static_cast<int64_t*>(place(t->strides, t->ndim * sizeof(int64_t), sizeof(int64_t)));
}

// The same arguments as `make` makes for `size`, at addresses that the size of the point chooses.
inline Make Scattered(Make make, long size) {
  return [=](Arguments& arguments, long point) {
    make(arguments, size);
    uint64_t seed = static_cast<uint64_t>(point) * 0x9e3779b97f4a7c15u + 1;
    for (TVMFFIAny& value : arguments.values) {
      if (value.type_index == ffi::TypeIndex::kTVMFFIDLTensorPtr) Scatter(arguments, value, seed);
    }
  };
}

// An Array of `size` vectors, and a vector that is written.
inline Make Vectors(bool with_output) {
  return [=](Arguments& arguments, long size) {
    ffi::Array<ffi::Any> vectors;
    for (long i = 0; i < size; ++i) {
      std::shared_ptr<Described> vector = Describe({8}, Form());
      arguments.owners.push_back(vector);
      vectors.push_back(ffi::Tensor::FromDLPack(&vector->managed));
    }
    arguments.Add(vectors);
    if (with_output) AddTensor(arguments, {8}, Form());
  };
}

#endif  // TVM_FFI_BENCH_SWEEP_TENSOR_ARGUMENTS_H_
