use tvm_ffi::{CpuCells, CpuView};

macro_rules! copy {
    ($x:ident) => {
        #[tvm_ffi::export]
        fn copy($x: CpuCells<'_, f32, 1>, x: CpuView<'_, f32, 1>, #[alias(x)] y: CpuCells<'_, f32, 1>) {
            let _ = ($x, x, y);
        }
    };
}

copy!(x);

#[tvm_ffi::export]
fn no_body(x: i64) -> i64;

trait Count {
    #[tvm_ffi::export]
    fn count(x: i64) -> i64;
}

#[tvm_ffi::export]
fn untyped(x, factor: f64) -> f64 {
    x * factor
}

fn main() {}
