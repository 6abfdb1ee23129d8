//! The annotated function.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, LitStr, Signature, Token, Visibility};

use crate::subject::Subject;

/// A function whose body is not parsed, which would only take time.
pub(crate) struct FnItem {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    pub(crate) body: TokenStream,
}

impl Parse for FnItem {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        if !is_function(&input.fork()) {
            return Err(EXPORT.error(input));
        }
        Ok(Self { attributes, visibility, signature: input.parse()?, body: input.parse()? })
    }
}

impl ToTokens for FnItem {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attributes);
        self.visibility.to_tokens(tokens);
        self.signature.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

/// Whether a function follows: qualifiers, then `fn`.
pub(crate) fn is_function(input: ParseStream<'_>) -> bool {
    loop {
        if input.peek(Token![fn]) {
            return true;
        }
        if !(input.peek(Token![const])
            || input.peek(Token![async])
            || input.peek(Token![unsafe])
            || input.peek(Token![extern])
            || input.peek(LitStr))
            || input.parse::<TokenTree>().is_err()
        {
            return false;
        }
    }
}

const EXPORT: Subject = Subject {
    name: "#[tvm_ffi::export]",
    kind: "a function or a constant",
    is_next: is_function,
    help: &[
        ("!", "put the attribute on the function inside the macro"),
        ("struct", "use `#[tvm_ffi::object]` to expose a type"),
        (
            "enum",
            "use `#[derive(tvm_ffi::Union)]` or `#[derive(tvm_ffi::StrEnum)]` to take and return an enum",
        ),
        ("union", "use `#[tvm_ffi::object]` on a struct to expose a type"),
        ("impl", "use `#[tvm_ffi::methods]` to expose the methods of an `impl` block"),
        (
            "trait",
            "write a function for each type, or use `#[tvm_ffi::methods]` on the `impl` block of an object",
        ),
        ("mod", "put it on each function in the module"),
        ("use", "export a function that calls the imported one"),
        ("extern", "export a function that calls the foreign one"),
        ("", "put it on a function"),
    ],
};
