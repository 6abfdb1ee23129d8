use super::*;
use crate::tensor::typed::CpuCells;
use crate::{DType, bf16};

#[track_caller]
fn assert_refused<T>(result: Result<T>, message: &str) {
    match result {
        Ok(_) => panic!("expected {message:?}"),
        Err(error) => assert_eq!(error.to_string(), format!("ValueError: {message}")),
    }
}

#[test]
fn a_slice_is_read_as_a_tensor() {
    let elements = [1i32, 2, 3, 4, 5, 6];
    let tensor = SliceTensor::new(&elements, [2, 3]).unwrap();
    let x: CpuView<'_, i32, 2> = tensor.view();
    assert_eq!((x.dims(), x.strides(), x[[1, 0]]), ([2, 3], [3, 1], 4));
    assert_eq!(x.as_slice().as_ptr(), elements.as_ptr());
    let any = x.as_tensor();
    assert_eq!((any.shape(), &*any.strides(), any.dtype()), (&[2, 3][..], &[3, 1][..], DType::I32));
    assert_eq!((any.device(), any.byte_offset()), (Device::cpu(), 0));
    assert_eq!(any.try_cpu_strided::<i32, 2>().unwrap().row(1).as_slice(), Some(&[4, 5, 6][..]));
    assert_eq!((x.into_dyn()[[0, 2]], x.as_strided()[[0, 2]]), (3, 3));
    assert_eq!(format!("{tensor:?}"), "SliceTensor(int32[2, 3], cpu:0)");
}

#[test]
fn a_slice_is_written_as_a_tensor() {
    let mut elements = vec![bf16::ZERO; 6];
    let mut tensor = SliceTensorMut::new(&mut elements, [3, 2]).unwrap();
    assert_eq!(format!("{tensor:?}"), "SliceTensorMut(bfloat16[3, 2], cpu:0)");
    let mut x: CpuViewMut<'_, bf16, 2> = tensor.view_mut();
    x[[2, 1]] = bf16::ONE;
    x.row_mut(0).fill(bf16::NEG_ONE);
    let cells: CpuCells<'_, bf16, 2> = x.as_cell_view();
    cells.set([1, 0], cells[[2, 1]].get());
    assert_eq!(tensor.view()[[2, 1]], bf16::ONE);
    tensor.view_mut().as_strided()[[1, 1]] = bf16::ONE;
    assert_eq!(elements, [-1.0, -1.0, 1.0, 1.0, 0.0, 1.0].map(bf16::from_f32));
}

#[test]
fn a_tensor_may_be_moved_between_views() {
    let mut elements = [1u8, 2];
    let mut tensors = vec![SliceTensorMut::new(&mut elements, [2]).unwrap()];
    tensors[0].view_mut()[[0]] = 10;
    let mut tensor = Box::new(tensors.remove(0));
    drop(tensors);
    tensor.view_mut()[[1]] = 20;
    assert_eq!((tensor.view().dims(), tensor.view().as_slice()), ([2], &[10, 20][..]));
    assert_eq!(elements, [10, 20]);
}

#[test]
fn without_dimensions_there_is_one_element() {
    assert_eq!(SliceTensor::new(&[7], []).unwrap().view()[[]], 7);
    assert_refused(SliceTensor::new(&[7u8; 0], []), "shape [] has 1 element, got 0");
    assert_eq!(SliceTensor::with_strides(&[7, 8], [], []).unwrap().view()[[]], 7);
    assert_refused(
        SliceTensor::with_strides(&[7u8; 0], [], []),
        "strides are [], which reach beyond 0 elements (shape is [])",
    );
}

#[test]
fn without_elements_the_extents_are_any() {
    let none: [f64; 0] = [];
    let tensor = SliceTensor::new(&none, [0, 1 << 60]).unwrap();
    assert_eq!((tensor.view().dims(), tensor.view().numel()), ([0, 1 << 60], 0));
    let strides = [isize::MIN, isize::MAX];
    let tensor = SliceTensor::with_strides(&none, [2, 0], strides).unwrap();
    assert_eq!(tensor.view().iter().count(), 0);
    let mut none = none;
    let mut tensor = SliceTensorMut::with_strides(&mut none, [3, 0], strides).unwrap();
    tensor.view_mut().iter_mut().for_each(|element| *element = 1.0);
}

#[test]
fn the_number_of_elements_has_to_be_that_of_the_shape() {
    assert_refused(SliceTensor::new(&[0f32; 5], [2, 3]), "shape [2, 3] has 6 elements, got 5");
    assert_refused(SliceTensorMut::new(&mut [0f32; 7], [2, 3]), "shape [2, 3] has 6 elements, got 7");
    assert_refused(SliceTensor::new(&[0f32; 5], [0, 3]), "shape [0, 3] has 0 elements, got 5");
    // The product wraps to 0, or to 4.
    let too_large = "shape has more elements than memory can hold";
    assert_refused(SliceTensor::new(&[0f32; 0], [1 << 32, 1 << 32]), too_large);
    assert_refused(SliceTensorMut::new(&mut [0f32; 4], [(1 << 62) + 1, 4]), too_large);
    assert_refused(SliceTensor::new(&[0f32], [usize::MAX]), too_large);
    assert_refused(SliceTensor::with_strides(&[0f32], [1 << 61], [0]), too_large);
}

#[test]
fn errors_name_the_line_of_the_caller() {
    let line = line!() + 1;
    let error = SliceTensor::new(&[0f32; 5], [2, 3]).unwrap_err();
    assert!(error.traceback().contains(&format!("slice/tests.rs\", line {line}")), "{}", error.traceback());
    let line = line!() + 1;
    let error = SliceTensor::new(&[0f32; 5], [usize::MAX]).unwrap_err();
    assert!(error.traceback().contains(&format!("slice/tests.rs\", line {line}")), "{}", error.traceback());
}

#[test]
fn strides_reach_every_element_of_the_slice_and_none_beyond() {
    for strides in [[3, 1], [-3, 1], [3, -1], [-3, -1], [1, 2], [-1, 2]] {
        let mut elements = [0; 6];
        let mut tensor = SliceTensorMut::with_strides(&mut elements, [2, 3], strides).unwrap();
        let mut x: CpuViewMut<'_, i32, 2, Strided> = tensor.view_mut();
        x.iter_mut().for_each(|element| *element += 1);
        x[[0, 0]] += 1;
        assert_eq!(tensor.view()[[0, 0]], 2);
        let first = strides.iter().zip([1, 2]).map(|(stride, steps)| -stride.min(&0) * steps).sum::<isize>();
        let mut expected = [1; 6];
        expected[first as usize] = 2;
        assert_eq!(elements, expected, "{strides:?}");
        assert_refused(
            SliceTensor::with_strides(&elements[..5], [2, 3], strides),
            &format!("strides are {strides:?}, which reach beyond 5 elements (shape is [2, 3])"),
        );
    }
}

#[test]
fn strides_leave_gaps_and_repeat_elements() {
    let elements = [1, 2, 0, 3, 4, 0];
    let apart = SliceTensor::with_strides(&elements, [2, 2], [3, 1]).unwrap();
    assert_eq!(apart.view().iter().copied().collect::<Vec<_>>(), [1, 2, 3, 4]);
    let repeated = SliceTensor::with_strides(&elements, [3, 2], [0, 1]).unwrap();
    assert_eq!(repeated.view().iter().copied().collect::<Vec<_>>(), [1, 2, 1, 2, 1, 2]);
    // An irrelevant stride may be any number.
    let alone = SliceTensor::with_strides(&elements, [1, 2], [isize::MIN, 3]).unwrap();
    assert_eq!(alone.view().iter().copied().collect::<Vec<_>>(), [1, 3]);
    assert_refused(
        SliceTensor::with_strides(&elements, [2, 2], [isize::MIN, 1]),
        "strides are [-9223372036854775808, 1], which reach beyond 6 elements (shape is [2, 2])",
    );
}

#[test]
fn an_element_is_written_through_one_index() {
    assert_refused(
        SliceTensorMut::with_strides(&mut [0u8; 6], [3, 2], [0, 1]),
        "strides are [0, 1], which may reach an element twice (shape is [3, 2])",
    );
    assert!(SliceTensorMut::with_strides(&mut [0u8; 6], [1, 2], [0, 1]).is_ok());
}
