//! Attributes of methods where no `#[tvm_ffi::methods]` reads them.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::diagnostics::Diagnostics;

/// What `#[init]` and `#[staticmethod]` expand to: `#[tvm_ffi::methods]` takes them out of its block before they do.
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
