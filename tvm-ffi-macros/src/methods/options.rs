//! The options in `#[tvm_ffi::methods(...)]`.

use proc_macro2::TokenStream;

use crate::diagnostics::Diagnostics;
use crate::options::Options;

/// The options in `tokens`.
pub(super) fn parse(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Options {
    Options::parse_only(tokens, &["crate"], diagnostics)
}
