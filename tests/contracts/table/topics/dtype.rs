//! Element types.

use tvm_ffi::{Bool8, Complex, CpuView, DType, F4E2M1FNx2, TensorView};

use crate::support::*;

macro_rules! kernels {
    ($($name:ident: $element:ty;)*) => {$(
        #[tvm_ffi::export]
        fn $name(x: CpuView<'_, $element, 1>) -> i64 {
            x.as_slice().len() as i64
        }
    )*};
}

kernels! {
    dtype_f32: f32;
    dtype_bool: Bool8;
    dtype_complex: Complex<f32>;
    dtype_f4x2: F4E2M1FNx2;
}

#[tvm_ffi::export]
fn dtype_listed(#[dtype(f32, f16)] x: TensorView<'_>) -> String {
    x.dtype().to_string()
}

#[tvm_ffi::export]
fn dtype_any(x: TensorView<'_>) -> String {
    x.dtype().to_string()
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(dtype_f32), "dtype_f32(x: Tensor([_], float32))")
        .accepts([f32([3])], "3")
        .type_error([f64([3])], "#0 `x`: dtype is float64, expected float32")
        .type_error([tensor(DType::F32.with_lanes(4), [3])], "#0 `x`: dtype is float32x4, expected float32")
        .type_error(
            [tensor(DType::new(77, 8, 1), [3])],
            "#0 `x`: dtype is dtype(code=77, bits=8, lanes=1), expected float32",
        );
    table
        .contract(shim!(dtype_bool), "dtype_bool(x: Tensor([_], bool))")
        .accepts([tensor(DType::BOOL, [3])], "3")
        .type_error([u8([3])], "#0 `x`: dtype is uint8, expected bool");
    table
        .contract(shim!(dtype_complex), "dtype_complex(x: Tensor([_], complex64))")
        .accepts([tensor(DType::COMPLEX64, [3])], "3")
        .value_error(
            [tensor(DType::COMPLEX64, [3]).address(0x1002)],
            "#0 `x`: data + byte_offset is 0x1002, expected a multiple of 4 (alignment of complex64)",
        )
        .accepts([tensor(DType::COMPLEX64, [3]).offset(4)], "3");
    let f4x2 = || tensor(DType::F4_E2M1FN.with_lanes(2), [3]);
    table
        .contract(shim!(dtype_f4x2), "dtype_f4x2(x: Tensor([_], float4_e2m1fnx2))")
        .accepts([f4x2()], "3")
        .type_error(
            [tensor(DType::F4_E2M1FN, [3])],
            "#0 `x`: dtype is float4_e2m1fn, expected float4_e2m1fnx2",
        );
    table
        .contract(shim!(dtype_listed), "dtype_listed(x: Tensor(float32 | float16))")
        .accepts([f32([3])], "float32")
        .accepts([tensor(DType::F16, [3])], "float16")
        .type_error([i64([3])], "#0 `x`: dtype is int64, expected one of float32, float16");
    table
        .contract(shim!(dtype_any), "dtype_any(x: Tensor)")
        .accepts([tensor(DType::F8_E4M3FN, [3])], "float8_e4m3fn")
        .accepts([tensor(DType::F32.with_lanes(2), [3])], "float32x2");
    table
}
