//! The path of the framework in expansions.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::parse::ParseStream;
use syn::{Attribute, LitStr, Path, PathSegment, Token};

use crate::diagnostics::Diagnostics;
use crate::facade;
use crate::options::{Form, Table, Value};
use crate::tokens::respanned;

/// The path of the facade crate in the user's crate: absolute, or starting with `crate`, `self`, or `super`. `None` is the name in `Cargo.toml`,
/// which is read when it is needed.
#[derive(Default)]
pub(crate) struct CratePath(Option<TokenStream>);

/// What the option `crate` requires.
pub(crate) const CRATE_USAGE: &str = "a string literal: `crate = \"my_crate::tvm_ffi\"`";

/// The options of macros that have only this one.
const OPTIONS: Table = Table::new(&[("crate", Form::Text(CRATE_USAGE))]);

/// `#[tvm_ffi(crate = "...")]`, the attribute of derives.
const ATTRIBUTE: Table = Table::new(&[("tvm_ffi", Form::Attribute)]);

impl CratePath {
    /// Takes the path out of the attributes of an item with a derive.
    pub(crate) fn take(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) -> Self {
        let mut krate = Self::default();
        ATTRIBUTE.take(attributes, diagnostics, &mut |_, _, value, diagnostics| {
            const USAGE: &str =
                "`tvm_ffi` requires an option in parentheses: `#[tvm_ffi(crate = \"my_crate::tvm_ffi\")]`";
            if let Value::Attribute(attribute) = value {
                OPTIONS.parse_attribute(&attribute, USAGE, diagnostics, &mut krate.store());
            }
        });
        krate
    }

    /// The path in a list of options that has only this option.
    pub(crate) fn parse_options(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let mut krate = Self::default();
        OPTIONS.parse(tokens, diagnostics, &mut krate.store());
        krate
    }

    fn store(&mut self) -> impl FnMut(&'static str, &Ident, Value, &mut Diagnostics) {
        |_, _, value, diagnostics| {
            if let Value::Text(path) = value {
                *self = Self::parse(&path, diagnostics);
            }
        }
    }

    /// Reads the statement `crate = "...";`.
    pub(crate) fn parse_statement(
        input: ParseStream<'_>,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<Self> {
        input.parse::<Token![crate]>()?;
        input.parse::<Token![=]>()?;
        let path = input.parse().map_err(|error| {
            syn::Error::new(
                error.span(),
                "`crate` requires a string literal: `crate = \"my_crate::tvm_ffi\";`",
            )
        })?;
        input.parse::<Token![;]>()?;
        Ok(Self::parse(&path, diagnostics))
    }

    /// The path in `crate = "..."`, or the default after an error.
    pub(crate) fn parse(literal: &LitStr, diagnostics: &mut Diagnostics) -> Self {
        // Located at the literal, so that rustc shows an unresolved path there, but resolved as part of the expansion.
        let span = Span::mixed_site().located_at(literal.span());
        let path = literal
            .value()
            .parse::<TokenStream>()
            .ok()
            .and_then(|tokens| syn::parse::Parser::parse2(Path::parse_mod_style, tokens).ok());
        let Some(path) = path else {
            let value = literal.value();
            let message = format!("`crate` requires a path such as \"my_crate::tvm_ffi\", got \"{value}\"");
            diagnostics.error(literal, message);
            return Self::default();
        };
        let is_keyword =
            |first: &PathSegment| ["crate", "self", "super"].iter().any(|word| first.ident == word);
        let is_relative = path.segments.first().is_some_and(is_keyword);
        let colons = (path.leading_colon.is_none() && !is_relative).then(|| quote_spanned!(span=> ::));
        let path = respanned(path.to_token_stream(), span);
        Self(Some(quote_spanned!(span=> #colons #path)))
    }

    /// The module with the items that expansions for CUDA name.
    #[cfg(feature = "cuda")]
    pub(crate) fn cuda(&self) -> TokenStream {
        let path = self.path();
        quote_spanned!(Span::mixed_site()=> #path::cuda::__private)
    }

    /// The module with the items that expansions name.
    pub(crate) fn private(&self) -> TokenStream {
        let path = self.path();
        quote_spanned!(Span::mixed_site()=> #path::__private)
    }

    fn path(&self) -> TokenStream {
        self.0.clone().unwrap_or_else(|| {
            let name = Ident::new(&facade::name(), Span::mixed_site());
            quote_spanned!(Span::mixed_site()=> ::#name)
        })
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    fn parsed(path: &str) -> Result<String, TokenStream> {
        let mut diagnostics = Diagnostics::default();
        let path = CratePath::parse(&LitStr::new(path, Span::call_site()), &mut diagnostics);
        diagnostics.finish().map(|()| path.private().to_string())
    }

    #[test]
    fn paths_become_absolute() {
        let cases = [
            ("tvm_ffi", quote!(::tvm_ffi::__private)),
            ("::tvm_ffi", quote!(::tvm_ffi::__private)),
            ("a::b::c", quote!(::a::b::c::__private)),
            ("crate", quote!(crate::__private)),
            ("crate::ffi", quote!(crate::ffi::__private)),
            ("self::ffi", quote!(self::ffi::__private)),
            ("super::super::ffi", quote!(super::super::ffi::__private)),
            ("self::super::ffi", quote!(self::super::ffi::__private)),
            ("r#type", quote!(::r#type::__private)),
        ];
        for (path, expected) in cases {
            assert_eq!(parsed(path).unwrap(), expected.to_string(), "{path}");
        }
    }

    #[test]
    fn what_is_no_path_is_reported() {
        let wrong = ["", "a b", "a::", "a::<b>", "a-b", "\"a\"", "(", "1"];
        for path in wrong {
            assert!(parsed(path).is_err(), "{path}");
        }
    }
}
