// Blocks.
#[tvm_ffi::export] impl Config { fn width(&self) -> i64 {} }
#[tvm_ffi::export] trait Resize { fn resize(&self, width: i64); }
#[tvm_ffi::export] mod kernels { pub fn add_one(x: i64) -> i64 {} }
#[tvm_ffi::export] unsafe extern "C" { fn abs(x: i32) -> i32; }

// Types.
#[tvm_ffi::export] pub struct Config { width: i64 }
#[tvm_ffi::export] pub enum Mode { Fast, Exact }
#[tvm_ffi::export] pub union Bits { int: i64, float: f64 }
#[tvm_ffi::export] type Width = i64;

// Constants.
#[tvm_ffi::export] const X: i64 = 1;

// Imports.
#[tvm_ffi::export] use a::b;

// Macros.
#[tvm_ffi::export] m! {}
