//! The driver calls of launches, one by one.

mod attributes;
mod by_value;
mod capture;
mod context;
mod devices;
mod errors;
mod launches;
mod loading;
mod nested_calls;
mod occupancy;
mod source;
mod streams;
mod tensors;
mod workspace;

use tvm_ffi::Result;
use tvm_ffi::cuda::prelude::*;

tvm_ffi::cuda::kernels! {
    fatbin "../../images/kernels.fatbin";
    static NOTHING: fn() = "nothing";
}

fn launch_nothing(cx: &Cuda<'_>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { NOTHING.launch(cx, &Launch::grid(1)?.block(1), ()) }
}
