//! Attributes of methods outside `#[tvm_ffi::methods]`.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::diagnostics::Diagnostics;

/// Expands `#[init]`, `#[staticmethod]`, and so on to an error. In its block, `#[tvm_ffi::methods]` removes them before they expand.
pub(crate) fn orphan(name: &str, item: &TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(syn::Error::new(
        Span::call_site(),
        format!(
            "`#[{name}]` needs `#[tvm_ffi::methods]` on the `impl` block\nhelp: write `#[tvm_ffi::methods]` above `impl`"
        ),
    ));
    let errors = diagnostics.finish().err();
    quote!(#item #errors)
}
