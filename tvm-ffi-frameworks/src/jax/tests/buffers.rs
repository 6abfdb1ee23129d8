//! Buffers as tensors.

use tvm_ffi_core::__private::Out;
use tvm_ffi_core::DType;

use super::made::{Argument, Frame, output, plan, recorded, tensor};

/// The tensor that an export gets for a buffer.
fn passed(dtype: i32, shape: &[i64]) -> Argument {
    let mut frame = Frame::new().argument(dtype, shape);
    assert_eq!(frame.call(&plan(vec![tensor("x")])), Ok(()));
    recorded().swap_remove(0)
}

#[test]
fn dtypes_keep_their_names() {
    let names = [
        (1, "bool"),
        (2, "int8"),
        (3, "int16"),
        (4, "int32"),
        (5, "int64"),
        (6, "uint8"),
        (7, "uint16"),
        (8, "uint32"),
        (9, "uint64"),
        (10, "float16"),
        (11, "float32"),
        (12, "float64"),
        (15, "complex64"),
        (16, "bfloat16"),
        (18, "complex128"),
        (19, "float8_e5m2"),
        (20, "float8_e4m3fn"),
        (23, "float8_e4m3b11fnuz"),
        (24, "float8_e5m2fnuz"),
        (25, "float8_e4m3fnuz"),
        (28, "float8_e4m3"),
        (29, "float8_e3m4"),
        (32, "float4_e2m1fn"),
        (33, "float8_e8m0fnu"),
    ];
    for number in -1..40 {
        let found = super::super::dtype::dtype(number).map(|dtype| dtype.to_string());
        let expected = names.iter().find(|(of, _)| *of == number).map(|(_, name)| name.to_string());
        assert_eq!(found, expected, "{number}");
    }
    for (number, name) in names {
        let Argument::Tensor { dtype, .. } = passed(number, &[2]) else { panic!("no tensor") };
        assert_eq!(dtype.to_string(), name);
    }
}

#[test]
fn tensors_are_row_major() {
    // More dimensions than there is room for on the stack: only the first and the middle one have two elements.
    let long: Vec<i64> = (0..60).map(|index| i64::from(index % 30 == 0) + 1).collect();
    let strides: Vec<i64> = (0..60).map(|index| if index < 30 { 2 } else { 1 }).collect();
    let usual: [(&[i64], &[i64]); 5] =
        [(&[], &[]), (&[3], &[1]), (&[2, 3, 4], &[12, 4, 1]), (&[2, 0, 3], &[3, 3, 1]), (&long, &strides)];
    for (shape, expected) in usual {
        let Argument::Tensor { dtype, shape: found, strides, data } = passed(11, shape) else {
            panic!("no tensor")
        };
        assert_eq!((dtype, found.as_slice(), strides.as_slice()), (DType::F32, shape, expected));
        assert_ne!(data, 0);
    }
}

#[test]
fn outputs_that_begin_with_zeroes_are_cleared_and_no_more() {
    for (dtype, shape, expected) in
        [(11, &[2, 3][..], 24), (2, &[5], 5), (32, &[3], 2), (12, &[], 8), (12, &[4, 0], 0)]
    {
        let mut frame = Frame::without_output().result(dtype, shape);
        assert_eq!(frame.call(&plan(vec![])), Ok(()));
        // SAFETY: the frame keeps it.
        let data = unsafe { (*frame.results[0]).data };
        // SAFETY: each buffer has so many bytes.
        let bytes = unsafe { core::slice::from_raw_parts(data.cast::<u8>(), 64) };
        assert!(bytes[..expected].iter().all(|byte| *byte == 0));
        assert!(bytes[expected..].iter().all(|byte| *byte == 0xAA));
    }
}

#[test]
fn outputs_and_arguments_keep_their_places() {
    let between = vec![tensor("a"), output("y0", Out::Any), tensor("b")];
    let mut frame = Frame::without_output().argument(2, &[]).argument(3, &[]).result(4, &[]).result(5, &[]);
    assert_eq!(frame.call(&plan(between)), Ok(()));
    let dtypes = recorded().into_iter().map(|argument| match argument {
        Argument::Tensor { dtype, .. } => dtype,
        other => panic!("{other:?}"),
    });
    assert_eq!(dtypes.collect::<Vec<_>>(), [DType::I8, DType::I32, DType::I16, DType::I64]);
}

#[test]
fn more_tensors_than_there_is_room_for_on_the_stack_are_passed() {
    const NAMES: [&str; 20] = ["x"; 20];
    let many = plan(NAMES.map(tensor).into());
    let mut frame = Frame::new();
    for _ in NAMES {
        frame = frame.argument(11, &[2, 3, 4]);
    }
    assert_eq!(frame.call(&many), Ok(()));
    let is_right = |argument: &Argument| matches!(argument, Argument::Tensor { strides, .. } if strides[..] == [12, 4, 1]);
    assert_eq!(recorded().iter().filter(|argument| is_right(argument)).count(), 20);
}
