//! The kind of item that a macro is for, and what to write on other items.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Lit, Token, Visibility, token};

/// The kind of item that a macro is for.
pub(crate) struct Subject {
    /// The macro as users write it.
    pub(crate) name: &'static str,
    /// The kind: `a function`.
    pub(crate) kind: &'static str,
    /// Whether an item of the kind follows, without its attributes and its visibility.
    pub(crate) is_next: fn(ParseStream<'_>) -> bool,
    /// What to write, by the keyword of an item of another kind; `!` means a macro call, and `` anything else.
    pub(crate) help: &'static [(&'static str, &'static str)],
}

impl Subject {
    /// Parses an item of this kind.
    pub(crate) fn parse<T: Parse>(&self, item: TokenStream) -> syn::Result<T> {
        let parse = |input: ParseStream<'_>| {
            let ahead = input.fork();
            ahead.call(Attribute::parse_outer)?;
            ahead.parse::<Visibility>()?;
            if (self.is_next)(&ahead.fork()) { input.parse() } else { Err(self.error(&ahead)) }
        };
        parse.parse2(item)
    }

    /// The error for an item of another kind, which follows in `input`.
    pub(crate) fn error(&self, input: ParseStream<'_>) -> syn::Error {
        let Self { name, kind, .. } = self;
        let help = self.help_for(&input.fork());
        syn::Error::new(input.span(), format!("`{name}` can only be applied to {kind}\nhelp: {help}"))
    }

    fn help_for(&self, input: ParseStream<'_>) -> &'static str {
        let find = |word: &str| self.help.iter().find(|(keyword, _)| *keyword == word).map(|(_, help)| *help);
        while let Ok(word) = input.call(Ident::parse_any) {
            let help = if input.peek(Token![!]) { find("!") } else { find(&word.to_string()) };
            if let Some(help) = help {
                return help;
            }
            // The `"C"` of `extern "C"`, and the `(crate)` of `pub(crate)`.
            if (input.peek(Lit) || input.peek(token::Paren)) && input.parse::<TokenTree>().is_err() {
                break;
            }
        }
        find("").unwrap_or_default()
    }
}
