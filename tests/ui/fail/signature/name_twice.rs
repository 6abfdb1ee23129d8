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

fn main() {}
