// Headers and options of a source.
tvm_ffi::cuda::kernels! { nvrtc "a.cu", headers = ["a.h", "./a.h"]; static A: fn() = "a"; }
tvm_ffi::cuda::kernels! { nvrtc "a.cu", headers = [""]; static A: fn() = "a"; }
tvm_ffi::cuda::kernels! { nvrtc "a.cu", headers = "a.h"; static A: fn() = "a"; }
tvm_ffi::cuda::kernels! { nvrtc "a.cu", headers = [A]; static A: fn() = "a"; }
tvm_ffi::cuda::kernels! { nvrtc "a.cu", header = ["a.h"]; static A: fn() = "a"; }
tvm_ffi::cuda::kernels! { nvrtc "a.cu", include = ["a.h"]; static A: fn() = "a"; }
tvm_ffi::cuda::kernels! { nvrtc "a.cu", options = [], options = []; static A: fn() = "a"; }

// The path from the folder of the source to the header is not known.
tvm_ffi::cuda::kernels! { nvrtc "../k/a.cu", headers = ["a.h"]; static A: fn() = "a"; }
