//! Strides.

use crate::support::*;

#[test]
fn contiguous() {
    let two = f().tensor("x", view(2));
    two.takes([t(&[2, 3])])
        .takes([t(&[2, 3]).stepping(&[3, 1])])
        .takes([t(&[1, 3]).stepping(&[-77, 1])])
        .takes([t(&[3, 1]).stepping(&[1, 99])])
        .takes([t(&[0, 3]).stepping(&[8, i64::MIN])])
        .refuses(
            [t(&[2, 3]).stepping(&[1, 2])],
            "ValueError: f: argument #0 `x`: strides are [1, 2], expected [3, 1] (contiguous, shape is [2, 3])",
        );
    f().tensor("x", view(1)).refuses(
        [t(&[2]).stepping(&[2])],
        "ValueError: f: argument #0 `x`: strides are [2], expected [1] (contiguous, shape is [2])",
    );
}

#[test]
fn declared() {
    let two = f().tensor("x", view(2).strided().strides("_, 1"));
    two.takes([t(&[2, 3]).stepping(&[7, 1])])
        .takes([t(&[2, 3])])
        .takes([t(&[2, 1]).stepping(&[7, 5])])
        .takes([t(&[0, 3]).stepping(&[7, 5])])
        .refuses(
            [t(&[2, 3]).stepping(&[7, 2])],
            "ValueError: f: argument #0 `x`: strides[1] is 2, expected 1",
        );
    f().tensor("x", view(2).strided().shape("n, _").strides("ld % 2, _"))
        .tensor("y", view(2).strided().strides("ld, n"))
        .takes([t(&[2, 3]).stepping(&[-8, 1]), t(&[3, 3]).stepping(&[-8, 2])])
        .refuses(
            [t(&[2, 3]).stepping(&[8, 1]), t(&[3, 3]).stepping(&[7, 2])],
            "ValueError: f: argument #1 `y`: strides[0] is 7, expected ld = 8 (from `x`.strides[0])",
        )
        .refuses(
            [t(&[2, 3]).stepping(&[8, 1]), t(&[3, 3]).stepping(&[8, 1])],
            "ValueError: f: argument #1 `y`: strides[1] is 1, expected n = 2 (from `x`.shape[0])",
        )
        .refuses(
            [t(&[2, 3]).stepping(&[7, 1]), t(&[3, 3])],
            "ValueError: f: argument #0 `x`: strides[0] is 7, expected a multiple of 2",
        )
        // A dimension of extent 1 binds no symbol, and neither does a tensor without elements.
        .takes([
            t(&[1, 3]).stepping(&[5, 1]),
            t(&[3, 3]).stepping(&[7, 1]).change(|y| y.shape = Some(vec![3, 1])),
        ])
        .takes([t(&[2, 0]).stepping(&[5, 1]), t(&[3, 3]).stepping(&[7, 2])]);
}

#[test]
fn lists_and_untyped_views_have_strides_too() {
    f().tensor("x", untyped().strides("ld, 1"))
        .tensor("ys", untyped().list().strides(".., le, 1"))
        .takes([t(&[2, 3]), list([t(&[2]).change(|y| y.shape = Some(vec![4, 1])).change(|y| y.ndim = 2)])])
        .refuses([t(&[2]), list([])], "ValueError: f: argument #0 `x`: ndim is 1, expected 2 (shape is [2])")
        .refuses(
            [t(&[2, 3]), list([t(&[2, 3]), t(&[2, 4])])],
            "ValueError: f: argument #1 `ys`[1]: strides[0] is 4, expected le = 3 (from `ys`[0].strides[0])",
        );
    f().tensor("x", view(0).any_rank().strided().shape("n, ..").strides("_, 1"))
        .takes([t(&[2, 3])])
        .refuses(
            [t(&[2, 3, 4])],
            "ValueError: f: argument #0 `x`: ndim is 3, expected 2 (shape is [2, 3, 4])",
        )
        .refuses([t(&[])], "ValueError: f: argument #0 `x`: ndim is 0, expected 1 or more (shape is [])");
}

#[test]
fn what_reaches_too_far_is_told_before_what_is_declared() {
    f().tensor("x", view(1).strided().strides("2")).refuses(
        [t(&[3]).stepping(&[i64::MAX])],
        "ValueError: f: argument #0 `x`: strides are [9223372036854775807], which reach beyond memory (shape is [3])",
    );
}

#[test]
fn expressions_see_the_shapes_of_all() {
    f().tensor("x", view(2).strided().shape("n, _").strides("2 * m, 1"))
        .tensor("y", view(1).shape("m"))
        .refuses(
            [t(&[2, 3]).stepping(&[7, 1]), t(&[4])],
            "ValueError: f: argument #0 `x`: strides[0] is 7, expected 2 * m = 8 (m = 4 from `y`.shape[0])",
        );
}

#[test]
fn reach() {
    f().tensor("x", view(1).strided())
        .takes([t(&[3]).stepping(&[-1])])
        .takes([t(&[3]).stepping(&[(1 << 60) - 1])])
        .refuses(
            [t(&[3]).stepping(&[i64::MAX])],
            "ValueError: f: argument #0 `x`: strides are [9223372036854775807], which reach beyond memory (shape is [3])",
        )
        .takes([t(&[1]).stepping(&[i64::MIN])]);
    f().tensor("x", untyped()).takes([t(&[3]).stepping(&[i64::MAX])]);
}
