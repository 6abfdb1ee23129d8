#![forbid(unsafe_code)]

use tvm_ffi::cuda::__private::{KernelField, PtrArgument};
use tvm_ffi::cuda::{KernelParam, Modes, Parameter};

#[derive(Clone, Copy, Debug)]
struct Hidden<'a>(&'a [f32]);

impl KernelParam for Hidden<'_> {
    const PARAMETER: Parameter = <i64 as KernelParam>::PARAMETER;
}

#[derive(Clone, Copy, Debug)]
struct Field<'a>(&'a f32);

impl KernelField for Field<'_> {}

impl<const N: usize> PtrArgument<f32, N> for Field<'_> {}

impl Modes for Field<'_> {}

fn main() {}
