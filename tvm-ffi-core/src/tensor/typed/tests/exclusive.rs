//! Writing through exclusive views.

use super::*;

fn matrix() -> Fixture<i32> {
    Fixture::new(numbers(6), &[2, 3])
}

#[test]
fn elements_are_written_where_they_are() {
    let mut fixture = matrix();
    let mut view = fixture.exclusive::<2, Contiguous>();
    view[[0, 1]] = 10;
    *view.get_mut([1, 2]).unwrap() += 100;
    assert!(view.get_mut([2, 0]).is_none());
    // SAFETY: the index is below the extents.
    unsafe { *view.get_unchecked_mut([0, 0]) = -1 };
    view.as_mut_slice()[3] = 33;
    view.row_mut(1)[1] = 44;
    let mut part = view.sub_view_mut();
    part[[0, 2]] = 22;
    assert_eq!(part.get([0, 2]), Some(&22));
    assert_eq!(view[[0, 2]], 22);
    assert_eq!(view.as_slice(), [-1, 10, 22, 33, 44, 105]);
    assert_eq!(fixture.elements, [-1, 10, 22, 33, 44, 105]);
}

#[test]
fn a_view_can_be_lent_and_used_again() {
    fn fill(mut view: CpuViewMut<'_, i32, 2>, value: i32) {
        view.as_mut_slice().fill(value);
    }
    let mut fixture = matrix();
    let mut view = fixture.exclusive::<2, Contiguous>();
    fill(view.reborrow(), 7);
    let shared = view.as_shared();
    assert_eq!((shared.as_slice(), view.as_tensor().shape()), (&[7; 6][..], &[2, 3][..]));
    assert_eq!(view.as_tensor().try_cpu::<i32, 2>().unwrap()[[1, 1]], 7);
    assert_eq!((view.as_ptr(), view.as_mut_ptr().cast_const()), (view.address().cast_const(), view.as_ptr()));
    assert_eq!(format!("{view:?}"), "CpuViewMut(int32[2, 3], cpu:0)");
    let mut part = view.sub_view_mut();
    part.reborrow().as_mut_slice()[0] = 8;
    assert_eq!((part.as_shared()[[0, 0]], format!("{part:?}")), (8, "CpuSubViewMut(int32[2, 3])".to_owned()));
    part.as_mut_ptr();
    assert_eq!(part.as_ptr(), view.as_ptr());
    view[[0, 1]] = 9;
    assert_eq!(view.into_shared().as_slice(), [8, 9, 7, 7, 7, 7]);
}

#[test]
fn all_elements_are_written_once_in_every_way() {
    let double = |element: &mut i32| *element *= 2;
    let mut fixture = matrix();
    let mut view = fixture.exclusive::<2, Contiguous>();
    view.iter_mut().for_each(double);
    view.rows_mut().for_each(|row| row.iter_mut().for_each(double));
    view.chunks_mut(4).for_each(|chunk| chunk.iter_mut().for_each(double));
    view.indexed_mut().for_each(|([i, j], element)| *element += 1000 * i as i32 + 100 * j as i32);
    assert_eq!(view.as_slice(), [0, 108, 216, 1024, 1132, 1240]);
    let mut view = view.transpose_mut();
    view.iter_mut().for_each(|element| *element %= 100);
    assert_eq!(view.iter().copied().collect::<Vec<_>>(), [0, 24, 8, 32, 16, 40]);
    view.rows_mut().for_each(|mut row| row[[1]] = 0);
    view.row_mut(0)[[0]] = 5;
    assert_eq!(view.row(0).iter().copied().collect::<Vec<_>>(), [5, 0]);
    view.into_iter().for_each(double);
    let view = fixture.exclusive::<2, Contiguous>();
    view.into_sub_view().into_rows().for_each(|row| row[2] += 1);
    assert_eq!(fixture.elements, [10, 16, 33, 0, 0, 1]);
}

#[test]
fn references_to_different_elements_live_side_by_side() {
    let mut fixture = matrix();
    let mut view = fixture.exclusive::<2, Strided>();
    let mut all: Vec<&mut i32> = view.iter_mut().collect();
    all.reverse();
    for (number, element) in all.iter_mut().enumerate() {
        **element += 10 * number as i32;
    }
    let mut rows: Vec<CpuSubViewMut<'_, i32, 1, Strided>> = view.rows_mut().collect();
    let (first, second) = rows.split_at_mut(1);
    core::mem::swap(&mut first[0][[0]], &mut second[0][[2]]);
    first[0].as_mut_slice().unwrap().swap_with_slice(second[0].as_mut_slice().unwrap());
    assert_eq!(view.iter().copied().collect::<Vec<_>>(), fixture.elements);
}

#[test]
fn rows_that_lie_apart_are_written_as_slices() {
    let mut fixture = Fixture::new(numbers(7), &[2, 3]).with_strides(&[4, 1]);
    let mut view = fixture.exclusive::<2, Strided>();
    let mut rows: Vec<&mut [i32]> = view.row_slices_mut().unwrap().collect();
    let (first, second) = rows.split_at_mut(1);
    first[0].swap_with_slice(second[0]);
    assert_eq!(view.row_slices().unwrap().collect::<Vec<_>>(), [[4, 5, 6], [0, 1, 2]]);
    view.slice_axis_mut(1, 1..).row_slices_mut().unwrap().for_each(|row| row.fill(9));
    assert!(view.transpose_mut().row_slices_mut().is_none() && view.transpose().row_slices().is_none());
    assert_eq!(fixture.elements, [4, 9, 9, 3, 0, 9, 9]);
}

#[test]
fn interleaved_parts_are_written_at_once() {
    let mut fixture = Fixture::new(numbers(12), &[4, 3]);
    let mut view = fixture.exclusive::<2, Contiguous>();
    let columns = view.transpose_mut();
    let (mut front, mut back) = columns.split_at(0, 1);
    assert_eq!((front.dims(), back.dims()), ([1, 4], [2, 4]));
    for column in 0..4 {
        core::mem::swap(&mut front[[0, column]], &mut back[[1, column]]);
    }
    assert!(front.as_mut_slice().is_none() && front.as_slice().is_none());
    assert_eq!(fixture.elements, [2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9]);
}

#[test]
fn parts_are_split_sliced_and_reshaped_to_be_written() {
    let mut fixture = Fixture::new(numbers(12), &[3, 4]);
    let mut view = fixture.exclusive::<2, Contiguous>();
    let (mut front, mut back) = view.split_at_mut(0, 1);
    let (front, back) = (front.as_mut_slice().unwrap(), back.as_mut_slice().unwrap());
    front.swap_with_slice(&mut back[4..]);
    view.slice_mut(1..2).as_mut_slice().fill(0);
    view.slice_axis_mut(1, 3..).iter_mut().for_each(|element| *element = -1);
    view.step_mut(1, 3).slice(..1).iter_mut().for_each(|element| *element *= 5);
    view.reshape_mut([2, 6]).unwrap()[[1, 5]] = 77;
    view.permute_mut([1, 0])[[1, 2]] = 66;
    assert_eq!(fixture.elements, [40, 9, 10, -5, 0, 0, 0, -1, 0, 66, 2, 77]);
    let mut view = fixture.exclusive::<2, Contiguous>();
    assert_eq!(view.slice(2..).as_slice(), [0, 66, 2, 77]);
    assert_eq!(
        (view.transpose()[[3, 2]], view.step(1, 3)[[2, 1]], view.permute([1, 0])[[1, 2]]),
        (77, 77, 66)
    );
    assert_eq!(view.split_at(0, 2).1.as_slice(), view.slice_axis(0, 2..).as_slice());
    assert_eq!(view.reshape([12]).unwrap()[[11]], 77);
    assert_eq!(view.rows().map(|row| row[0]).collect::<Vec<_>>(), [40, 0, 0]);
    assert_eq!(view.indexed().filter(|(_, element)| *element == 66).collect::<Vec<_>>(), [([2, 1], 66)]);
    assert_eq!((view.iter().count(), view.chunks(5).count(), view.row(2)[3]), (12, 3, 77));
    view.reborrow().into_slice()[0] = 1;
    assert_eq!(view.into_sub_view().into_slice()[0], 1);
}

#[test]
fn what_is_empty_can_be_written_through() {
    let mut fixture = Fixture::<f64>::new(vec![], &[2, 0]).with(|raw| raw.data = core::ptr::null_mut());
    let mut view = fixture.exclusive::<2, Contiguous>();
    view.as_mut_slice().fill(1.0);
    view.row_mut(1).fill(1.0);
    assert!(view.get_mut([0, 0]).is_none());
    assert_eq!((view.rows_mut().len(), view.iter_mut().count(), view.indexed_mut().count()), (2, 0, 0));
    let mut view = view.as_strided();
    assert_eq!((view.rows_mut().len(), view.iter_mut().count()), (2, 0));
    assert_eq!(view.row_slices_mut().unwrap().map(|row| row.len()).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(view.as_mut_slice(), Some(&mut [][..]));
}

#[test]
fn parts_are_written_by_several_threads() {
    let mut fixture = Fixture::new(vec![0i32; 12], &[3, 4]);
    let mut view = fixture.exclusive::<2, Contiguous>();
    std::thread::scope(|scope| {
        for (number, row) in view.rows_mut().enumerate() {
            scope.spawn(move || row.fill(number as i32));
        }
    });
    std::thread::scope(|scope| {
        for mut column in view.transpose_mut().into_rows() {
            scope.spawn(move || column.iter_mut().for_each(|element| *element += 10));
        }
    });
    assert_eq!(fixture.elements, [10, 10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12]);
}

#[test]
fn which_views_may_be_sent_and_shared() {
    /// Tells whether a type is `Send` and `Sync`: the method of the type itself, where its bounds hold, goes before that of
    /// the trait.
    struct Is<T>(PhantomData<T>);
    trait Otherwise {
        fn may_be_sent(&self) -> bool {
            false
        }
    }
    impl<T> Otherwise for Is<T> {}
    impl<T: Send + Sync> Is<T> {
        fn may_be_sent(&self) -> bool {
            true
        }
    }
    macro_rules! may_be_sent {
        ($type:ty) => {
            Is::<$type>(PhantomData).may_be_sent()
        };
    }
    assert!(may_be_sent!(CpuView<'_, f32, 2>) && may_be_sent!(CpuViewMut<'_, f32, 2, Strided>));
    assert!(may_be_sent!(CpuSubView<'_, f32, 2>) && may_be_sent!(CpuSubViewMut<'_, f32, 2, Strided>));
    assert!(may_be_sent!(CudaViewMut<'_, f32, 2>) && may_be_sent!(CpuViewMutD<'_, f32>));
    assert!(may_be_sent!(Iter<'_, Exclusive, f32, Dyn>) && may_be_sent!(Rows<'_, Shared, f32>));
    assert!(may_be_sent!(StridedRows<'_, Exclusive, f32, 2>) && may_be_sent!(IndexedMut<'_, f32, 2>));
    assert!(may_be_sent!(RowSlices<'_, Exclusive, f32, 2>) && may_be_sent!(TensorMut));
    assert!(!may_be_sent!(CpuCells<'_, f32, 2>) && !may_be_sent!(SubView<'_, Cells, f32, 2>));
    assert!(!may_be_sent!(Iter<'_, Cells, f32, Dyn>) && !may_be_sent!(Rows<'_, Cells, f32>));
    assert!(!may_be_sent!(RowSlices<'_, Cells, f32, 2>));
    assert!(!may_be_sent!(StridedRows<'_, Cells, f32, 2>) && !may_be_sent!(Indexed<'_, Cells, f32, 2>));
}
