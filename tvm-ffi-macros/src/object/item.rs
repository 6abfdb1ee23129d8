//! The annotated item, told apart from what is no struct.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, ItemStruct, Token, Visibility};

/// A struct.
pub(super) struct StructItem(pub(super) ItemStruct);

impl Parse for StructItem {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Visibility>()?;
        if !ahead.peek(Token![struct]) {
            let start = ahead.cursor().token_tree().map_or_else(Span::call_site, |(token, _)| token.span());
            let help = help(&ahead);
            return Err(syn::Error::new(
                start,
                format!("`#[tvm_ffi::object]` can only be applied to a struct\nhelp: {help}"),
            ));
        }
        input.parse().map(Self)
    }
}

/// What to write for an item that is no struct.
fn help(input: ParseStream<'_>) -> &'static str {
    const QUALIFIERS: [&str; 6] = ["unsafe", "async", "const", "auto", "default", "extern"];
    let mut keyword = String::new();
    while let Ok(word) = input.call(Ident::parse_any) {
        keyword = word.to_string();
        if !QUALIFIERS.contains(&keyword.as_str()) {
            break;
        }
    }
    match keyword.as_str() {
        _ if input.peek(Token![!]) => "put the attribute on the struct inside the macro",
        "enum" => {
            "use `#[derive(tvm_ffi::StrEnum)]` for an enum of names, `#[derive(tvm_ffi::Union)]` for one of values, or put the enum in a field of a struct"
        }
        "union" => "use a struct",
        "fn" => "use `#[tvm_ffi::export]` to export a function",
        "impl" => "put it on the struct, and `#[tvm_ffi::methods]` on its `impl` block",
        "trait" => "put it on each struct that implements the trait",
        "mod" => "put it on each struct in the module",
        "type" => "put it on the struct that the alias stands for",
        _ => "put it on a struct",
    }
}
