// The functions of the runtime with which it changes containers.
#pragma once

#include "../../containers/common.h"

// A function of the runtime, with any arguments.
class Global {
 public:
  explicit Global(const std::string& name) : function_(Function::GetGlobalRequired(name)) {}

  template <typename... Args>
  Any operator()(Args&&... args) const {
    return function_(std::forward<Args>(args)...);
  }

  Any Packed(const std::vector<Any>& values) const {
    std::vector<AnyView> views(values.begin(), values.end());
    Any result;
    function_.CallPacked(views.data(), static_cast<int32_t>(views.size()), &result);
    return result;
  }

 private:
  Function function_;
};

// Whether a call raises this kind of error.
template <typename Call>
void ExpectError(const char* kind, const Call& call) {
  try {
    call();
  } catch (const ffi::Error& error) {
    TVM_FFI_ICHECK_EQ(error.kind(), std::string(kind));
    return;
  }
  TVM_FFI_THROW(InternalError) << "expected " << kind;
}
