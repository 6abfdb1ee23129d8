//! Element types.

use half::{bf16, f16};
use tvm_ffi::{Bool8, Complex, CpuCells, CpuView, CpuViewMut, DType, F4E2M1FNx2, F8E4M3FN, TensorView};

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
    dtype_f64: f64;
    dtype_f16: f16;
    dtype_bf16: bf16;
    dtype_i8: i8;
    dtype_i64: i64;
    dtype_u8: u8;
    dtype_u16: u16;
    dtype_bool: Bool8;
    dtype_complex: Complex<f32>;
    dtype_f8: F8E4M3FN;
    dtype_f4x2: F4E2M1FNx2;
}

#[tvm_ffi::export]
fn dtype_mutable(x: CpuViewMut<'_, f64, 1>) -> i64 {
    x.dim(0) as i64
}

#[tvm_ffi::export]
fn dtype_cells(x: CpuCells<'_, u8, 1>) -> i64 {
    x.dim(0) as i64
}

#[tvm_ffi::export]
fn dtype_listed(#[dtype(f32, f16)] x: TensorView<'_>) -> String {
    x.dtype().to_string()
}

#[tvm_ffi::export]
fn dtype_one(#[dtype(bool)] x: TensorView<'_>) -> String {
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
        .type_error([i32([3])], "#0 `x`: dtype is int32, expected float32")
        .type_error([tensor(DType::F32.with_lanes(4), [3])], "#0 `x`: dtype is float32x4, expected float32")
        .type_error([tensor(DType::VOID, [3])], "#0 `x`: dtype is void, expected float32")
        .type_error(
            [tensor(DType::new(77, 8, 1), [3])],
            "#0 `x`: dtype is dtype(code=77, bits=8, lanes=1), expected float32",
        );
    table
        .contract(shim!(dtype_f64), "dtype_f64(x: Tensor([_], float64))")
        .accepts([f64([3])], "3")
        .type_error([f32([3])], "#0 `x`: dtype is float32, expected float64");
    table
        .contract(shim!(dtype_f16), "dtype_f16(x: Tensor([_], float16))")
        .accepts([tensor(DType::F16, [3])], "3")
        .type_error([tensor(DType::BF16, [3])], "#0 `x`: dtype is bfloat16, expected float16");
    table
        .contract(shim!(dtype_bf16), "dtype_bf16(x: Tensor([_], bfloat16))")
        .accepts([tensor(DType::BF16, [3])], "3")
        .type_error([tensor(DType::F16, [3])], "#0 `x`: dtype is float16, expected bfloat16");
    table
        .contract(shim!(dtype_i8), "dtype_i8(x: Tensor([_], int8))")
        .accepts([i8([3])], "3")
        .type_error([u8([3])], "#0 `x`: dtype is uint8, expected int8");
    table
        .contract(shim!(dtype_i64), "dtype_i64(x: Tensor([_], int64))")
        .accepts([i64([3])], "3")
        .type_error([i32([3])], "#0 `x`: dtype is int32, expected int64");
    table
        .contract(shim!(dtype_u8), "dtype_u8(x: Tensor([_], uint8))")
        .accepts([u8([3])], "3")
        .type_error([tensor(DType::BOOL, [3])], "#0 `x`: dtype is bool, expected uint8");
    table
        .contract(shim!(dtype_u16), "dtype_u16(x: Tensor([_], uint16))")
        .accepts([tensor(DType::U16, [3])], "3")
        .type_error([tensor(DType::F16, [3])], "#0 `x`: dtype is float16, expected uint16");
    table
        .contract(shim!(dtype_bool), "dtype_bool(x: Tensor([_], bool))")
        .accepts([tensor(DType::BOOL, [3])], "3")
        .type_error([u8([3])], "#0 `x`: dtype is uint8, expected bool");
    table
        .contract(shim!(dtype_complex), "dtype_complex(x: Tensor([_], complex64))")
        .accepts([tensor(DType::COMPLEX64, [3])], "3")
        .type_error([tensor(DType::COMPLEX128, [3])], "#0 `x`: dtype is complex128, expected complex64")
        .value_error(
            [tensor(DType::COMPLEX64, [3]).address(0x1002)],
            "#0 `x`: data + byte_offset is 0x1002, expected a multiple of 4 (alignment of complex64)",
        )
        .accepts([tensor(DType::COMPLEX64, [3]).offset(4)], "3");
    table
        .contract(shim!(dtype_f8), "dtype_f8(x: Tensor([_], float8_e4m3fn))")
        .accepts([tensor(DType::F8_E4M3FN, [3])], "3")
        .type_error([tensor(DType::F8_E5M2, [3])], "#0 `x`: dtype is float8_e5m2, expected float8_e4m3fn")
        .type_error([u8([3])], "#0 `x`: dtype is uint8, expected float8_e4m3fn");
    let f4x2 = || tensor(DType::F4_E2M1FN.with_lanes(2), [3]);
    table
        .contract(shim!(dtype_f4x2), "dtype_f4x2(x: Tensor([_], float4_e2m1fnx2))")
        .accepts([f4x2()], "3")
        .type_error(
            [tensor(DType::F4_E2M1FN, [3])],
            "#0 `x`: dtype is float4_e2m1fn, expected float4_e2m1fnx2",
        );
    table
        .contract(shim!(dtype_cells), "dtype_cells(x: Tensor([_], uint8, inout))")
        .accepts([u8([3])], "3")
        .type_error([i8([3])], "#0 `x`: dtype is int8, expected uint8");
    table
        .contract(shim!(dtype_mutable), "dtype_mutable(x: Tensor([_], float64, inout))")
        .accepts([f64([3])], "3")
        .type_error([f32([3])], "#0 `x`: dtype is float32, expected float64");
    table
        .contract(shim!(dtype_listed), "dtype_listed(x: Tensor(float32 | float16))")
        .accepts([f32([3])], "float32")
        .accepts([tensor(DType::F16, [3])], "float16")
        .type_error([i64([3])], "#0 `x`: dtype is int64, expected one of float32, float16");
    table
        .contract(shim!(dtype_one), "dtype_one(x: Tensor(bool))")
        .accepts([tensor(DType::BOOL, [3])], "bool")
        .type_error([u8([3])], "#0 `x`: dtype is uint8, expected bool");
    table
        .contract(shim!(dtype_any), "dtype_any(x: Tensor)")
        .accepts([tensor(DType::F8_E4M3FN, [3])], "float8_e4m3fn")
        .accepts([tensor(DType::F32.with_lanes(2), [3])], "float32x2");
    table
}
