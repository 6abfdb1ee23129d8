//! What a derive stands on: an item of the kind that it is for, or another.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, ItemEnum, ItemStruct, Token, Visibility};

/// An item, or the keyword of one of another kind.
pub(crate) enum Found<T> {
    Item(Box<T>),
    Other(Ident),
}

/// A kind of items that a derive can be for.
pub(crate) trait Kind: Parse {
    /// Whether the keyword of the kind comes next.
    fn is_next(input: ParseStream<'_>) -> bool;
}

impl Kind for ItemEnum {
    fn is_next(input: ParseStream<'_>) -> bool {
        input.peek(Token![enum])
    }
}

impl Kind for ItemStruct {
    fn is_next(input: ParseStream<'_>) -> bool {
        input.peek(Token![struct])
    }
}

impl<T: Kind> Parse for Found<T> {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Visibility>()?;
        if T::is_next(&ahead) {
            return input.parse().map(|item| Self::Item(Box::new(item)));
        }
        let keyword = ahead.call(Ident::parse_any)?;
        input.parse::<TokenStream>()?;
        Ok(Self::Other(keyword))
    }
}
