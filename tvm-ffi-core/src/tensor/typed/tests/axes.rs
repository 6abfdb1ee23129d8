//! Parts along one dimension, against a model that computes the place of each element.

use super::*;

/// A layout, and the place of the element with index zero.
struct Case {
    dims: [usize; 3],
    strides: [isize; 3],
    first: usize,
}

/// Rows, columns, and planes in order, backwards, apart, and none.
fn cases() -> Vec<Case> {
    let case = |dims, strides, first| Case { dims, strides, first };
    let mut cases = vec![
        case([2, 3, 4], [12, 4, 1], 0),
        case([4, 2, 3], [1, 12, 4], 0),
        case([2, 3, 4], [-12, 4, -1], 15),
        case([2, 2, 2], [12, -8, 3], 8),
        case([1, 5, 1], [99, 2, -99], 1),
        case([3, 0, 2], [2, 7, 1], 0),
        case([0, 3, 5], [1, 1, 1], 0),
    ];
    if cfg!(miri) {
        // Miri takes a minute for all of them.
        cases.drain(..3);
    }
    cases
}

impl Case {
    fn fixture(&self) -> Fixture<i32> {
        let shape = self.dims.map(|dim| dim as i64);
        let strides = self.strides.map(|stride| stride as i64);
        let offset = (self.first * 4) as u64;
        Fixture::new(numbers(24), &shape).with_strides(&strides).with(|raw| raw.byte_offset = offset)
    }

    /// The elements in order; each is the number of its place.
    fn elements(&self, keep: impl Fn([usize; 3]) -> bool) -> Vec<i32> {
        let [x, y, z] = self.dims;
        let all = (0..x).flat_map(|i| (0..y).flat_map(move |j| (0..z).map(move |k| [i, j, k])));
        let place = |index: [usize; 3]| {
            let steps = index.iter().zip(self.strides).map(|(index, stride)| *index as isize * stride);
            self.first as isize + steps.sum::<isize>()
        };
        all.filter(|index| keep(*index)).map(|index| place(index) as i32).collect()
    }
}

fn list<const N: usize, L: Layout>(view: CpuSubView<'_, i32, N, L>) -> Vec<i32> {
    view.indexed().map(|(_, element)| element).collect()
}

#[test]
fn an_index_of_a_dimension_is_a_view_without_it() {
    for case in cases().into_iter().chain([Case { dims: [3, 2, 4], strides: [0, 5, 1], first: 3 }]) {
        let fixture = case.fixture();
        let view = fixture.view().try_cpu_strided::<i32, 3>().unwrap();
        for axis in 0..3 {
            for at in 0..case.dims[axis] {
                let part: CpuSubView<'_, i32, 2, Strided> = view.index_axis(axis, at);
                let mut dims = case.dims.to_vec();
                dims.remove(axis);
                assert_eq!(part.dims(), *dims);
                assert_eq!(list(part), case.elements(|index| index[axis] == at), "{dims:?} {axis} {at}");
            }
        }
    }
}

#[test]
fn two_parts_have_all_elements_and_none_twice() {
    for case in cases() {
        let mut fixture = case.fixture();
        let expected = case.elements(|_| true);
        for axis in 0..3 {
            for middle in 0..=case.dims[axis] {
                let view = fixture.view().try_cpu_strided::<i32, 3>().unwrap();
                let (front, back) = view.split_at(axis, middle);
                assert_eq!(list(front), case.elements(|index| index[axis] < middle));
                assert_eq!(list(back), case.elements(|index| index[axis] >= middle));
                let mut view = fixture.exclusive::<3, Strided>();
                let (mut front, mut back) = view.split_at_mut(axis, middle);
                // References to all elements live side by side.
                let mut all: Vec<&mut i32> = front.iter_mut().chain(back.iter_mut()).collect();
                all.iter_mut().for_each(|element| **element += 100);
                all.iter_mut().for_each(|element| **element -= 100);
                assert_eq!(all.len(), expected.len());
            }
        }
        assert_eq!(fixture.elements, numbers(24));
    }
}

#[test]
fn chunks_have_all_elements_in_order_and_the_last_is_shorter() {
    for case in cases() {
        let mut fixture = case.fixture();
        for axis in 0..3 {
            for size in [1, 2, 3, 4, 5, usize::MAX] {
                let view = fixture.view().try_cpu_strided::<i32, 3>().unwrap();
                let chunks = view.axis_chunks(axis, size);
                let expected: Vec<Vec<i32>> = (0..case.dims[axis].div_ceil(size))
                    .map(|chunk| case.elements(|index| index[axis] / size == chunk))
                    .collect();
                assert_eq!(chunks.len(), expected.len());
                assert_eq!(chunks.clone().map(list).collect::<Vec<_>>(), expected);
                let mut backwards: Vec<_> = chunks.rev().map(list).collect();
                backwards.reverse();
                assert_eq!(backwards, expected);
                let mut view = fixture.exclusive::<3, Strided>();
                let mut parts: Vec<_> = view.axis_chunks_mut(axis, size).collect();
                let elements = |part: &mut CpuSubViewMut<'_, i32, 3, Strided>| list(part.as_shared());
                assert_eq!(parts.iter_mut().map(elements).collect::<Vec<_>>(), expected);
                let mut all: Vec<&mut i32> = parts.iter_mut().flat_map(|part| part.iter_mut()).collect();
                all.iter_mut().for_each(|element| **element ^= 1);
                all.iter_mut().for_each(|element| **element ^= 1);
            }
        }
    }
}

#[test]
fn chunks_are_taken_from_both_ends() {
    let fixture = Fixture::new(numbers(10), &[5, 2]);
    let view: CpuView<'_, i32, 2> = fixture.view().try_cpu().unwrap();
    let mut chunks = view.axis_chunks(0, 2);
    assert_eq!(chunks.next_back().map(list), Some(vec![8, 9]));
    assert_eq!(chunks.next().map(list), Some(vec![0, 1, 2, 3]));
    assert_eq!(format!("{chunks:?}"), "1 left");
    assert_eq!(chunks.next_back().map(list), Some(vec![4, 5, 6, 7]));
    assert_eq!((chunks.next().map(list), chunks.next_back().map(list)), (None, None));
}

#[test]
fn elements_that_share_a_place_are_read_and_written_as_cells() {
    let fixture = Fixture::new(numbers(4), &[3, 4]).with_strides(&[0, 1]);
    // SAFETY: no other code has the elements.
    let view: CpuCells<'_, i32, 2, Strided> = unsafe { View::assume(fixture.view()) }.unwrap();
    view.index_axis(0, 2).set([1], 7);
    assert_eq!(view.split_at(1, 2).0[[0, 1]].get(), 7);
    assert_eq!(view.axis_chunks(0, 2).map(|part| part[[0, 1]].get()).collect::<Vec<_>>(), [7, 7]);
}

#[test]
fn one_dimension_leaves_an_element() {
    let mut fixture = Fixture::new(numbers(3), &[3]);
    let mut view = fixture.exclusive::<1, Contiguous>();
    assert_eq!(view.index_axis(0, 2)[[]], 2);
    view.index_axis_mut(0, 1)[[]] = 9;
    assert_eq!(view.as_slice(), [0, 9, 2]);
}
