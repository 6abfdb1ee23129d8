#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;

#[tvm_ffi::object("solver.Solver")]
struct Solver {}

#[tvm_ffi::methods]
impl Solver {
    fn solve(&self, cx: &Cuda<'_>, #[out] after: Cuda<'_>) {}
}

fn main() {}
