//! `#[derive(tvm_ffi::cuda::KernelParam)]`: parse, check, expand.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Field, GenericParam, ItemStruct, LitStr, Token, Type, WherePredicate};

use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::options::{Form, Table, Value};
use crate::subject::Subject;
use crate::tokens::{mentions, split_at_commas};

/// A struct that kernels take by value.
struct Param<'a> {
    item: &'a ItemStruct,
    krate: CratePath,
    /// Its name in C++.
    c_type: Option<LitStr>,
}

/// Expands to the implementation for a struct, or to error messages.
pub(crate) fn kernel_param(item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let Some(mut item) = diagnostics.ok(SUBJECT.parse::<ItemStruct>(item)) else {
        return diagnostics.finish().err().unwrap_or_default();
    };
    let fields = item.fields.iter().flat_map(|field| &field.attrs);
    for misplaced in fields.filter(|attribute| attribute.path().is_ident("kernel_param")) {
        diagnostics.error(misplaced, "`#[kernel_param(...)]` belongs on the struct, not on a field");
    }
    let krate = CratePath::take(&mut item.attrs, &mut diagnostics);
    let mut c_type = None;
    ATTRIBUTES.take(&mut item.attrs, &mut diagnostics, &mut |_, _, value, diagnostics| {
        let Value::Attribute(attribute) = value else { return };
        OPTIONS.parse_attribute(&attribute, USAGE, diagnostics, &mut |_, _, value, diagnostics| {
            let Value::Text(text) = value else { return };
            if text.value().trim().is_empty() {
                diagnostics.error(&text, "the name of the struct in C++ is empty");
            }
            c_type = Some(text);
        });
    });
    let param = Param { item: &item, krate, c_type };
    check_layout(param.item, &mut diagnostics);
    let errors = diagnostics.finish().err();
    // The implementation is added even after an error, so that uses of the struct cause no further errors.
    let added = param.expand(errors.is_none());
    quote!(#errors #added)
}

const SUBJECT: Subject = Subject {
    name: "#[derive(KernelParam)]",
    kind: "a struct",
    is_next: |input| input.peek(Token![struct]),
    help: &[("enum", "pass the number of the variant, such as `mode as i32`"), ("", "write a struct")],
};

const USAGE: &str = "`kernel_param` takes the name of the struct in C++: `#[kernel_param(c = \"Params\")]`";

/// The attribute, and the name in it.
const ATTRIBUTES: Table = Table::new(&[("kernel_param", Form::Attribute)]);

const OPTIONS: Table =
    Table::new(&[("c", Form::Text("the name of the struct in C++: `#[kernel_param(c = \"Params\")]`"))])
        .of(" of `kernel_param`");

/// Reports structs whose layout differs from that of C++.
fn check_layout(item: &ItemStruct, diagnostics: &mut Diagnostics) {
    let representations: Vec<_> = item
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("repr"))
        .filter_map(|attribute| attribute.meta.require_list().ok())
        .flat_map(|list| split_at_commas(list.tokens.clone()))
        .collect();
    let has = |name: &str| {
        representations
            .iter()
            .any(|found| found.clone().into_iter().next().is_some_and(|first| first.to_string() == name))
    };
    if !has("C") && !has("transparent") {
        diagnostics.error(
            &item.ident,
            "a struct that kernels take has the layout of C++\nhelp: write `#[repr(C)]` above it",
        );
    }
    if let Some(packed) = representations.iter().find(|found| mentions((*found).clone(), "packed")) {
        diagnostics.error(
            packed,
            "a struct that kernels take is not packed: C++ aligns its fields\nhelp: leave `packed` out, and add fields where there is to be padding",
        );
    }
    if item.fields.is_empty() {
        diagnostics.error(
            &item.ident,
            "a struct without fields has no bytes in Rust, and one in C++\nhelp: give it a field, or leave the parameter out on both sides",
        );
    }
}

impl Param<'_> {
    fn expand(&self, is_valid: bool) -> TokenStream {
        let p = self.krate.cuda();
        let ours = Span::mixed_site();
        let ItemStruct { ident, generics, fields, .. } = self.item;
        let (implemented, applied, clause) = generics.split_for_impl();
        let predicates = clause.iter().flat_map(|clause| &clause.predicates).collect::<Vec<_>>();
        let (generic, plain): (Vec<_>, Vec<_>) = fields.iter().partition(|field| self.is_generic(field));
        let bounds = generic.iter().map(|field| expand_bound(&field.ty, &p)).collect::<Vec<WherePredicate>>();
        let plain = is_valid.then_some(plain).into_iter().flatten().map(|field| {
            let ty = &field.ty;
            quote_spanned!(ours.located_at(ty.span())=> __is_field::<#ty>();)
        });
        let name = ident.unraw().to_string();
        let c_type = match &self.c_type {
            Some(name) => quote_spanned!(ours=> ::core::option::Option::Some(#name)),
            None => quote_spanned!(ours=> ::core::option::Option::None),
        };
        quote_spanned! {ours=>
            const _: () = {
                unsafe impl #implemented #p::KernelParam for #ident #applied
                where
                    #(#predicates,)*
                    #(#bounds,)*
                {
                    const PARAMETER: #p::Parameter = #p::Parameter::of_struct::<Self>(#name, #c_type);
                }

                #[allow(dead_code, unused_lifetimes, clippy::extra_unused_type_parameters, clippy::extra_unused_lifetimes)]
                fn __fields #implemented ()
                where
                    #(#predicates,)*
                {
                    fn __is_field<__T: #p::KernelField>() {}
                    #(#plain)*
                }
            };
        }
    }

    /// Whether the type of a field depends on the struct's type parameters.
    fn is_generic(&self, field: &Field) -> bool {
        self.item.generics.params.iter().any(|parameter| match parameter {
            GenericParam::Type(parameter) => {
                mentions(field.ty.to_token_stream(), &parameter.ident.to_string())
            }
            _ => false,
        })
    }
}

/// The bound on the type of a field, with the span of that type.
fn expand_bound(ty: &Type, p: &TokenStream) -> WherePredicate {
    syn::parse_quote_spanned!(Span::mixed_site().located_at(ty.span())=> #ty: #p::KernelField)
}
