//! Parts of views, and views under another shape.

use super::*;

fn matrix() -> Fixture<i32> {
    Fixture::new(numbers(12), &[3, 4])
}

fn list<A: CopyAccess, const N: usize, L: Layout>(view: SubView<'_, A, i32, N, L>) -> Vec<i32> {
    view.indexed().map(|(_, element)| element).collect()
}

#[test]
fn a_slice_along_the_first_dimension_stays_contiguous() {
    let fixture = matrix();
    let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
    assert_eq!(view.slice(1..).as_slice(), (4..12).collect::<Vec<_>>());
    assert_eq!(view.slice(..=1).dims(), [2, 4]);
    assert_eq!(view.slice(1..2).as_slice(), [4, 5, 6, 7]);
    assert_eq!(view.slice(..).as_slice(), view.as_slice());
    assert_eq!(view.slice(3..).as_slice(), []);
    assert_eq!(view.slice((core::ops::Bound::Excluded(0), core::ops::Bound::Unbounded)).dims(), [2, 4]);
    assert_eq!(view.slice(1..).slice(1..)[[0, 3]], 11);
    assert_eq!(view.slice(1..).row(1), [8, 9, 10, 11]);
}

#[test]
fn a_slice_along_another_dimension_is_strided() {
    let fixture = matrix();
    let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
    assert_eq!(list(view.slice_axis(1, 1..3)), [1, 2, 5, 6, 9, 10]);
    assert_eq!(list(view.slice_axis(0, 1..2).slice_axis(1, 2..)), [6, 7]);
    assert_eq!(list(view.slice_axis(1, 4..)), []);
    assert_eq!(list(view.as_strided().sub_view().slice(2..)), [8, 9, 10, 11]);
}

#[test]
fn steps_leave_elements_out() {
    let fixture = matrix();
    let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
    assert_eq!(list(view.step(1, 2)), [0, 2, 4, 6, 8, 10]);
    assert_eq!(list(view.step(1, 3)), [0, 3, 4, 7, 8, 11]);
    assert_eq!(list(view.step(0, 2)), [0, 1, 2, 3, 8, 9, 10, 11]);
    assert_eq!(list(view.step(0, usize::MAX)), [0, 1, 2, 3]);
    assert_eq!(list(view.step(0, 1)), numbers(12));
    assert_eq!(list(view.slice(..0).step(0, 5)), []);
}

#[test]
fn a_view_is_split_in_two() {
    let fixture = matrix();
    let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
    for middle in 0..=3 {
        let (front, back) = view.split_at(0, middle);
        assert_eq!((front.dim(0), back.dim(0)), (middle, 3 - middle));
        let [front, back] = [front, back].map(|part| part.try_contiguous().unwrap().as_slice());
        assert_eq!([front, back].concat(), numbers(12));
    }
}

#[test]
fn dimensions_change_places() {
    let fixture = Fixture::new(numbers(24), &[2, 3, 4]);
    let view: CpuView<'_, i32, 3> = fixture.view().try_cpu().unwrap();
    let (transposed, permuted) = (view.transpose(), view.permute([1, 2, 0]));
    assert_eq!((transposed.dims(), permuted.dims()), ([4, 3, 2], [3, 4, 2]));
    for ([i, j, k], element) in view.indexed() {
        assert_eq!((transposed[[k, j, i]], permuted[[j, k, i]]), (element, element));
    }
    assert_eq!(list(transposed.transpose()), numbers(24));
    assert_eq!(list(permuted.permute([2, 0, 1])), numbers(24));
}

#[test]
fn the_same_elements_have_many_shapes() {
    let fixture = matrix();
    let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
    assert_eq!(view.reshape([12]).unwrap().as_slice(), numbers(12));
    let cube = view.reshape([2, 3, 2]).unwrap();
    assert_eq!((cube.strides(), cube[[1, 0, 1]]), ([6, 2, 1], 7));
    assert_eq!(view.slice(..0).reshape([5, 0, 7]).unwrap().dims(), [5, 0, 7]);
    let message = |dims: [usize; 2]| view.reshape(dims).unwrap_err().to_string();
    assert_eq!(message([3, 5]), "ValueError: shape [3, 5] has 15 elements, expected the 12 of [3, 4]");
    assert_eq!(
        message([usize::MAX, 2]),
        format!(
            "ValueError: shape [{}, 2] has more than memory can hold elements, expected the 12 of [3, 4]",
            usize::MAX
        )
    );
    assert_eq!(
        message([usize::MAX, 0]),
        format!("ValueError: shape [{}, 0] has 0 elements, expected the 12 of [3, 4]", usize::MAX)
    );
}

#[test]
fn a_layout_is_told_and_forgotten() {
    let fixture = matrix();
    let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
    assert_eq!(view.as_strided().try_contiguous().unwrap().as_slice(), view.as_slice());
    assert_eq!(view.transpose().transpose().try_contiguous().unwrap().as_slice(), view.as_slice());
    assert_eq!(view.slice_axis(0, 1..2).try_contiguous().unwrap().as_slice(), [4, 5, 6, 7]);
    assert_eq!(view.slice_axis(1, ..1).slice_axis(0, 1..2).try_contiguous().unwrap().strides(), [1, 1]);
    assert_eq!(
        view.transpose().try_contiguous().unwrap_err().to_string(),
        "ValueError: strides are [1, 4], expected [3, 1] (contiguous, shape is [4, 3])"
    );
    let fixture = Fixture::new(numbers(12), &[4, 3]).with_strides(&[1, 4]);
    let view: CpuView<'_, i32, 2, Strided> = fixture.view().try_cpu_strided().unwrap();
    assert_eq!(
        view.try_contiguous().unwrap_err().to_string(),
        "ValueError: strides are [1, 4], expected [3, 1] (contiguous, shape is [4, 3])"
    );
}

#[test]
fn what_is_not_there_panics() {
    let fixture = matrix();
    let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
    let scalar = Fixture::new(vec![1], &[]);
    let message = |test: &dyn Fn() -> usize| {
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(test)).unwrap_err();
        match payload.downcast::<String>() {
            Ok(text) => *text,
            Err(payload) => payload.downcast::<&str>().unwrap().to_string(),
        }
    };
    assert_eq!(message(&|| view.slice(2..5).ndim()), "range 2..5 is out of bounds for extent 3");
    #[allow(clippy::reversed_empty_ranges, reason = "that is what is tested")]
    let reversed = || view.slice(2..1).ndim();
    assert_eq!(message(&reversed), "range 2..1 is out of bounds for extent 3");
    let last = || view.slice(..=usize::MAX).ndim();
    assert_eq!(message(&last), format!("range 0..{} is out of bounds for extent 3", usize::MAX));
    assert_eq!(message(&|| view.slice_axis(2, ..).ndim()), "axis 2 is out of bounds: ndim is 2");
    assert_eq!(message(&|| view.step(1, 0).ndim()), "step is 0, expected 1 or more");
    assert_eq!(message(&|| view.step(3, 1).ndim()), "axis 3 is out of bounds: ndim is 2");
    assert_eq!(message(&|| view.permute([0, 0]).ndim()), "axes [0, 0] have 0 twice");
    assert_eq!(message(&|| view.permute([0, 2]).ndim()), "axis 2 is out of bounds: ndim is 2");
    assert_eq!(message(&|| view.split_at(0, 4).0.ndim()), "range 0..4 is out of bounds for extent 3");
    assert_eq!(message(&|| view.split_at(1, 5).0.ndim()), "range 0..5 is out of bounds for extent 4");
    assert_eq!(message(&|| view.split_at(2, 0).0.ndim()), "axis 2 is out of bounds: ndim is 2");
    assert_eq!(message(&|| view.index_axis(1, 4).ndim()), "index 4 is out of bounds for extent 4");
    assert_eq!(message(&|| view.index_axis(2, 0).ndim()), "axis 2 is out of bounds: ndim is 2");
    assert_eq!(message(&|| view.axis_chunks(2, 1).len()), "axis 2 is out of bounds: ndim is 2");
    assert_eq!(message(&|| view.axis_chunks(0, 0).len()), "the size of chunks is 0, expected 1 or more");
    let of_scalar = || scalar.view().try_cpu::<i32, 0>().unwrap().slice(..).ndim();
    assert_eq!(message(&of_scalar), "axis 0 is out of bounds: ndim is 0");
}

#[test]
fn an_extent_is_the_integer_that_a_kernel_takes() {
    let fixture = Fixture::new(vec![0i32; 1], &[1 << 31, 0]).with_strides(&[0, 1]);
    let view: CudaView<'_, i32, 2> = {
        // SAFETY: the tensor has no elements.
        unsafe { View::new_unchecked(fixture.view()) }
    };
    assert_eq!((view.dim_as::<i64>(0).unwrap(), view.dim_as::<u32>(0).unwrap()), (1 << 31, 1 << 31));
    let message =
        "ValueError: shape[0] is 2147483648, which is out of range for i32, expected 0 to 2147483647";
    assert_eq!(view.dim_as::<i32>(0).unwrap_err().to_string(), message);
    assert_eq!(view.dim_as::<i32>(1).unwrap(), 0);
    assert_eq!(view.into_dyn().dim_as::<i32>(0).unwrap_err().to_string(), message);
    assert_eq!(fixture.view().dim_as::<i32>(0).unwrap_err().to_string(), message);
    let strided: CpuView<'_, i32, 2, Strided> = fixture.view().try_cpu_strided().unwrap();
    assert_eq!(strided.sub_view().dim_as::<i32>(0).unwrap_err().to_string(), message);
    let missing = std::panic::catch_unwind(|| fixture.view().dim_as::<i32>(2).map(drop));
    assert!(missing.is_err());
}
