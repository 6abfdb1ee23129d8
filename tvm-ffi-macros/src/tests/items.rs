//! What stays of an item with mistakes, and how long expansions are.

use proc_macro2::TokenStream;
use quote::quote;

use super::{expand, expand_object, pretty};

fn compact(tokens: &TokenStream) -> String {
    tokens.to_string().split_whitespace().collect()
}

#[test]
fn a_field_is_short() {
    let lines = |item| pretty(expand_object(quote!("a.B"), item)).lines().count();
    let (without, with) =
        (lines(quote! { struct S { x: i64 } }), lines(quote! { struct S { #[field] x: i64 } }));
    assert!(without <= 100, "{without} lines as printed without a field");
    assert!(with - without <= 26, "{} lines as printed for a field", with - without);
}

#[test]
fn a_struct_with_mistakes_stays_without_our_attributes() {
    let expanded = expand_object(
        quote!("a.B", frozen),
        quote! { #[derive(Debug)] struct S { #[field(set)] #[serde(skip)] x: i64, #[feild] y: i64, } },
    );
    let text = compact(&expanded);
    assert!(
        text.starts_with(
            "#[repr(C)]#[derive(Debug)]structS{#[serde(skip)]x:i64,y:i64,}::core::compile_error!"
        ),
        "{text}"
    );
}

#[test]
fn a_struct_with_mistakes_is_an_object_all_the_same() {
    let stub = |options, item| {
        let text = compact(&expand_object(options, item));
        assert!(text.contains("compile_error!"), "{text}");
        text
    };
    let text = stub(quote!(mutable), quote! { struct S {} });
    for part in
        ["ObjectTypeforS{", "ExtendableforS{", "IntoAnyforS{", "FfiTypeforS{", "FromArgument<'a>for&'amutS{"]
    {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let text = stub(quote!("a.B"), quote! { struct S<T>(T); });
    assert!(!text.contains("ObjectType"), "a generic struct would need its parameters: {text}");
}

#[test]
fn what_is_no_struct_stays() {
    let item = quote! { enum E { A } };
    assert!(expand_object(quote!("a.B"), item.clone()).to_string().starts_with(&item.to_string()));
}

#[test]
fn the_function_stays_without_helper_attributes() {
    let expanded = expand(
        quote!(),
        quote! { async fn f(/** Documented. */ #[default(1)] #[defualt(2)] #[allow(unused)] x: i64,) {} },
    );
    let text: String = expanded.to_string().split_whitespace().collect();
    assert!(text.starts_with("asyncfnf(#[allow(unused)]x:i64,){}::core::compile_error!"), "{text}");
}

#[test]
fn what_is_no_function_stays() {
    let item = quote! { struct S { x: i64 } };
    assert!(expand(quote!(), item.clone()).to_string().starts_with(&item.to_string()));
}

#[test]
fn a_call_is_short() {
    let expanded = pretty(expand(quote!(), quote! { fn add(x: i64, y: i64) -> i64 { x + y } }));
    let body = expanded.split("fn __tvm_ffi_body").nth(1).expect("there is a body");
    let lines = body.split("\n    }\n").next().expect("it ends").lines().count();
    assert!(lines <= 24, "{lines} lines as printed:\n{body}");
}
