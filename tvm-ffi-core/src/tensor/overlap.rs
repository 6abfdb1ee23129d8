//! Whether strides may reach one element twice.

/// Whether two indices may lead to the same element: none do where each stride is beyond the reach of the smaller ones.
///
/// All views of an array that slicing, transposing and `diagonal` make are so. Layouts that interleave dimensions count as reached
/// twice; that some are not would take a search. The number of elements and the layout's reach have been checked.
pub(super) fn reaches_twice(shape: &[i64], strides: &[i64]) -> bool {
    if shape.contains(&0) {
        return false;
    }
    // The reach fits, so the strides do along which there is more than one element.
    let axes = shape.iter().zip(strides).filter(|(extent, _)| **extent > 1);
    let mut sorted: Vec<_> = axes.map(|(extent, stride)| (stride.wrapping_abs(), *extent - 1)).collect();
    sorted.sort_unstable();
    let mut reach = 0;
    sorted.into_iter().any(|(stride, steps)| {
        let is_met = stride <= reach;
        reach += steps * stride;
        is_met
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_counting(shape: &[i64], strides: &[i64]) -> bool {
        let mut offsets = vec![0i64];
        for (extent, stride) in shape.iter().zip(strides) {
            offsets =
                offsets.iter().flat_map(|offset| (0..*extent).map(move |i| offset + i * stride)).collect();
        }
        let all = offsets.len();
        offsets.sort_unstable();
        offsets.dedup();
        offsets.len() != all
    }

    #[test]
    fn every_small_layout_that_reaches_an_element_twice_is_found() {
        let extents: &[i64] = if cfg!(miri) { &[0, 2] } else { &[0, 1, 2, 3, 5] };
        let strides: &[i64] = if cfg!(miri) { &[-2, 1, 3] } else { &[-7, -2, 0, 1, 2, 3, 4, 6, 9] };
        let mut twice = 0;
        for &a in extents {
            for &b in extents {
                for &c in extents {
                    for &s in strides {
                        for &t in strides {
                            for &u in strides {
                                if by_counting(&[a, b, c], &[s, t, u]) {
                                    assert!(
                                        reaches_twice(&[a, b, c], &[s, t, u]),
                                        "{a} {b} {c}; {s} {t} {u}"
                                    );
                                    twice += 1;
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(twice > 0);
    }

    #[test]
    fn layouts_of_many_dimensions() {
        assert!(!reaches_twice(&[], &[]));
        assert!(!reaches_twice(&[2; 20], &core::array::from_fn::<_, 20, _>(|axis| 1 << axis)));
        assert!(reaches_twice(&[2; 20], &core::array::from_fn::<_, 20, _>(|axis| 1 << (axis / 2))));
        assert!(!reaches_twice(&[2, 2, 2, 2], &[1, 3, 9, 27].map(|stride| -stride)));
        assert!(!reaches_twice(&[2, 3, 2], &[50, 7, 3]));
        assert!(!reaches_twice(&[2, 1, 3], &[-5, i64::MIN, 2]));
    }

    #[test]
    fn dimensions_that_are_interleaved_count_as_reached_twice() {
        assert!(reaches_twice(&[2, 3], &[3, 2]));
        assert!(reaches_twice(&[2, 3, 12], &[50, 7, 3]));
        assert!(reaches_twice(&[2, 3, 13], &[50, 7, 3]));
        assert!(reaches_twice(&[1 << 40, 2], &[2, 4095]));
    }
}
