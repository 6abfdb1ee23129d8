#![forbid(unsafe_code)]

use tvm_ffi::Result;
use tvm_ffi::cuda::{AsCuTe, CuTe, DevicePtr, Modes, Ptr};

struct Host(Vec<f32>);

impl DevicePtr<f32> for Host {
    fn ptr(&self) -> Ptr<'_, f32> {
        Ptr::from_address(self.0.as_ptr().addr() as u64)
    }
}

struct Elsewhere;

impl AsCuTe<f32> for Elsewhere {
    fn cute<S: Modes, D: Modes>(&self) -> Result<CuTe<'_, f32, S, D>> {
        unimplemented!()
    }
}

fn main() {}
