//! Extents.

use contracts_random::arguments::Argument;
use contracts_random::contracts::model::Kind;

use crate::support::*;

const HUGE: i64 = i64::MAX;

#[test]
fn sizes() {
    f().tensor("x", untyped())
        .takes([t(&[HUGE, HUGE, 0])])
        .takes([t(&[(1 << 61) - 1])])
        .refuses(
            [t(&[1 << 61])],
            "ValueError: f: argument #0 `x`: shape has more elements than memory can hold",
        )
        .refuses(
            [t(&[HUGE, 2])],
            "ValueError: f: argument #0 `x`: shape has more elements than memory can hold",
        )
        .refuses([t(&[0, -1])], "ValueError: f: argument #0 `x`: shape[1] is -1, expected 0 or more");
}

#[test]
fn plain_entries() {
    f().tensor("x", view(2).shape("256, _"))
        .takes([t(&[256, 9])])
        .refuses([t(&[5, 1])], "ValueError: f: argument #0 `x`: shape[0] is 5, expected 256");
    f().tensor("x", view(1).shape("{HEADS}"))
        .takes([t(&[4])])
        .refuses([t(&[5])], "ValueError: f: argument #0 `x`: shape[0] is 5, expected HEADS = 4");
}

#[test]
fn symbols() {
    f().tensor("x", view(2).shape("n, d"))
        .tensor("y", view(2).shape("n, d"))
        .takes([t(&[2, 3]), t(&[2, 3])])
        .refuses(
            [t(&[2, 3]), t(&[2, 4])],
            "ValueError: f: argument #1 `y`: shape[1] is 4, expected d = 3 (from `x`.shape[1])",
        );
    f().tensor("x", view(2).shape("n, n")).refuses(
        [t(&[2, 3])],
        "ValueError: f: argument #0 `x`: shape[1] is 3, expected n = 2 (from `x`.shape[0])",
    );
}

#[test]
fn integers_are_symbols_wherever_they_stand() {
    f().tensor("x", view(1).shape("n"))
        .integer("n", "i64")
        .takes([t(&[2]), Integer(2)])
        .refuses(
            [t(&[2]), Integer(3)],
            "ValueError: f: argument #0 `x`: shape[0] is 2, expected n = 3 (from `n`)",
        )
        .refuses(
            [t(&[2]), Integer(-1)],
            "ValueError: f: argument #0 `x`: shape[0] is 2, expected n = -1 (from `n`)",
        );
    let large = i128::from(u64::MAX);
    f().integer("n", "u64").tensor("x", view(1).shape("n")).refuses(
        [Integer(large), t(&[2])],
        "ValueError: f: argument #1 `x`: shape[0] is 2, expected n = 18446744073709551615 (from `n`)",
    );
}

#[test]
fn multiples() {
    f().tensor("x", view(2).shape("k % 16, _"))
        .tensor("y", view(1).shape("k % 3"))
        .takes([t(&[48, 1]), t(&[48])])
        .takes([t(&[0, 1]), t(&[0])])
        .refuses(
            [t(&[30, 1]), t(&[30])],
            "ValueError: f: argument #0 `x`: shape[0] is 30, expected a multiple of 16",
        )
        .refuses(
            [t(&[16, 1]), t(&[16])],
            "ValueError: f: argument #1 `y`: shape[0] is 16, expected a multiple of 3",
        )
        .refuses(
            [t(&[16, 1]), t(&[17])],
            "ValueError: f: argument #1 `y`: shape[0] is 17, expected k = 16 (from `x`.shape[0])",
        );
}

#[test]
fn expressions() {
    f().tensor("x", view(1).shape("n"))
        .tensor("y", view(1).shape("2 * n"))
        .takes([t(&[4]), t(&[8])])
        .refuses(
            [t(&[4]), t(&[5])],
            "ValueError: f: argument #1 `y`: shape[0] is 5, expected 2 * n = 8 (n = 4 from `x`.shape[0])",
        );
    f().integer("m", "i64").tensor("x", view(2).shape("n, (m - n) * m")).takes([Integer(5), t(&[2, 15])]).refuses(
        [Integer(5), t(&[2, 4])],
        "ValueError: f: argument #1 `x`: shape[1] is 4, expected (m - n) * m = 15 (m = 5 from `m`, n = 2 from `x`.shape[0])",
    );
    f().integer("n", "i64")
        .tensor("x", view(1).shape("2 * n"))
        .refuses(
            [Integer(HUGE.into()), t(&[5])],
            "ValueError: f: argument #1 `x`: shape[0] is 5, expected 2 * n, which overflows (n = 9223372036854775807 from `n`)",
        )
        .refuses(
            [Integer(-1), t(&[5])],
            "ValueError: f: argument #1 `x`: shape[0] is 5, expected 2 * n = -2 (n = -1 from `n`)",
        );
    f().integer("n", "i64").tensor("x", view(1).shape("8 / n + (7 % n)")).takes([Integer(3), t(&[3])]).refuses(
        [Integer(0), t(&[5])],
        "ValueError: f: argument #1 `x`: shape[0] is 5, expected 8 / n + (7 % n), which divides by zero (n = 0 from `n`)",
    );
}

#[test]
fn constants_of_rust() {
    f().tensor("x", view(1).shape("n % {HEADS}")).takes([t(&[8])]).refuses(
        [t(&[6])],
        "ValueError: f: argument #0 `x`: shape[0] is 6, expected a multiple of HEADS = 4",
    );
    f().integer("n", "i64")
        .tensor("x", view(1).shape("{HEADS} * n - 1"))
        .takes([Integer(2), t(&[7])])
        .refuses(
            [Integer(2), t(&[8])],
            "ValueError: f: argument #1 `x`: shape[0] is 8, expected HEADS * n - 1 = 7 (n = 2 from `n`)",
        );
    f().tensor("x", view(1).shape("2 + 3"))
        .refuses([t(&[4])], "ValueError: f: argument #0 `x`: shape[0] is 4, expected 2 + 3 = 5");
}

#[test]
fn what_is_left_out_has_its_default() {
    f().tensor("x", view(1).shape("n"))
        .with("n", Kind::Integer { rust: "i64", optional: false, default: Some(3) })
        .takes([t(&[3]), Argument::Absent])
        .takes([t(&[4]), Integer(4)])
        .refuses(
            [t(&[4]), Argument::Absent],
            "ValueError: f: argument #0 `x`: shape[0] is 4, expected n = 3 (from `n`)",
        );
}

#[test]
fn rests() {
    let rest =
        f().tensor("x", view(0).any_rank().shape("s.., n")).tensor("y", view(0).any_rank().shape("m, s.."));
    rest.takes([t(&[2, 4, 9]), t(&[7, 2, 4])])
        .takes([t(&[9]), t(&[7])])
        .refuses(
            [t(&[2, 4, 9]), t(&[7, 2, 3])],
            "ValueError: f: argument #1 `y`: shape[1..3] is [2, 3], expected s = [2, 4] (from `x`.shape[0..2])",
        )
        .refuses(
            [t(&[9]), t(&[7, 1])],
            "ValueError: f: argument #1 `y`: shape[1..2] is [1], expected s = [] (from `x`.shape[0..0])",
        );
    f().tensor("x", untyped().shape("n, .., n")).refuses(
        [t(&[2, 5, 5, 3])],
        "ValueError: f: argument #0 `x`: shape[3] is 3, expected n = 2 (from `x`.shape[0])",
    );
}

#[test]
fn what_is_absent_binds_nothing() {
    let optional = f().tensor("x", view(1).shape("n").optional()).tensor("y", view(2).shape("n, n"));
    optional
        .takes([Nothing, t(&[3, 3])])
        .refuses(
            [t(&[4]), t(&[3, 3])],
            "ValueError: f: argument #1 `y`: shape[0] is 3, expected n = 4 (from `x`.shape[0])",
        )
        .refuses(
            [Nothing, t(&[3, 4])],
            "ValueError: f: argument #1 `y`: shape[1] is 4, expected n = 3 (from `y`.shape[0])",
        );
    // An optional integer is not a symbol.
    f().with("n", Kind::Integer { rust: "i64", optional: true, default: None })
        .tensor("x", view(1).shape("n"))
        .takes([Integer(5), t(&[2])]);
}
