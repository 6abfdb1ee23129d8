//! The options in `#[tvm_ffi::methods(...)]`.

use proc_macro2::{TokenStream, TokenTree};

use crate::diagnostics::Diagnostics;
use crate::options::Options;

/// The options in `tokens`.
pub(super) fn parse(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Options {
    if let Some(TokenTree::Literal(key)) = tokens.clone().into_iter().next() {
        diagnostics.error(
            key,
            "`#[tvm_ffi::methods]` takes no type key\nhelp: write it in the `#[tvm_ffi::object(...)]` of the struct",
        );
        return Options::default();
    }
    Options::parse_only(tokens, &["crate"], diagnostics)
}
