//! Views whose rank is known at run time.

use super::*;

#[test]
fn elements_are_found_by_as_many_numbers_as_there_are_dimensions() {
    let fixture = Fixture::new(numbers(12), &[2, 3, 2]);
    let view: CpuViewD<'_, i32> = fixture.view().try_cpu_dyn().unwrap();
    assert_eq!((view.ndim(), view.shape(), view.numel()), (3, &[2, 3, 2][..], 12));
    assert_eq!(*view.strides(), [6, 2, 1]);
    assert_eq!(
        (view[[1, 2, 1]], view[&[1, 2, 1]], view[&[1usize, 0, 0][..]], view[vec![0, 1, 1]]),
        (11, 11, 6, 3)
    );
    assert_eq!((view.get([1, 2, 1]), view.get([1, 3, 0]), view.get([1, 2])), (Some(&11), None, None));
    assert_eq!((view.as_slice(), view.iter().sum::<i32>()), (&numbers(12)[..], 66));
    assert_eq!(view.chunks(7).count(), 2);
    assert_eq!(format!("{view:?}"), "CpuViewD(int32[2, 3, 2], cpu:0)");
}

#[test]
#[should_panic(expected = "index [1] is out of bounds for shape [2, 3]")]
fn an_index_of_another_rank_panics() {
    let fixture = Fixture::new(numbers(6), &[2, 3]);
    let view: CpuViewD<'_, i32> = fixture.view().try_cpu_dyn().unwrap();
    let _ = view[[1]];
}

#[test]
fn strides_may_be_any() {
    let fixture = Fixture::new(numbers(6), &[3, 2]).with_strides(&[1, 3]);
    let view: CpuViewD<'_, i32, Strided> = fixture.view().try_cpu_strided_dyn().unwrap();
    assert_eq!((view[[2, 1]], view.get([1, 0]), view.get([3, 0])), (5, Some(&1), None));
    assert_eq!(view.iter().copied().collect::<Vec<_>>(), [0, 3, 1, 4, 2, 5]);
    assert_eq!(view.iter().fold(0, |sum, element| 10 * sum + element), 31425);
    assert!(!view.is_contiguous() && view.as_slice().is_none());
    let fixture = Fixture::new(numbers(6), &[3, 2]);
    let view: CpuViewD<'_, i32, Strided> = fixture.view().try_cpu_strided_dyn().unwrap();
    assert_eq!((view[[2, 0]], view.as_slice()), (4, Some(&numbers(6)[..])));
    let scalar = Fixture::new(vec![5], &[]);
    let view: CpuViewD<'_, i32, Strided> = scalar.view().try_cpu_strided_dyn().unwrap();
    assert_eq!((view[[]], view.iter().collect::<Vec<_>>()), (5, vec![&5]));
}

#[test]
fn elements_are_written() {
    let mut fixture = Fixture::new(numbers(4), &[2, 2]);
    let mut view = fixture.exclusive::<2, Contiguous>().into_dyn();
    view[[0, 1]] = 10;
    *view.get_mut([1, 0]).unwrap() = 20;
    assert_eq!(view.get([1, 0]), Some(&20));
    assert_eq!(view.get_mut([1]), None);
    view.as_mut_slice()[3] = 30;
    view.iter_mut().for_each(|element| *element += 1);
    view.chunks_mut(2).for_each(|chunk| chunk.reverse());
    assert_eq!(view.as_slice(), [11, 1, 31, 21]);
    let mut view = view.as_strided();
    view.iter_mut().for_each(|element| *element -= 1);
    view[[0, 0]] = 5;
    assert_eq!((view.iter().sum::<i32>(), view.as_slice()), (55, Some(&[5, 0, 30, 20][..])));
    view.as_mut_slice().unwrap()[1] = 6;
    let view: CpuViewMut<'_, i32, 2, Strided> = view.with_rank().unwrap();
    assert_eq!(view.try_contiguous().unwrap().into_slice(), [5, 6, 30, 20]);
}

#[test]
fn a_rank_is_told_and_forgotten() {
    let fixture = Fixture::new(numbers(6), &[2, 3]);
    let view: CpuViewD<'_, i32> = fixture.view().try_cpu_dyn().unwrap();
    assert_eq!(view.with_rank::<2>().unwrap().into_dyn().with_rank::<2>().unwrap()[[1, 2]], 5);
    assert_eq!(
        view.with_rank::<3>().unwrap_err().to_string(),
        "ValueError: ndim is 2, expected 3 (shape is [2, 3])"
    );
}

#[test]
fn views_without_elements() {
    let fixture = Fixture::<f32>::new(vec![], &[2, 0]).with(|raw| raw.data = core::ptr::null_mut());
    let view: CpuViewD<'_, f32> = fixture.view().try_cpu_dyn().unwrap();
    assert_eq!((view.as_slice(), view.get([0, 0]), view.iter().count()), (&[][..], None, 0));
    assert_eq!(view.as_strided().iter().count(), 0);
}
