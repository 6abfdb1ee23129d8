//! Types, pointers, ranks, dtypes, devices, and the order of all phases.

use contracts_random::arguments::Argument;
use contracts_random::contracts::model::{Inner, Kind, Nested};

use crate::support::*;

#[test]
fn types() {
    f().tensor("x", view(1))
        .takes([t(&[2])])
        .refuses([Text], "TypeError: f: argument #0 `x`: expected Tensor, got str")
        .refuses([Integer(1)], "TypeError: f: argument #0 `x`: expected Tensor, got int")
        .refuses([Nothing], "TypeError: f: argument #0 `x`: expected Tensor, got None");
    f().tensor("x", view(1).optional())
        .takes([Nothing])
        .refuses([Text], "TypeError: f: argument #0 `x`: expected Optional[Tensor], got str");
    f().tensor("xs", untyped().list())
        .takes([list([t(&[1]), t(&[2, 2])])])
        .refuses([Nothing], "TypeError: f: argument #0 `xs`: expected Array[Tensor], got None")
        .refuses([list([t(&[1]), Text])], "TypeError: f: argument #0 `xs`[1]: expected Tensor, got str");
    f().integer("n", "u8")
        .takes([Integer(255)])
        .takes([Argument::Bool(true)])
        .refuses(
            [Integer(256)],
            "ValueError: f: argument #0 `n`: 256 is out of range for u8, expected 0 to 255",
        )
        .refuses([Argument::Float(1.0)], "TypeError: f: argument #0 `n`: expected int, got float");
    f().with("n", Kind::Integer { rust: "i64", optional: true, default: None })
        .takes([Nothing])
        .refuses([Text], "TypeError: f: argument #0 `n`: expected Optional[int], got str");
    f().with("p", Kind::Nested { form: Nested::Pair, of: Inner::Any, default: false })
        .takes([list([t(&[2]), t(&[3])])])
        .refuses([Nothing], "TypeError: f: argument #0 `p`: expected Tuple[Tensor, Tensor], got None")
        .refuses([list([t(&[2])])], "ValueError: f: argument #0 `p`: expected 2 elements, got 1");
    f().with("a", Kind::Anything).takes([Text]).takes([Nothing]);
}

#[test]
fn pointers() {
    let two = f().tensor("x", view(2));
    two.refuses(
        [Argument::NullTensor],
        "ValueError: f: argument #0 `x`: expected Tensor, got a null DLTensor*",
    )
    .refuses(
        [t(&[2, 3]).change(|tensor| tensor.shape = None)],
        "ValueError: f: argument #0 `x`: shape is null, expected 2 extents",
    )
    .refuses(
        [t(&[2, 3]).at(0)],
        "ValueError: f: argument #0 `x`: data is null, expected memory for 6 elements",
    )
    .refuses(
        [t(&[1, 1]).at(0)],
        "ValueError: f: argument #0 `x`: data is null, expected memory for 1 element",
    )
    .takes([t(&[2, 0]).at(0)])
    // Memory is not asked for where the extents say nothing.
    .refuses([t(&[2, -3]).at(0)], "ValueError: f: argument #0 `x`: shape[1] is -3, expected 0 or more");
    f().tensor("x", view(0)).takes([t(&[]).change(|tensor| tensor.shape = None)]);
}

#[test]
fn ranks() {
    f().tensor("x", view(2))
        .refuses(
            [t(&[2, 3, 4])],
            "ValueError: f: argument #0 `x`: ndim is 3, expected 2 (shape is [2, 3, 4])",
        )
        .refuses([t(&[])], "ValueError: f: argument #0 `x`: ndim is 0, expected 2 (shape is [])")
        .refuses(
            [t(&[1, 1]).change(|tensor| tensor.ndim = -1)],
            "ValueError: f: argument #0 `x`: ndim is -1, expected 0 or more",
        );
    f().tensor("x", view(0).any_rank().shape("n, .., m"))
        .takes([t(&[2, 3])])
        .takes([t(&[2, 7, 8, 3])])
        .refuses([t(&[4])], "ValueError: f: argument #0 `x`: ndim is 1, expected 2 or more (shape is [4])");
    f().tensor("x", untyped().shape("n, m"))
        .refuses([t(&[4])], "ValueError: f: argument #0 `x`: ndim is 1, expected 2 (shape is [4])");
    f().tensor("x", view(0).any_rank().strided().strides("_, 1"))
        .refuses([t(&[4])], "ValueError: f: argument #0 `x`: ndim is 1, expected 2 (shape is [4])");
}

#[test]
fn dtypes() {
    f().tensor("x", view(1))
        .refuses([t(&[2]).of(I64)], "TypeError: f: argument #0 `x`: dtype is int64, expected float32");
    f().tensor("x", view(1).element("Bool8"))
        .refuses([t(&[2])], "TypeError: f: argument #0 `x`: dtype is float32, expected bool");
    f().tensor("x", untyped().dtypes(&["f32", "f16"])).takes([t(&[2])]).refuses(
        [t(&[2]).of(I64)],
        "TypeError: f: argument #0 `x`: dtype is int64, expected one of float32, float16",
    );
    let dispatch = f()
        .dispatch("T", &["f32", "f64"])
        .tensor("x", view(1).variable(0).optional())
        .tensor("y", view(1).variable(0));
    dispatch
        .takes([t(&[2]).of(F64), t(&[3]).of(F64)])
        .takes([Nothing, t(&[3]).of(F64)])
        .refuses(
            [t(&[2]).of(I64), t(&[3])],
            "TypeError: f: argument #0 `x`: dtype is int64, expected one of float32, float64",
        )
        .refuses(
            [t(&[2]), t(&[3]).of(F64)],
            "TypeError: f: argument #1 `y`: dtype is float64, expected T = float32 (from `x`)",
        );
}

#[test]
fn devices() {
    f().tensor("x", view(1))
        .refuses([t(&[2]).on(2, 0)], "ValueError: f: argument #0 `x`: device is cuda:0, expected cpu");
    f().tensor("x", view(1).cuda())
        .takes([t(&[2]).on(2, 1)])
        .refuses([t(&[2])], "ValueError: f: argument #0 `x`: device is cpu:0, expected cuda");
    f().tensor("x", untyped().devices(&["cpu", "rocm"])).refuses(
        [t(&[2]).on(2, 3)],
        "ValueError: f: argument #0 `x`: device is cuda:3, expected one of cpu, rocm",
    );
}

#[test]
fn one_gpu() {
    f().tensor("x", view(1).cuda())
        .tensor("ys", untyped().list())
        .takes([t(&[2]).on(2, 1), list([t(&[2]).on(3, 0), t(&[2]).on(2, 1), t(&[2])])])
        .refuses(
            [t(&[2]).on(2, 1), list([t(&[2]), t(&[2]).on(2, 0)])],
            "ValueError: f: argument #1 `ys`[1]: device is cuda:0, expected cuda:1 (from `x`)",
        );
    f().tensor("xs", untyped().list()).refuses(
        [list([t(&[2]).on(2, 3), t(&[2]).on(2, 0)])],
        "ValueError: f: argument #0 `xs`[1]: device is cuda:0, expected cuda:3 (from `xs`[0])",
    );
}

#[test]
fn one_gpu_in_other_types() {
    let nested = |form, of| Kind::Nested { form, of, default: false };
    f().tensor("x", view(1).cuda())
        .with("p", nested(Nested::Pair, Inner::Cuda))
        .takes([t(&[2]).on(2, 1), list([t(&[2]).on(2, 1), t(&[3]).on(2, 1)])])
        .refuses(
            [t(&[2]).on(2, 1), list([t(&[2]).on(2, 1), t(&[2]).on(2, 0)])],
            "ValueError: f: argument #1 `p`[1]: device is cuda:0, expected cuda:1 (from `x`)",
        );
    f().with("m", nested(Nested::Map, Inner::Any)).refuses(
        [Argument::Map(vec![t(&[2]).on(2, 3), t(&[2]).on(1, 0), t(&[2]).on(2, 0)])],
        "ValueError: f: argument #0 `m`[\"c\"]: device is cuda:0, expected cuda:3 (from `m`[\"a\"])",
    );
    f().with("r", nested(Nested::Rows, Inner::Any)).refuses(
        [list([list([]), list([t(&[2]).on(2, 1), t(&[2]).on(2, 0)])])],
        "ValueError: f: argument #0 `r`[1][1]: device is cuda:0, expected cuda:1 (from `r`[1][0])",
    );
    f().with("r", nested(Nested::Union, Inner::Cuda)).refuses(
        [list([t(&[2]).on(2, 1), t(&[2]).on(1, 0)])],
        "ValueError: f: argument #0 `r`[1]: device is cpu:0, expected cuda",
    );
}

/// In each call, an earlier argument has the mistakes of all later phases.
#[test]
fn the_plainest_thing_is_named() {
    let function =
        f().tensor("x", view(1).shape("4").align(64)).tensor("y", view_mut(1).shape("4").align(64));
    let good = t(&[4]).at(0x1000);
    let refuses = |bad: &Argument, worse: Argument, text: &str| {
        function.refuses([bad.clone(), worse], text);
    };
    let overlap = good.clone();
    refuses(
        &overlap,
        good.clone(),
        "ValueError: f: argument #1 `y`: shares memory with argument #0 `x`, expected memory of its own",
    );
    let misaligned = overlap.at(0x1004);
    refuses(
        &misaligned,
        good.clone(),
        "ValueError: f: argument #0 `x`: data + byte_offset is 0x1004, expected a multiple of 64 (align)",
    );
    refuses(
        &misaligned,
        good.clone().stepping(&[2]),
        "ValueError: f: argument #1 `y`: strides are [2], expected [1] (contiguous, shape is [4])",
    );
    let strided = misaligned.stepping(&[2]);
    refuses(&strided, t(&[5]), "ValueError: f: argument #1 `y`: shape[0] is 5, expected 4");
    let shape = strided.change(|tensor| tensor.shape = Some(vec![5]));
    refuses(&shape, good.clone().on(2, 0), "ValueError: f: argument #1 `y`: device is cuda:0, expected cpu");
    let device = shape.on(2, 0);
    refuses(&device, good.clone().of(I64), "TypeError: f: argument #1 `y`: dtype is int64, expected float32");
    let dtype = device.of(I64);
    refuses(&dtype, t(&[]), "ValueError: f: argument #1 `y`: ndim is 0, expected 1 (shape is [])");
    let rank = dtype.change(|tensor| tensor.ndim = -1);
    refuses(
        &rank,
        Argument::NullTensor,
        "ValueError: f: argument #1 `y`: expected Tensor, got a null DLTensor*",
    );
    refuses(&Argument::NullTensor, Text, "TypeError: f: argument #1 `y`: expected Tensor, got str");
}
