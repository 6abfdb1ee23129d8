//! Extents computed from bound symbols, in checked integer arithmetic.

use tvm_ffi::TensorView;

use crate::support::*;

/// Exports of a number and a tensor with an extent that is computed from it.
macro_rules! computed {
    ($($name:ident: [$($extent:tt)*];)*) => {$(
        #[tvm_ffi::export]
        fn $name(n: i64, #[shape($($extent)*)] x: TensorView<'_>) -> i64 {
            let _ = n;
            x.shape()[0]
        }
    )*};
}

computed! {
    expr_sum: [n + 1];
    expr_product: [2 * n];
    expr_quotient: [n / 2];
    expr_remainder: [(n % 3)];
    expr_by_itself: [n / n];
}

#[tvm_ffi::export]
fn expr_quotient_of_two(a: i64, b: i64, #[shape(a / b)] x: TensorView<'_>) -> i64 {
    let _ = (a, b);
    x.shape()[0]
}

#[tvm_ffi::export]
fn expr_remainder_of_two(a: i64, b: i64, #[shape((a % b))] x: TensorView<'_>) -> i64 {
    let _ = (a, b);
    x.shape()[0]
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    let max = || value(i64::MAX);
    let min = || value(i64::MIN);
    table
        .contract(shim!(expr_sum), "expr_sum(n: int, x: Tensor([n + 1]))")
        .accepts([value(4), u8([5])], "5")
        .accepts([value(-1), u8([0])], "0")
        .value_error([value(4), u8([4])], "#1 `x`: shape[0] is 4, expected n + 1 = 5 (n = 4 from `n`)")
        .value_error(
            [max(), u8([4])],
            "#1 `x`: shape[0] is 4, expected n + 1, which overflows (n = 9223372036854775807 from `n`)",
        );
    table
        .contract(shim!(expr_product), "expr_product(n: int, x: Tensor([2 * n]))")
        .value_error(
            [value(1i64 << 62), u8([5])],
            "#1 `x`: shape[0] is 5, expected 2 * n, which overflows (n = 4611686018427387904 from `n`)",
        )
        // Modulo 2^64 it is 4: nothing wraps.
        .value_error(
            [value(i64::MIN + 2), u8([4])],
            "#1 `x`: shape[0] is 4, expected 2 * n, which overflows (n = -9223372036854775806 from `n`)",
        );
    table
        .contract(shim!(expr_quotient), "expr_quotient(n: int, x: Tensor([n / 2]))")
        .accepts([value(8), u8([4])], "4")
        .accepts([value(9), u8([4])], "4")
        // Division floors.
        .value_error([value(-7), u8([3])], "#1 `x`: shape[0] is 3, expected n / 2 = -4 (n = -7 from `n`)");
    table
        .contract(shim!(expr_remainder), "expr_remainder(n: int, x: Tensor([(n % 3)]))")
        .accepts([value(7), u8([1])], "1")
        // `%` is the remainder of flooring division: -7 is 3 * -3 + 2.
        .accepts([value(-7), u8([2])], "2");
    table
        .contract(shim!(expr_by_itself), "expr_by_itself(n: int, x: Tensor([n / n]))")
        .accepts([value(7), u8([1])], "1")
        .value_error(
            [value(0), u8([1])],
            "#1 `x`: shape[0] is 1, expected n / n, which divides by zero (n = 0 from `n`)",
        );
    table
        .contract(shim!(expr_quotient_of_two), "expr_quotient_of_two(a: int, b: int, x: Tensor([a / b]))")
        .accepts([value(-7), value(-2), u8([3])], "3")
        .value_error(
            [value(7), value(0), u8([1])],
            "#2 `x`: shape[0] is 1, expected a / b, which divides by zero (a = 7 from `a`, b = 0 from `b`)",
        )
        .value_error(
            [min(), value(-1), u8([0])],
            "#2 `x`: shape[0] is 0, expected a / b, which overflows \
             (a = -9223372036854775808 from `a`, b = -1 from `b`)",
        );
    table
        .contract(shim!(expr_remainder_of_two), "expr_remainder_of_two(a: int, b: int, x: Tensor([(a % b)]))")
        .accepts([value(7), value(4), u8([3])], "3")
        .accepts([value(-8), value(-4), u8([0])], "0")
        .accepts([value(-7), value(4), u8([1])], "1")
        .value_error(
            [value(7), value(-4), u8([1])],
            "#2 `x`: shape[0] is 1, expected (a % b) = -1 (a = 7 from `a`, b = -4 from `b`)",
        )
        .value_error(
            [value(7), value(0), u8([1])],
            "#2 `x`: shape[0] is 1, expected (a % b), which divides by zero (a = 7 from `a`, b = 0 from `b`)",
        );
    table
}
