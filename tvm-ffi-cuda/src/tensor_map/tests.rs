use tvm_ffi_core::{Bool8, Complex, ErrorKind, F4E2M1FNx2, F8E4M3FN, F8E5M2, bf16, f16};

use super::*;

/// A builder for a tensor of `f16`.
fn builder<const N: usize>(dims: [u64; N], strides: [i64; N], tile: [u32; N]) -> TensorMapBuilder<N> {
    TensorMapBuilder {
        device: 0,
        geometry: Geometry { address: 0x7f00_0000_0000, dims, strides, element: 2 },
        data_type: DataType::of::<f16>(),
        tile,
        order: core::array::from_fn(|axis| N - 1 - axis),
        steps: [1; N],
        swizzle: Swizzle::None,
        interleave: Interleave::None,
        l2_promotion: L2Promotion::None,
        is_nan_filled: false,
    }
}

fn error<const N: usize>(builder: TensorMapBuilder<N>) -> String {
    let error = builder.plan().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ValueError);
    error.message().to_string()
}

#[test]
fn the_innermost_dimension_comes_first() {
    let plan = builder([3, 100, 64], [8000, 80, 1], [1, 32, 64]).element_strides([1, 2, 1]).plan().unwrap();
    assert_eq!(
        plan,
        Plan { dims: [64, 100, 3], strides: [160, 16000, 0], tile: [64, 32, 1], steps: [1, 2, 1] }
    );
    let plan = builder([64, 100, 3], [1, 80, 8000], [64, 32, 1]).order([0, 1, 2]).plan().unwrap();
    assert_eq!((plan.dims, plan.strides), ([64, 100, 3], [160, 16000, 0]));
    let plan = builder([256], [1], [256]).plan().unwrap();
    assert_eq!((plan.dims, plan.tile), ([256], [256]));
}

#[test]
fn irrelevant_strides_are_replaced() {
    let plan = builder([5, 1, 60], [64, 3, 1], [1, 1, 8]).plan().unwrap();
    assert_eq!(plan.strides, [128, 128, 0]);
    assert!(builder([1, 1], [1, 9], [1, 8]).plan().is_ok());
}

#[test]
fn violated_rules_are_named() {
    let good = builder([100, 64], [64, 1], [64, 64]);
    assert!(good.swizzle(Swizzle::B128).plan().is_ok());
    assert_eq!(
        error(good.swizzle(Swizzle::B64)),
        "the box has 128 bytes along dimension 1, expected at most the 64 of B64 swizzle"
    );
    assert_eq!(
        error(builder([100, 64], [64, 2], [64, 64])),
        "strides[1] is 2, expected 1 for a tensor map: along this dimension elements have to be contiguous"
    );
    assert_eq!(
        error(builder([100, 64], [65, 1], [64, 64])),
        "strides[0] is 65 elements of 2 bytes, expected a multiple of 16 bytes below 2^40 for a tensor map"
    );
    assert_eq!(
        error(builder([100, 64], [1 << 39, 1], [64, 64])),
        "strides[0] is 549755813888 elements of 2 bytes, expected a multiple of 16 bytes below 2^40 for a tensor map"
    );
    assert_eq!(
        error(builder([100, 64], [64, 1], [257, 64])),
        "the box has 257 elements along dimension 0, expected 1 to 256"
    );
    assert_eq!(
        error(builder([100, 64], [64, 1], [64, 4])),
        "the box has 8 bytes along dimension 1, expected a multiple of 16"
    );
    assert_eq!(
        error(builder([0, 64], [64, 1], [64, 64])),
        "shape[0] is 0, expected 1 to 2^32 for a tensor map"
    );
    assert_eq!(
        error(good.element_strides([9, 1])),
        "the element stride is 9 along dimension 0, expected 1 to 8"
    );
    assert_eq!(error(good.order([1, 1])), "the order of dimensions is [1, 1], expected each of 0 to 1 once");
    assert_eq!(
        error(good.interleave(Interleave::B16)),
        "the tensor has 2 dimensions, expected 3 or more where channels are interleaved"
    );
    let mut odd = good;
    odd.geometry.address += 8;
    assert_eq!(error(odd), "the address is 0x7f0000000008, expected a multiple of 16 for a tensor map");
    let mut whole = good.fill_with_nan();
    assert!(whole.plan().is_ok());
    whole.data_type = DataType::of::<i16>();
    assert_eq!(
        error(whole),
        "elements outside the tensor cannot be filled with NaN: its elements are not floats"
    );
}

#[test]
fn interleaved_slices_have_their_own_rules() {
    let slices = builder([4, 8, 16], [128, 16, 1], [1, 8, 3]).interleave(Interleave::B32);
    assert_eq!(error(slices), "swizzle is None, expected B32 where slices of 32 bytes are interleaved");
    assert!(slices.swizzle(Swizzle::B32).plan().is_ok());
    let mut odd = slices.swizzle(Swizzle::B32);
    odd.geometry.address += 16;
    assert_eq!(error(odd), "the address is 0x7f0000000010, expected a multiple of 32 for a tensor map");
}

#[test]
fn elements_have_the_numbers_of_cuda_h() {
    let types = [
        DataType::of::<u8>(),
        DataType::of::<F8E4M3FN>(),
        DataType::of::<F8E5M2>(),
        DataType::of::<F4E2M1FNx2>(),
        DataType::of::<Bool8>(),
        DataType::of::<i16>(),
        DataType::of::<u32>(),
        DataType::of::<i32>(),
        DataType::of::<u64>(),
        DataType::of::<Complex<f32>>(),
        DataType::of::<i64>(),
        DataType::of::<f16>(),
        DataType::of::<f32>(),
        DataType::of::<f64>(),
        DataType::of::<bf16>(),
        DataType::of::<f32>().as_tf32(),
        DataType::of::<f64>().as_tf32(),
    ];
    assert_eq!(types.map(DataType::number), [0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 11, 8]);
}
