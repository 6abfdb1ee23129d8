#![forbid(unsafe_code)]

use std::marker::PhantomData;

use tvm_ffi::__private::{Args, CallToken};
use tvm_ffi::Result;

struct Cuda<'call>(PhantomData<&'call ()>);

impl<'call> CallToken<'call> for Cuda<'call> {
    fn for_call(_: Args<'call>, _: Option<i32>) -> Result<Self> {
        Ok(Self(PhantomData))
    }

    fn gpu(&self) -> i32 {
        0
    }
}

fn main() {}
