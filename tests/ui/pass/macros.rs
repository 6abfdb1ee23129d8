//! Exports that `macro_rules!` writes.

use tvm_ffi::{AnyView, Result, TensorView};

macro_rules! unary {
    ($($(#[$meta:meta])* $vis:vis $name:ident($x:ident: $ty:ty) $body:block)*) => {$(
        #[tvm_ffi::export]
        $(#[$meta])*
        $vis fn $name($x: $ty) -> $ty $body
    )*};
}

unary! {
    /// Adds one.
    pub(crate) macro_add(x: i64) { x + 1 }
    /// Halves.
    #[inline]
    macro_halve(x: f64) { x / 2.0 }
    macro_same(x: Option<Vec<String>>) { x }
}

macro_rules! borrowed {
    ($name:ident, $ty:ty, $result:ty) => {
        #[tvm_ffi::export]
        fn $name(x: $ty, y: Option<$ty>) -> $result {
            let _ = (x, y);
            Ok(1)
        }
    };
}

borrowed!(macro_text, &str, Result<i64>);
borrowed!(macro_bytes, &[u8], std::io::Result<i64>);
borrowed!(macro_tensor, TensorView<'_>, Result<i64>);

macro_rules! named {
    ($name:literal, $global:literal, $krate:literal, $($item:tt)*) => {
        #[tvm_ffi::export(name = $name, global = $global, crate = $krate)]
        $($item)*
    };
}

named!(
    "macros.named",
    "macros.global",
    "tvm_ffi",
    fn macro_named(x: i64) -> i64 {
        x
    }
);

macro_rules! item {
    ($item:item) => {
        #[tvm_ffi::export]
        $item
    };
}

item! {
    /// Passed as a whole.
    fn macro_item(x: i64, #[default(2)] y: i64) -> i64 { x * y }
}

macro_rules! defaulted {
    ($name:ident, $default:expr, $lifetime:lifetime) => {
        #[tvm_ffi::export]
        fn $name<$lifetime>(text: &$lifetime str, #[default($default)] times: usize) -> &$lifetime str {
            if times > 0 { text } else { "" }
        }
    };
}

defaulted!(macro_default, 1 + 1, 'a);

macro_rules! packed {
    ($name:ident, $ty:ty) => {
        #[tvm_ffi::export]
        fn $name(args: $ty) -> usize {
            args.len()
        }
    };
}

packed!(macro_packed, &[AnyView<'_>]);

macro_rules! closure {
    ($name:ident, $result:ty) => {
        #[tvm_ffi::export]
        fn $name(by: i64) -> $result {
            move |x| x + by
        }
    };
}

closure!(macro_closure, impl Fn(i64) -> i64 + Send + Sync + 'static);

/// Functions whose names differ in nothing but hygiene do not meet: items have none.
macro_rules! pair {
    ($a:ident, $b:ident) => {
        unary! {
            $a(x: i64) { x }
            $b(x: i64) { $a(x) + 1 }
        }
    };
}

pair!(macro_pair_a, macro_pair_b);

macro_rules! union {
    ($name:ident, $variant:ident, $ty:ty) => {
        #[derive(tvm_ffi::Union)]
        enum $name {
            $variant($ty),
        }
    };
}

union!(ByMacro, Value, i64);

#[test]
fn functions_stay_callable() {
    assert_eq!(macro_add(1), 2);
    let ByMacro::Value(_) = ByMacro::Value(1);
    assert_eq!(macro_item(2, 3), 6);
    assert_eq!(macro_pair_b(1), 2);
    assert_eq!(macro_default("text", 1), "text");
    assert_eq!(macro_closure(1)(2), 3);
}
