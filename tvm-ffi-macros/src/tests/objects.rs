//! What `#[tvm_ffi::object]` makes of structs, good and bad. What users are told is a matter of the compile-fail tests.

use proc_macro2::TokenStream;
use quote::quote;

use super::{expand_object, pretty};

fn compact(tokens: &TokenStream) -> String {
    tokens.to_string().split_whitespace().collect()
}

#[test]
fn a_field_is_short() {
    let lines = |item| pretty(expand_object(quote!("a.B"), item)).lines().count();
    let (without, with) = (
        lines(quote!(
            struct S {
                x: i64,
            }
        )),
        lines(quote!(
            struct S {
                #[field]
                x: i64,
            }
        )),
    );
    assert!(without <= 96, "{without} lines as printed without a field");
    assert!(with - without <= 26, "{} lines as printed for a field", with - without);
}

#[test]
fn a_struct_with_mistakes_stays_without_our_attributes() {
    let expanded = expand_object(
        quote!("a.B", frozen),
        quote!(
            #[derive(Debug)]
            struct S {
                #[field(set)]
                #[serde(skip)]
                x: i64,
                #[feild]
                y: i64,
            }
        ),
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
    let text = stub(
        quote!(mutable),
        quote!(
            struct S {}
        ),
    );
    for part in
        ["ObjectTypeforS{", "ExtendableforS{", "IntoAnyforS{", "FfiTypeforS{", "FromArgument<'a>for&'amutS{"]
    {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let text = stub(
        quote!("a.B"),
        quote!(
            struct S<T>(T);
        ),
    );
    assert!(!text.contains("ObjectType"), "a generic struct would need its parameters: {text}");
}

#[test]
fn what_is_no_struct_stays() {
    let item = quote!(
        enum E {
            A,
        }
    );
    assert!(expand_object(quote!("a.B"), item.clone()).to_string().starts_with(&item.to_string()));
}
