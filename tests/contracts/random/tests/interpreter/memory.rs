//! Alignment and overlap.

use contracts_random::contracts::model::Kind;

use crate::support::*;

#[test]
fn alignment() {
    f().tensor("x", view(1))
        .takes([t(&[2]).at(0x1004)])
        .takes([t(&[2]).at(0x1003).change(|x| x.byte_offset = 1)])
        .takes([t(&[0]).at(0x1003)])
        .refuses(
            [t(&[2]).at(0x1000).change(|x| x.byte_offset = 3)],
            "ValueError: f: argument #0 `x`: data + byte_offset is 0x1003, expected a multiple of 4 (alignment of float32)",
        );
    f().tensor("x", untyped().align(16)).takes([t(&[0]).at(0x1003)]).refuses(
        [t(&[2]).at(0x1008)],
        "ValueError: f: argument #0 `x`: data + byte_offset is 0x1008, expected a multiple of 16 (align)",
    );
    f().tensor("xs", untyped().align(16).list()).refuses(
        [list([t(&[2]).at(0x1000), t(&[2]).at(0x1008)])],
        "ValueError: f: argument #0 `xs`[1]: data + byte_offset is 0x1008, expected a multiple of 16 (align)",
    );
    f().tensor("x", view(1).element("Complex<f64>"))
        .takes([t(&[1]).of(contracts_random::contracts::elements::DType::new(5, 128, 1)).at(0x1008)]);
}

const SHARES: &str =
    "ValueError: f: argument #1 `y`: shares memory with argument #0 `x`, expected memory of its own";

#[test]
fn what_is_written_shares_with_nothing() {
    let written = f().tensor("x", view(1)).tensor("y", view_mut(1));
    written
        .refuses([t(&[4]).at(0x1000), t(&[4]).at(0x1000)], SHARES)
        .refuses([t(&[4]).at(0x1000), t(&[4]).at(0x100c)], SHARES)
        .takes([t(&[4]).at(0x1000), t(&[4]).at(0x1010)])
        .takes([t(&[4]).at(0x1000), t(&[0]).at(0x1000)])
        .takes([t(&[0]).at(0x1004), t(&[4]).at(0x1000)]);
    f().tensor("x", view(1)).tensor("y", view(1)).takes([t(&[4]).at(0x1000), t(&[4]).at(0x1000)]);
    f().tensor("x", view_mut(1)).tensor("y", view(1)).refuses(
        [t(&[4]).at(0x1000), t(&[4]).at(0x1000)],
        "ValueError: f: argument #0 `x`: shares memory with argument #1 `y`, expected memory of its own",
    );
    // Both are written, so the error names the later one.
    f().tensor("x", view_mut(1))
        .tensor("y", view_mut(1))
        .refuses([t(&[4]).at(0x1000), t(&[4]).at(0x1000)], SHARES);
    f().tensor("x", view(1).cells()).tensor("y", view(1)).refuses(
        [t(&[4]).at(0x1000), t(&[4]).at(0x1000)],
        "ValueError: f: argument #0 `x`: shares memory with argument #1 `y`, expected memory of its own",
    );
}

#[test]
fn interleaved() {
    f().tensor("x", view(1).strided()).tensor("y", view_mut(1).strided())
        .refuses(
            [t(&[4]).at(0x1000).stepping(&[2]), t(&[4]).at(0x1004).stepping(&[2])],
            "ValueError: f: argument #1 `y`: shares memory with argument #0 `x` or is interleaved with it, expected memory of its own",
        )
        // A negative stride, from the highest element.
        .refuses(
            [t(&[4]).at(0x1000).stepping(&[-1]), t(&[1]).at(0xff4)],
            "ValueError: f: argument #1 `y`: shares memory with argument #0 `x` or is interleaved with it, expected memory of its own",
        )
        .takes([t(&[4]).at(0x1000).stepping(&[-1]), t(&[1]).at(0xff0)])
        .takes([t(&[4]).at(0x1000).stepping(&[-1]), t(&[1]).at(0x1004)]);
}

#[test]
fn devices_are_apart() {
    let two = f().tensor("x", untyped()).tensor("y", view_mut(1).cuda());
    two.takes([t(&[4]).at(0x1000), t(&[4]).at(0x1000).on(2, 0)])
        .takes([t(&[4]).at(0x1000).on(3, 0), t(&[4]).at(0x1000).on(2, 0)])
        .refuses([t(&[4]).at(0x1000).on(2, 0), t(&[4]).at(0x1000).on(2, 0)], SHARES);
}

/// All devices of type `cpu` share one memory, whatever their number.
#[test]
fn the_memory_of_processors_is_one() {
    f().tensor("x", view(1))
        .tensor("y", view_mut(1))
        .refuses([t(&[4]).at(0x1000), t(&[4]).at(0x1000).on(1, 1)], SHARES);
}

#[test]
fn aliases() {
    let cells = || f().tensor("x", view(1).cells());
    cells().tensor("y", view(1).cells()).refuses([t(&[4]).at(0x1000), t(&[4]).at(0x1000)], SHARES);
    cells().tensor("y", view(1).cells().alias("x")).takes([t(&[4]).at(0x1000), t(&[4]).at(0x1000)]);
    cells().tensor("y", view(1).cells().alias("x")).tensor("z", view(1)).refuses(
        [t(&[4]).at(0x1000), t(&[4]).at(0x1000), t(&[4]).at(0x1000)],
        "ValueError: f: argument #0 `x`: shares memory with argument #2 `z`, expected memory of its own",
    );
}

#[test]
fn everything_that_reaches_memory_counts() {
    f().tensor("xs", untyped().list()).tensor("y", view_mut(1)).refuses(
        [list([t(&[4]), t(&[4]), t(&[4]).at(0x1000)]), t(&[4]).at(0x1000)],
        "ValueError: f: argument #1 `y`: shares memory with argument #0 `xs`[2], expected memory of its own",
    );
    f().tensor("y", view_mut(1)).with("any", Kind::Anything)
        .takes([t(&[4]).at(0x1000), Text])
        // No function can read or write such a tensor.
        .takes([t(&[4]).at(0x1000), t(&[4]).at(0x1000).change(|any| any.ndim = -1)])
        .refuses(
            [t(&[4]).at(0x1000), t(&[4]).at(0x1000)],
            "ValueError: f: argument #0 `y`: shares memory with argument #1 `any`, expected memory of its own",
        )
        .refuses(
            [t(&[4]).at(0x1000), list([Text, list([t(&[4]).at(0x1000)])])],
            "ValueError: f: argument #0 `y`: shares memory with argument #1 `any`[1][0], expected memory of its own",
        );
}

#[test]
fn an_element_is_reached_once() {
    let text =
        "ValueError: f: argument #0 `x`: strides are [0, 1], which reach an element twice (shape is [3, 4])";
    f().tensor("x", view_mut(2).strided())
        .refuses([t(&[3, 4]).stepping(&[0, 1])], text)
        .takes([t(&[1, 4]).stepping(&[0, 1])])
        .takes([t(&[0, 4]).stepping(&[0, 1])])
        .takes([t(&[3, 4]).stepping(&[4, -1])])
        .takes([t(&[3, 4]).stepping(&[1, 3])])
        .takes([t(&[3, 2]).stepping(&[2, 3])])
        .refuses(
            [t(&[4, 2]).stepping(&[2, 6])],
            "ValueError: f: argument #0 `x`: strides are [2, 6], which reach an element twice (shape is [4, 2])",
        )
        .takes([t(&[1 << 20, 1 << 20]).stepping(&[1 << 20, 1])])
        .refuses(
            [t(&[1 << 20, 1 << 20]).stepping(&[(1 << 20) - 1, 1])],
            "ValueError: f: argument #0 `x`: strides are [1048575, 1], which reach an element twice (shape is [1048576, 1048576])",
        );
    f().tensor("x", view(2).strided()).takes([t(&[3, 4]).stepping(&[0, 1])]);
    f().tensor("x", view(2).strided().cells()).takes([t(&[3, 4]).stepping(&[0, 1])]);
}
