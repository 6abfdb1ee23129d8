//! What `kernels!` makes of declarations.

use proc_macro2::TokenStream;
use quote::quote;

#[cfg(feature = "nvrtc")]
use super::mistakes::compile_errors;
use super::pretty;

fn kernels(items: TokenStream) -> String {
    pretty(expanded(items))
}

fn expanded(items: TokenStream) -> TokenStream {
    crate::kernels::kernels(items)
}

fn compact(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn a_kernel_is_short() {
    let one = kernels(quote!(cubin "a"; static A: fn(Ptr<f32>) = "a";));
    let two = kernels(quote!(cubin "a"; static A: fn(Ptr<f32>) = "a"; static B: fn(Ptr<f32>) = "b";));
    let lines = two.lines().count() - one.lines().count();
    assert!(lines <= 90, "{lines} lines as printed for a kernel");
}

#[test]
fn each_combination_of_types_is_a_kernel() {
    let expanded = kernels(quote! {
        cubin "a";
        static A<T in [f32, f64], U in [half::f16, bf16]>: fn(Ptr<T>, Ptr<U>) = "a_{U}_{T:c}_{{}}";
    });
    for name in ["a_f16_float_{}", "a_bf16_float_{}", "a_f16_double_{}", "a_bf16_double_{}"] {
        assert!(expanded.contains(&format!("c\"{name}\"")), "{name} in:\n{expanded}");
    }
    assert_eq!(expanded.matches("Kernel::new").count(), 4, "{expanded}");
}

#[test]
fn conditions_hold_for_everything_that_is_made_of_a_kernel() {
    let with =
        kernels(quote!(cubin "a"; static A: fn() = "a"; #[cfg(x)] static B<T in [f16]>: fn(Ptr<T>) = "b";));
    let without = kernels(quote!(cubin "a"; static A: fn() = "a";));
    let file: syn::File = syn::parse_str(&with).expect("it parses");
    let left = without_conditional(file.items);
    assert_eq!(compact(&prettyplease::unparse(&syn::File { items: left, ..file })), compact(&without));
}

/// The items that have no condition, also of those in the block of a constant.
fn without_conditional(items: Vec<syn::Item>) -> Vec<syn::Item> {
    let is_free =
        |attributes: &[syn::Attribute]| !attributes.iter().any(|found| found.path().is_ident("cfg"));
    let mut left = Vec::new();
    for mut item in items {
        let attributes = match &mut item {
            syn::Item::Const(item) => {
                if let syn::Expr::Block(block) = &mut *item.expr {
                    block.block.stmts.retain(|statement| match statement {
                        syn::Stmt::Item(item) => is_free(&attributes_of(item)),
                        syn::Stmt::Macro(item) => is_free(&item.attrs),
                        _ => true,
                    });
                }
                item.attrs.clone()
            }
            other => attributes_of(other),
        };
        if is_free(&attributes) {
            left.push(item);
        }
    }
    left
}

fn attributes_of(item: &syn::Item) -> Vec<syn::Attribute> {
    match item {
        syn::Item::Const(item) => item.attrs.clone(),
        syn::Item::Static(item) => item.attrs.clone(),
        syn::Item::Struct(item) => item.attrs.clone(),
        syn::Item::Impl(item) => item.attrs.clone(),
        syn::Item::Macro(item) => item.attrs.clone(),
        _ => Vec::new(),
    }
}

#[test]
fn a_kernel_with_a_mistake_can_be_used() {
    let expanded =
        kernels(quote!(cubin "a"; pub static A<T in [f16]>: fn(Ptr<T>) = "a", no; static B = "b";));
    let errors = expanded.matches("compile_error").count();
    assert_eq!(errors, 2, "{expanded}");
    for needed in ["pub static A", "static B", "fn of", "fn launch", "fn deref"] {
        assert!(expanded.contains(needed), "{needed} in:\n{expanded}");
    }
    assert!(!expanded.contains("Library::new"), "{expanded}");
}

#[test]
fn what_a_macro_passes_on_is_read_as_written() {
    use proc_macro2::{Delimiter, Group, TokenTree};
    let group = |tokens| TokenTree::Group(Group::new(Delimiter::None, tokens));
    let (file, ty, symbol, cluster) =
        (group(quote!("a.cubin")), group(quote!(bf16)), group(quote!("k_{T}")), group(quote!((1, 2, 1))));
    let passed = expanded(quote! {
        cubin #file;
        static A<T in [#ty]>: fn(Ptr<T>) = #symbol, cluster = #cluster;
    });
    let written = expanded(quote! {
        cubin "a.cubin";
        static A<T in [bf16]>: fn(Ptr<T>) = "k_{T}", cluster = (1, 2, 1);
    });
    assert_eq!(compact(&pretty(passed)), compact(&pretty(written)));
}

#[test]
#[cfg(feature = "nvrtc")]
fn the_options_of_source_stand_in_any_order() {
    let first =
        kernels(quote!(nvrtc "k/a.cu", headers = ["k/b.cuh"], options = ["-DA"]; static A: fn() = "a";));
    let second =
        kernels(quote!(nvrtc "k/a.cu", options = ["-DA"], headers = ["k/./b.cuh",],; static A: fn() = "a";));
    assert_eq!(first.replace("k/b.cuh", "k/./b.cuh"), second);
    assert!(compact(&first).contains(r#"headers:&[("b.cuh",::core::include_str!("k/b.cuh"))]"#), "{first}");
}

#[cfg(feature = "nvrtc")]
#[test]
fn source_is_written_in_place_or_named() {
    let with = |source: TokenStream| kernels(quote!(nvrtc #source; static A: fn() = "a";));
    for source in [
        quote!(r#"__global__ void a() {}"#),
        quote!(r"KERNEL(a) {}"),
        quote!("#include <cuda.h>\nKERNEL(a) {}"),
        quote!("extern \"C\" __global__ void a() {}"),
    ] {
        let expanded = with(source);
        assert!(!expanded.contains("include_str") && !expanded.contains("compile_error"), "{expanded}");
    }
    assert!(with(quote!("kernels/a.cu")).contains("include_str!(\"kernels/a.cu\")"));
}

#[cfg(feature = "nvrtc")]
#[test]
fn a_source_that_is_not_there_may_have_been_meant_as_source() {
    let messages = |source: TokenStream| {
        let items = quote!(nvrtc #source; static A: fn() = "a";);
        let errors = compile_errors(crate::kernels::kernels(items));
        errors.into_iter().map(|error| error.message).collect::<Vec<_>>()
    };
    let found = messages(quote!(r"scale.cu"));
    assert!(
        found[0].starts_with("a raw string is source, and `scale.cu` looks like the name of a file"),
        "{found:?}"
    );
}
