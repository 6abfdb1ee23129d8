//! Unusual names, places, and spacing.

#[tvm_ffi::export]
fn r#type(r#in: bool, r#match: i64, r#fn: &str) -> i64 {
    if r#in { r#match } else { r#fn.len() as i64 }
}

#[tvm_ffi::export(name = "spelling.raw")]
fn r#struct() {}

#[rustfmt::skip]
#[ tvm_ffi :: export ( name = "spelling.spaces" , ) ]
pub ( crate )   fn   spaces  (
    a
    : i64
    , b : & str , )
    -> i64
where
{ a + b . len ( ) as i64 }

#[rustfmt::skip]
#[tvm_ffi::export]fn dense(a:i64,mut b:Vec<&str>)->Vec<String>{b.push("x");vec![b.concat();a as usize]}

#[tvm_ffi::export]
fn qualified(
    a: ::std::string::String,
    b: ::core::option::Option<::std::vec::Vec<u8>>,
    c: <Vec<f64> as IntoIterator>::Item,
) {
    let _ = (a, b, c);
}

#[tvm_ffi::export]
#[allow(unused_parens)]
fn parenthesised(a: (i64), b: ((Option<(&str)>))) -> (i64) {
    b.map_or(a, |b| b.len() as i64)
}

#[tvm_ffi::export]
fn names_of_ours(
    args: i64,
    slot: i64,
    holder0: i64,
    value: i64,
    result: i64,
    arg0: i64,
    shim: i64,
    p: i64,
) -> i64 {
    args + slot + holder0 + value + result + arg0 + shim + p
}

#[tvm_ffi::export]
#[allow(unused_braces)]
fn generic_constants(a: [i64; { 1 + 1 }], b: [u8; SIZE]) -> usize {
    a.len() + b.len()
}

const SIZE: usize = 4;

/// A type and a function of one name.
#[allow(non_camel_case_types)]
type same_name = i64;

#[tvm_ffi::export]
fn same_name(x: same_name) -> same_name {
    x
}

/// One name in two modules; the exports have others.
mod inner {
    pub(super) mod a {
        #[tvm_ffi::export(name = "spelling.a")]
        pub(in super::super) fn same() -> i64 {
            1
        }
    }

    pub(super) mod b {
        #[tvm_ffi::export(name = "spelling.b")]
        pub(in super::super) fn same() -> i64 {
            2
        }
    }
}

fn function_with_functions() -> i64 {
    struct Local;

    const LOCAL: i64 = 3;

    #[tvm_ffi::export]
    fn nested_in_function(x: i64) -> i64 {
        let _ = Local;
        x + LOCAL
    }

    const {
        #[tvm_ffi::export]
        fn nested_in_constant() {}
    }

    nested_in_function(1)
}

#[test]
fn functions_stay_callable() {
    assert_eq!(r#type(true, 2, ""), 2);
    assert_eq!(spaces(1, "ab"), 3);
    assert_eq!(inner::a::same() + inner::b::same(), 3);
    assert_eq!(function_with_functions(), 4);
    assert_eq!(names_of_ours(1, 2, 3, 4, 5, 6, 7, 8), 36);
}
