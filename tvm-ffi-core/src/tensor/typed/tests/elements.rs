//! Reading: metadata, elements, rows, and ways through them.

use core::ptr::null_mut;

use super::*;
use crate::{F4E2M1FNx2, bf16, f16};

/// The numbers from zero on, two by three by four, and the same with the dimensions of memory in another order.
fn cube() -> Fixture<i32> {
    Fixture::new(numbers(24), &[2, 3, 4])
}

fn permuted() -> Fixture<i32> {
    // Element [i, j, k] is number 2 * i + 8 * j + k * 1 of memory.
    Fixture::new(numbers(24), &[4, 3, 2]).with_strides(&[2, 8, 1])
}

fn all<const N: usize>(dims: [usize; N]) -> Vec<[usize; N]> {
    let count = dims.iter().product();
    (0..count)
        .map(|mut number| {
            let mut index = [0; N];
            for (place, dim) in index.iter_mut().zip(dims).rev() {
                *place = number % dim;
                number /= dim;
            }
            index
        })
        .collect()
}

#[test]
fn metadata_is_that_of_the_tensor() {
    let fixture = cube();
    let view: CpuView<'_, i32, 3> = fixture.view().try_cpu().unwrap();
    assert_eq!((view.shape(), view.dims(), view.strides()), (&[2, 3, 4][..], [2, 3, 4], [12, 4, 1]));
    assert_eq!((view.ndim(), view.numel(), view.dim(1)), (3, 24, 3));
    assert_eq!((view.dtype(), view.device()), (DType::I32, Device::cpu()));
    assert_eq!(view.as_ptr(), fixture.elements.as_ptr());
    assert_eq!(view.address().cast_const(), view.as_ptr());
    assert!(view.is_contiguous());
    assert_eq!(view.as_tensor().as_raw(), fixture.view().as_raw());
    assert_eq!(format!("{view:?}"), "CpuView(int32[2, 3, 4], cpu:0)");
    let sub = view.sub_view();
    assert_eq!((sub.dims(), sub.strides(), sub.ndim(), sub.numel()), ([2, 3, 4], [12, 4, 1], 3, 24));
    assert_eq!((sub.dim(2), sub.as_ptr()), (4, view.as_ptr()));
    assert_eq!(format!("{sub:?}"), "CpuSubView(int32[2, 3, 4])");

    let fixture = permuted();
    let view: CpuView<'_, i32, 3, Strided> = fixture.view().try_cpu_strided().unwrap();
    assert_eq!((view.dims(), view.strides()), ([4, 3, 2], [2, 8, 1]));
    assert!(!view.is_contiguous() && !view.sub_view().is_contiguous());
}

#[test]
fn strides_of_a_contiguous_view_are_those_that_it_needs() {
    let fixture = Fixture::new(numbers(3), &[1, 3]).with_strides(&[77, 1]);
    assert_eq!(fixture.view().try_cpu::<i32, 2>().unwrap().strides(), [3, 1]);
    assert_eq!(fixture.view().try_cpu_strided::<i32, 2>().unwrap().strides(), [77, 1]);
    let fixture = Fixture::new(numbers(6), &[2, 3]);
    assert_eq!(fixture.view().try_cpu_strided::<i32, 2>().unwrap().strides(), [3, 1]);
}

#[test]
fn elements_are_found_by_index() {
    let fixture = cube();
    let view: CpuView<'_, i32, 3> = fixture.view().try_cpu().unwrap();
    for [i, j, k] in all([2, 3, 4]) {
        let number = (12 * i + 4 * j + k) as i32;
        assert_eq!((view[[i, j, k]], view.sub_view()[[i, j, k]]), (number, number));
        assert_eq!((view.get([i, j, k]), view.sub_view().get([i, j, k])), (Some(&number), Some(&number)));
        // SAFETY: the index is below the extents.
        assert_eq!(unsafe { view.get_unchecked([i, j, k]) }, &number);
    }
    for outside in [[2, 0, 0], [0, 3, 0], [0, 0, 4], [usize::MAX, 0, 0], [usize::MAX; 3]] {
        assert_eq!((view.get(outside), view.sub_view().get(outside)), (None, None));
    }

    let fixture = permuted();
    let view: CpuView<'_, i32, 3, Strided> = fixture.view().try_cpu_strided().unwrap();
    for [i, j, k] in all([4, 3, 2]) {
        let number = (2 * i + 8 * j + k) as i32;
        assert_eq!((view[[i, j, k]], view.sub_view()[[i, j, k]]), (number, number));
        assert_eq!(view.get([i, j, k]), Some(&number));
    }
    assert_eq!(view.get([4, 0, 0]), None);
}

#[test]
#[should_panic(expected = "index [1, 3] is out of bounds for shape [2, 3]")]
fn an_index_that_is_not_there_panics() {
    let fixture = Fixture::new(numbers(6), &[2, 3]);
    let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
    let _ = view[[1, 3]];
}

#[test]
fn a_scalar_has_one_element_and_one_row() {
    let fixture = Fixture::new(vec![7], &[]).with(|raw| raw.shape = null_mut());
    let view: CpuView<'_, i32, 0> = fixture.view().try_cpu().unwrap();
    assert_eq!((view[[]], view.as_slice(), view.numel()), (7, &[7][..], 1));
    assert_eq!((view.dims(), view.strides(), view.shape()), ([0; 0], [0; 0], &[][..]));
    assert_eq!(view.rows().collect::<Vec<_>>(), [[7]]);
    assert_eq!(view.row(0), [7]);
    assert_eq!(view.indexed().collect::<Vec<_>>(), [([], 7)]);
    let strided = view.as_strided();
    assert_eq!(strided.iter().collect::<Vec<_>>(), [&7]);
    assert_eq!(strided.iter().sum::<i32>(), 7);
    assert_eq!(strided.rows().map(|row| row[[0]]).collect::<Vec<_>>(), [7]);
}

#[test]
fn elements_come_in_the_order_of_their_indices() {
    let fixture = cube();
    let view: CpuView<'_, i32, 3> = fixture.view().try_cpu().unwrap();
    assert!(view.iter().copied().eq(0..24));
    assert!(view.sub_view().iter().copied().eq(0..24));
    assert!(view.indexed().eq(all([2, 3, 4]).into_iter().zip(0..24)));
    assert_eq!(view.chunks(5).map(<[i32]>::len).collect::<Vec<_>>(), [5, 5, 5, 5, 4]);

    let fixture = permuted();
    let view: CpuView<'_, i32, 3, Strided> = fixture.view().try_cpu_strided().unwrap();
    let expected: Vec<i32> = all([4, 3, 2]).iter().map(|index| view[*index]).collect();
    assert_eq!(view.iter().copied().collect::<Vec<_>>(), expected);
    assert_eq!(view.sub_view().iter().copied().collect::<Vec<_>>(), expected);
    assert!(view.indexed().eq(all([4, 3, 2]).into_iter().zip(expected.iter().copied())));
}

#[test]
fn iterators_know_what_is_left_and_fold_from_anywhere() {
    let fixture = permuted();
    let view: CpuView<'_, i32, 3, Strided> = fixture.view().try_cpu_strided().unwrap();
    let all: Vec<i32> = view.iter().copied().collect();
    for taken in 0..=24 {
        let mut iter = view.iter();
        let front: Vec<i32> = iter.by_ref().take(taken).copied().collect();
        assert_eq!((iter.len(), format!("{iter:?}")), (24 - taken, format!("{} left", 24 - taken)));
        let back = iter.clone().fold(Vec::new(), |mut back, element| {
            back.push(*element);
            back
        });
        assert_eq!([front, back].concat(), all);
        let mut rest = iter;
        assert!(rest.by_ref().copied().eq(all[taken..].iter().copied()));
        assert_eq!((rest.next(), rest.next()), (None, None));
    }
}

#[test]
fn rows_are_slices_or_views() {
    let fixture = cube();
    let view: CpuView<'_, i32, 3> = fixture.view().try_cpu().unwrap();
    let rows: Vec<&[i32]> = view.rows().collect();
    assert_eq!((rows.len(), rows[0], rows[5]), (6, &[0, 1, 2, 3][..], &[20, 21, 22, 23][..]));
    assert!((0..6).all(|row| view.row(row) == rows[row] && view.sub_view().row(row) == rows[row]));
    assert_eq!((view.rows().len(), view.sub_view().rows().len()), (6, 6));
    let mut both_ends = view.rows();
    assert_eq!((both_ends.next(), both_ends.next_back(), both_ends.len()), (Some(rows[0]), Some(rows[5]), 4));
    assert_eq!(both_ends.clone().rev().collect::<Vec<_>>(), [rows[4], rows[3], rows[2], rows[1]]);
    assert_eq!((both_ends.by_ref().count(), both_ends.next(), both_ends.next_back()), (4, None, None));

    let fixture = permuted();
    let view: CpuView<'_, i32, 3, Strided> = fixture.view().try_cpu_strided().unwrap();
    assert_eq!(view.rows().len(), 12);
    for (number, row) in view.rows().enumerate() {
        let expected = [view[[number / 3, number % 3, 0]], view[[number / 3, number % 3, 1]]];
        assert_eq!(row.iter().copied().collect::<Vec<_>>(), expected);
        assert_eq!(row.as_slice(), Some(&expected[..]), "neighbours along the last dimension");
        assert_eq!(view.row(number).as_slice(), Some(&expected[..]));
    }
    let columns = view.transpose();
    assert_eq!(columns.row(0).as_slice(), None);
    assert_eq!(columns.row(1).iter().copied().collect::<Vec<_>>(), [8, 10, 12, 14]);
}

#[test]
#[should_panic(expected = "row 2 is out of bounds: there are 2 (shape is [2, 3])")]
fn a_row_that_is_not_there_panics() {
    let fixture = Fixture::new(numbers(6), &[2, 3]);
    fixture.view().try_cpu::<i32, 2>().unwrap().row(2);
}

#[test]
#[should_panic(expected = "row 2 is out of bounds: there are 2 (shape is [2, 3])")]
fn a_strided_row_that_is_not_there_panics() {
    let fixture = Fixture::new(numbers(6), &[2, 3]).with_strides(&[1, 2]);
    fixture.view().try_cpu_strided::<i32, 2>().unwrap().row(2);
}

#[test]
fn rows_that_lie_apart_are_slices_if_their_elements_are_neighbours() {
    let fixture =
        Fixture::new(numbers(24), &[2, 2, 3]).with_strides(&[-12, 4, 1]).with(|raw| raw.byte_offset = 48);
    let view: CpuView<'_, i32, 3, Strided> = fixture.view().try_cpu_strided().unwrap();
    let mut rows = view.row_slices().unwrap();
    assert_eq!((rows.len(), format!("{rows:?}")), (4, "4 left".to_owned()));
    assert_eq!(rows.next(), Some(&[12, 13, 14][..]));
    assert_eq!((rows.len(), rows.clone().count()), (3, 3));
    assert_eq!(rows.collect::<Vec<_>>(), [[16, 17, 18], [0, 1, 2], [4, 5, 6]]);
    assert_eq!(view.slice_axis(2, 1..2).row_slices().unwrap().collect::<Vec<_>>(), [[13], [17], [1], [5]]);
    assert!(view.step(2, 2).row_slices().is_none() && view.permute([0, 2, 1]).row_slices().is_none());
    // A single element has no neighbour.
    assert_eq!(view.step(2, 3).row_slices().unwrap().collect::<Vec<_>>(), [[12], [16], [0], [4]]);

    let repeated = Fixture::new(numbers(3), &[2, 3]).with_strides(&[0, 1]);
    let view: CpuView<'_, i32, 2, Strided> = repeated.view().try_cpu_strided().unwrap();
    assert_eq!(view.row_slices().unwrap().collect::<Vec<_>>(), [[0, 1, 2]; 2]);
    let repeated = Fixture::new(numbers(3), &[3, 2]).with_strides(&[1, 0]);
    assert!(repeated.view().try_cpu_strided::<i32, 2>().unwrap().row_slices().is_none());

    let one = Fixture::new(numbers(1), &[]);
    assert_eq!(
        one.view().try_cpu_strided::<i32, 0>().unwrap().row_slices().unwrap().collect::<Vec<_>>(),
        [[0]]
    );
}

#[test]
fn nothing_is_read_where_there_is_no_element() {
    for shape in [[0, 3], [3, 0], [0, 0]] {
        let fixture = Fixture::<f64>::new(vec![], &shape).with_strides(&[i64::MAX, -5]).with(|raw| {
            raw.data = null_mut();
            raw.byte_offset = 3;
        });
        let view: CpuView<'_, f64, 2> = fixture.view().try_cpu().unwrap();
        assert_eq!((view.as_slice(), view.numel(), view.get([0, 0])), (&[][..], 0, None));
        assert_eq!(view.rows().map(<[f64]>::len).collect::<Vec<_>>(), vec![0; shape[0] as usize]);
        assert!(view.iter().next().is_none() && view.indexed().next().is_none());
        let view: CpuView<'_, f64, 2, Strided> = fixture.view().try_cpu_strided().unwrap();
        assert_eq!((view.as_slice(), view.get([0, 0])), (Some(&[][..]), None));
        assert_eq!((view.iter().count(), view.rows().len()), (0, shape[0] as usize));
        assert_eq!(view.iter().fold(0, |count, _| count + 1), 0);
        assert!(view.rows().all(|row| row.iter().next().is_none()));
        let rows = view.row_slices().unwrap();
        assert_eq!(rows.map(<[f64]>::len).collect::<Vec<_>>(), vec![0; shape[0] as usize]);
        assert_eq!(view.transpose().iter().count(), 0);
        assert_eq!(view.slice_axis(1, ..).step(0, 2).iter().count(), 0);
    }
    let fixture = Fixture::<u8>::new(vec![], &[i64::MAX, i64::MAX, 0]);
    let view: CpuView<'_, u8, 3> = fixture.view().try_cpu().unwrap();
    assert_eq!((view.as_slice(), view.get([1, 1, 0])), (&[][..], None));
}

#[test]
fn strides_may_be_negative_zero_or_lead_nowhere() {
    let fixture = Fixture::new(numbers(6), &[2, 3]).with_strides(&[-3, -1]).with(|raw| raw.byte_offset = 20);
    let view: CpuView<'_, i32, 2, Strided> = fixture.view().try_cpu_strided().unwrap();
    assert!(view.iter().copied().eq([5, 4, 3, 2, 1, 0]));
    assert_eq!((view[[0, 0]], view[[1, 2]]), (5, 0));

    let fixture = Fixture::new(numbers(3), &[2, 3]).with_strides(&[0, 1]);
    let view: CpuView<'_, i32, 2, Strided> = fixture.view().try_cpu_strided().unwrap();
    assert!(view.iter().copied().eq([0, 1, 2, 0, 1, 2]));

    let fixture = Fixture::new(numbers(2), &[1, 2, 1]).with_strides(&[i64::MAX, 1, i64::MIN]);
    let view: CpuView<'_, i32, 3, Strided> = fixture.view().try_cpu_strided().unwrap();
    assert!(view.iter().copied().eq([0, 1]) && view.indexed().map(|(_, x)| x).eq([0, 1]));
    assert_eq!(view.as_slice(), Some(&[0, 1][..]));
    assert_eq!(view.rows().map(|row| row[[0]]).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(view.row_slices().unwrap().collect::<Vec<_>>(), [[0], [1]]);
}

#[test]
fn every_element_type_is_read_as_itself() {
    fn check<T: Element + PartialEq + fmt::Debug>(values: [T; 2]) {
        let fixture = Fixture::new(values.to_vec(), &[2]);
        let view: CpuView<'_, T, 1> = fixture.view().try_cpu().unwrap();
        assert_eq!((view[[0]], view.as_slice()), (values[0], &values[..]));
    }
    check([1f32, -2.0]);
    check([1f64, -2.0]);
    check([1i8, i8::MIN]);
    check([1i16, i16::MIN]);
    check([1i32, i32::MIN]);
    check([1i64, i64::MIN]);
    check([1u8, u8::MAX]);
    check([1u16, u16::MAX]);
    check([1u32, u32::MAX]);
    check([1u64, u64::MAX]);
    check([f16::ONE, f16::NEG_ONE]);
    check([bf16::ONE, bf16::NEG_ONE]);
    check([crate::Bool8::from(true), crate::Bool8::from(false)]);
    check([crate::Complex::new(1f32, 2.0), crate::Complex::new(3.0, 4.0)]);
    check([crate::Complex::new(1f64, 2.0), crate::Complex::new(3.0, 4.0)]);
    check([crate::F8E4M3FN::from_bits(1), crate::F8E4M3FN::from_bits(0x7e)]);
    check([crate::F8E5M2::from_bits(1), crate::F8E5M2::from_bits(2)]);
    check([F4E2M1FNx2::from_bits(0x12), F4E2M1FNx2::from_bits(0x34)]);
    assert_eq!(F4E2M1FNx2::DTYPE.to_string(), "float4_e2m1fnx2");
    assert_eq!(<crate::Complex<f32> as Element>::DTYPE.bits(), 64);
}
