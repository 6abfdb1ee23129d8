// The values of one call of a sweep.
#ifndef TVM_FFI_BENCH_SWEEP_VALUES_H_
#define TVM_FFI_BENCH_SWEEP_VALUES_H_

#include <tvm/ffi/any.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ffi = tvm::ffi;

// The values of a call, and what keeps them valid. Owners are released last first.
struct Arguments {
  std::vector<TVMFFIAny> values;
  std::vector<std::shared_ptr<void>> owners;

  Arguments() = default;
  Arguments(Arguments&&) = default;
  ~Arguments() {
    while (!owners.empty()) owners.pop_back();
  }

  // Adds a value that the arguments own.
  void Add(ffi::Any value) {
    auto owner = std::make_shared<ffi::Any>(std::move(value));
    values.push_back(ffi::AnyView(*owner).CopyToTVMFFIAny());
    owners.push_back(owner);
  }

  // Adds a pointer to something that outlives the arguments, or that is one of the owners.
  void AddRaw(int32_t type_index, const void* pointer) {
    TVMFFIAny value = {};
    value.type_index = type_index;
    value.v_ptr = const_cast<void*>(pointer);
    values.push_back(value);
  }
};

// Adds the arguments of a size.
using Make = std::function<void(Arguments&, long)>;

#endif  // TVM_FFI_BENCH_SWEEP_VALUES_H_
