//! Memory that arguments share.

use std::collections::HashMap;

use super::*;
use crate::contract::{are_apart, extent, scan};
use crate::tensor_search::Span;
use crate::{ArrayRef, Contiguous, FfiType, List};

#[test]
fn spans_are_those_that_counting_finds() {
    let extents: &[i64] = if cfg!(miri) { &[0, 2] } else { &[0, 1, 2, 4] };
    let strides: &[i64] = if cfg!(miri) { &[-2, 1] } else { &[-3, -1, 0, 1, 2, 5] };
    let dtypes = [DType::F32, DType::U8, DType::F4_E2M1FN, DType::F4_E2M1FN.with_lanes(2)];
    let mut tensors = Vec::new();
    for &a in extents {
        for &b in extents {
            for &s in strides {
                for &t in strides {
                    for dtype in dtypes {
                        tensors.push(Dl::new(&[a, b]).strides(&[s, t]).dtype(dtype));
                    }
                }
            }
        }
    }
    for tensor in &tensors {
        let counted = bytes_by_counting(tensor.view());
        let span = Span::of(tensor.view()).map(|span| span.bytes());
        assert_eq!(span, counted, "{:?} {:?}", tensor.view(), tensor.view().strides());
    }
}

/// The first byte of an element, and the byte behind the last one.
fn bytes_by_counting(tensor: TensorView<'_>) -> Option<(i128, i128)> {
    let bits = i128::from(tensor.dtype().element_bits());
    let mut offsets = vec![0i128];
    for (extent, stride) in tensor.shape().iter().zip(tensor.strides().iter()) {
        let steps = |offset: i128| (0..*extent).map(move |k| offset + i128::from(k) * i128::from(*stride));
        offsets = offsets.into_iter().flat_map(steps).collect();
    }
    let first = tensor.first_element().addr() as i128;
    let starts = offsets.iter().map(|offset| first + (offset * bits).div_euclid(8));
    let ends = offsets.iter().map(|offset| first - (-(offset + 1) * bits).div_euclid(8));
    Some((starts.min()?, ends.max()?))
}

/// Whether two arguments are apart, by their addresses.
fn apart<A: FfiType, B: FfiType>(a: &A, b: &B) -> bool {
    are_apart(&[extent(a), extent(b)])
}

/// Whether two exports' parameters are apart, by every way of finding out.
fn all_agree(a: &Dl, b: &Dl) -> bool {
    let f = functions!(x: CpuViewMut<'_, f32, 1, Strided>, y: TensorView<'_>);
    let interpreted = f.diagnose(&[a.arg(), b.arg()]).is_none();
    let view = a.view().try_cpu_strided::<f32, 1>().expect("it is a view");
    // SAFETY: nothing is read or written through it.
    let written = unsafe { CpuViewMut::<'_, f32, 1, Strided>::new_unchecked(view.as_tensor()) };
    assert_eq!(apart(&written, &b.view()), interpreted, "{view:?} {:?}", b.view());
    assert_eq!(apart(&b.view(), &written), interpreted, "{view:?} {:?}", b.view());
    interpreted
}

#[test]
fn every_way_to_find_out_agrees() {
    let mut outcomes = [0, 0];
    let offsets = [-12, 8, 12, 0, -24, -16, -8, -4, 4, 16];
    for offset in if cfg!(miri) { &offsets[..2] } else { &offsets[..] } {
        for (extent, stride) in [(0, 1), (1, 1), (2, 1), (3, 1), (3, 2), (2, -1), (3, -2)] {
            let [a, b] = [Dl::new(&[3]), Dl::new(&[extent]).strides(&[stride]).at(*offset)];
            let apart = all_agree(&a, &b);
            let spans = [&a, &b].map(|tensor| Span::of(tensor.view()));
            let expected = match spans {
                [Some(a), Some(b)] => a.is_apart(b),
                _ => true,
            };
            assert_eq!(apart, expected, "{offset} {extent} {stride}");
            outcomes[usize::from(apart)] += 1;
        }
    }
    assert!(outcomes.iter().all(|count| *count > 2), "{outcomes:?}");
}

#[test]
fn views_are_apart_where_their_spans_are() {
    type Mut<'a, L> = CpuViewMut<'a, f32, 2, L>;
    let mut state = 3u64;
    let mut next = move |numbers: &[i64]| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        numbers[(state >> 33) as usize % numbers.len()]
    };
    let mut outcomes = [0, 0];
    for _ in 0..if cfg!(miri) { 20 } else { 3_000 } {
        let mut tensor = || {
            let shape = [next(&[0, 1, 2, 3]), next(&[0, 1, 2, 3])];
            let strides =
                if next(&[0, 1]) == 0 { [shape[1], 1] } else { [next(&[-4, 3, 5]), next(&[-2, -1, 1, 7])] };
            Dl::new(&shape).strides(&strides).at(next(&[-40, -24, -8, -4, 0, 4, 12, 20, 36]))
        };
        let (a, b) = (tensor(), tensor());
        let expected = match [&a, &b].map(|tensor| Span::of(tensor.view())) {
            [Some(a), Some(b)] => a.is_apart(b),
            _ => true,
        };
        outcomes[usize::from(expected)] += 1;
        let expect = |apart: [bool; 2]| assert_eq!(apart, [expected; 2], "{:?} {:?}", a.view(), b.view());
        // SAFETY: nothing is read or written through it.
        let written = unsafe { Mut::<Strided>::new_unchecked(a.view()) };
        let read = b.view().try_cpu_strided::<f32, 2>().expect("it is a view");
        expect([apart(&written, &read), apart(&read, &written)]);
        let Ok(read) = b.view().try_cpu::<f32, 2>() else { continue };
        expect([apart(&written, &read), apart(&read, &written)]);
        if a.view().is_contiguous() {
            // SAFETY: as above.
            let written = unsafe { Mut::<Contiguous>::new_unchecked(a.view()) };
            expect([apart(&written, &read), apart(&read, &written)]);
            expect([apart(&written, &read.into_dyn()), apart(&read.into_dyn(), &written)]);
        }
    }
    assert!(outcomes.iter().all(|count| *count > 2), "{outcomes:?}");
}

#[test]
fn tensors_in_lists_are_apart_where_their_spans_are() {
    let mut state = 5u64;
    let mut next = move |below: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % below
    };
    let mut outcomes = [0, 0];
    for case in 0..if cfg!(miri) { 30 } else { 3_000 } {
        let mut tensors = |count: i64| -> Vec<Dl> {
            let mut tensor = || Dl::new(&[next(4)]).strides(&[next(3) - 1]).at(4 * next(200));
            (0..count).map(|_| tensor()).collect()
        };
        let [all_written, all_read] = [tensors(case % 8), tensors(case % 3)];
        let (Some(a), Some(b)) = (
            all_written.iter().map(written).collect::<Option<Vec<_>>>(),
            all_read.iter().map(read).collect::<Option<Vec<_>>>(),
        ) else {
            continue;
        };
        let span = |tensor: &Dl| Span::of(tensor.view());
        let spans: Vec<_> = all_written.iter().filter_map(span).collect();
        let is_apart = |(index, span): (usize, &Span)| {
            let others = spans[index + 1..]
                .iter()
                .copied()
                .chain(all_read.iter().filter_map(|of| Span::of(of.view())));
            others.into_iter().all(|other| span.is_apart(other))
        };
        let expected = spans.iter().enumerate().all(is_apart);
        outcomes[usize::from(expected)] += 1;
        // The addresses between the tensors of a list count as its own.
        let is_certain = all_written.len() < 2 && all_read.len() < 2;
        let found = apart(&a, &Some(b));
        assert!(if is_certain { found == expected } else { expected || !found }, "{spans:?}");
    }
    assert!(cfg!(miri) || outcomes.iter().all(|count| *count > 2), "{outcomes:?}");
}

fn written(tensor: &Dl) -> Option<CpuViewMut<'_, f32, 1, Strided>> {
    // SAFETY: nothing is read or written through it.
    read(tensor).map(|view| unsafe { CpuViewMut::new_unchecked(view.as_tensor()) })
}

fn read(tensor: &Dl) -> Option<CpuView<'_, f32, 1, Strided>> {
    tensor.view().try_cpu_strided().ok()
}

#[test]
fn types_say_whether_they_list_all_their_tensors() {
    type Read<'a> = CpuView<'a, f32, 1>;
    const fn lists_all_tensors<T: FfiType>() -> bool {
        T::FACTS.lists_all_tensors()
    }
    const {
        assert!(lists_all_tensors::<Read<'_>>() && lists_all_tensors::<Option<Read<'_>>>());
        assert!(lists_all_tensors::<Vec<Vec<Read<'_>>>>() && lists_all_tensors::<Option<[Read<'_>; 2]>>());
        assert!(lists_all_tensors::<ArrayRef<'_, Read<'_>>>() && lists_all_tensors::<HashMap<i64, f64>>());
        assert!(!lists_all_tensors::<AnyView<'_>>() && !lists_all_tensors::<Vec<AnyView<'_>>>());
        assert!(
            !lists_all_tensors::<HashMap<i64, Read<'_>>>() && !lists_all_tensors::<(Read<'_>, Read<'_>)>()
        );
        assert!(!lists_all_tensors::<List<Tensor>>() && !lists_all_tensors::<ArrayRef<'_, Vec<Read<'_>>>>());
    }
}

/// A tensor object, and a view of its memory as an argument.
pub(super) fn object() -> (Tensor, Dl) {
    let tensor = Tensor::from_vec(vec![0f32; 4], &[4]).expect("it is small");
    let data = tensor.view().first_element();
    (tensor, Dl::new(&[4]).raw(|raw| raw.data = data))
}

#[test]
fn containers_of_any_depth_are_searched_once() {
    let (tensor, view) = object();
    let f = functions!(out: CpuViewMut<'_, f32, 1>, other: Any);
    let levels = if cfg!(miri) { 40 } else { 300 };
    let bury = |inner: Any| (0..levels).fold(inner, |value, _| Any::new(vec![value]));
    let found = f.diagnose(&[view.arg(), raw(&bury(Any::new(tensor)))]).expect("it is found");
    assert_eq!(found.matches("[0]").count(), levels, "the whole path is shown");
    assert_eq!(f.diagnose(&[view.arg(), raw(&bury(Any::new(1)))]), None);
    // Twice the same at each level: as many paths as there are numbers.
    let bushy = (0..levels.min(60)).fold(Any::new(1), |value, _| Any::new(vec![value.clone(), value]));
    assert_eq!(f.diagnose(&[view.arg(), raw(&bushy)]), None);
}

#[test]
fn the_quick_search_agrees_with_the_message() {
    let f = functions!(out: CpuViewMut<'_, f32, 1>, other: AnyView<'_>, more: Option<TensorView<'_>>);
    let (tensor, view) = object();
    let values =
        [Any::none(), Any::new(tensor.clone()), Any::new(vec![Any::new(tensor)]), Any::new(object().0)];
    let mut shared = 0;
    for other in &values {
        for more in &values[..2] {
            let args = [view.arg(), raw(other), raw(more)];
            let found = !scan(f.record(), as_args(&args), &[]);
            assert_eq!(found, f.diagnose(&args).is_some());
            shared += usize::from(found);
        }
    }
    assert_eq!(shared, 6);
}

#[test]
fn an_object_to_be_taken_is_looked_at_where_it_is() {
    let (tensor, view) = object();
    let f = functions!(out: CpuViewMut<'_, f32, 1>, other: Tensor);
    let mut slot = Any::new(tensor).into_raw().payload.ptr();
    let place = (&raw mut slot).cast();
    for type_index in [TypeIndex::OBJECT_RVALUE_REF, crate::convert::RVALUE_TO_TAKE] {
        let args = [view.arg(), super::slot(type_index, place)];
        assert!(
            f.diagnose(&args).is_some_and(|text| text.contains("shares memory with argument #1 `other`"))
        );
    }
    assert!(!slot.is_null(), "nothing was taken");
    let tensor = TVMFFIAny::new(TypeIndex::TENSOR, TVMFFIAnyPayload::from_ptr(slot));
    // SAFETY: the slot owns the reference, which is given back here.
    drop(unsafe { Any::from_raw(tensor) });
}
