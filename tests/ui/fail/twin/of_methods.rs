#![allow(unused_variables)]

use tvm_ffi::prelude::*;

#[tvm_ffi::object("solver.Solver")]
struct Solver {}

#[tvm_ffi::methods(cpu = on_cpu)]
impl Solver {
    fn solve(&self, x: CudaView<'_, f32, 1>) {}
}

fn main() {}
