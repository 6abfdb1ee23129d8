//! `quote!` and `quote_spanned!` of the crate `quote`, for templates that are parsed when the macro runs.
//!
//! The macros of the crate `quote` expand to a call for each token. rustc spent a third of its time on those calls, and users compile
//! this crate without optimisation. Here a template is one string, and only its values are code.

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};

/// As `quote::quote!`.
macro_rules! quote {
    ($($template:tt)*) => {
        $crate::template::quote_spanned!(::proc_macro2::Span::call_site()=> $($template)*)
    };
}

/// As `quote::quote_spanned!`.
macro_rules! quote_spanned {
    ($span:expr=> $($template:tt)*) => {{
        #[allow(unused_mut)]
        let mut values = $crate::template::Values::default();
        $crate::template::add_values!(values one [_ $($template)*] [$($template)* _]);
        values.fill(stringify!($($template)*), $span)
    }};
}

/// Looks for values in each pair of neighbouring tokens.
macro_rules! add_values {
    ($values:ident $kind:ident [$($before:tt)*] [$($token:tt)*]) => {
        $($crate::template::add_value!($values $kind $before $token);)*
    };
}

/// Adds the value if two tokens are `#name`. Its kind is `each` in a repetition, which is `#(...)`.
macro_rules! add_value {
    ($values:ident one # $value:ident) => {
        $values.one(&$value);
    };
    ($values:ident each # $value:ident) => {
        $values.add($value.each());
    };
    ($values:ident $kind:ident # ($($template:tt)*)) => {
        #[allow(unused_imports)]
        use $crate::template::{EachOfIterator as _, EachOfSlice as _, SameForEach as _};
        $crate::template::add_values!($values each [_ $($template)*] [$($template)* _]);
    };
    ($values:ident $kind:ident $before:tt ($($template:tt)*)) => {
        $crate::template::add_values!($values $kind [_ $($template)*] [$($template)* _]);
    };
    ($values:ident $kind:ident $before:tt [$($template:tt)*]) => {
        $crate::template::add_values!($values $kind [_ $($template)*] [$($template)* _]);
    };
    ($values:ident $kind:ident $before:tt {$($template:tt)*}) => {
        $crate::template::add_values!($values $kind [_ $($template)*] [$($template)* _]);
    };
    ($values:ident $kind:ident $before:tt $token:tt) => {};
}

pub(crate) use {add_value, add_values, quote, quote_spanned};

/// The values of the names in a template, in their order.
#[derive(Default)]
pub(crate) struct Values<'v>(Vec<Value<'v>>);

impl<'v> Values<'v> {
    pub(crate) fn one(&mut self, value: &'v dyn ToTokens) {
        self.add(Value::One(value));
    }

    pub(crate) fn add(&mut self, value: Value<'v>) {
        self.0.push(value);
    }

    /// The tokens of the template, with values in place of names.
    pub(crate) fn fill(&self, template: &str, span: Span) -> TokenStream {
        let template = template.parse().expect("rustc has parsed the template before");
        let mut filled = TokenStream::new();
        Filler { span, values: &self.0, round: 0 }.fill(template, &mut filled);
        filled
    }
}

/// The value of a name in a template.
pub(crate) enum Value<'v> {
    One(&'v dyn ToTokens),
    Each(Vec<TokenStream>),
}

// In a repetition, rustc selects the first of these traits that has the method `each` for a value.

pub(crate) trait EachOfIterator: Iterator<Item: ToTokens> + Sized {
    fn each(mut self) -> Value<'static> {
        collect(&mut self)
    }
}

impl<I: Iterator<Item: ToTokens>> EachOfIterator for I {}

/// An iterator without its type, so that rustc compiles little for each iterator.
trait Items {
    /// Whether there was another item.
    fn add_next(&mut self, tokens: &mut TokenStream) -> bool;
}

impl<I: Iterator<Item: ToTokens>> Items for I {
    fn add_next(&mut self, tokens: &mut TokenStream) -> bool {
        let Some(item) = self.next() else { return false };
        item.to_tokens(tokens);
        true
    }
}

fn collect(items: &mut dyn Items) -> Value<'static> {
    let mut each = Vec::new();
    loop {
        let mut tokens = TokenStream::new();
        if !items.add_next(&mut tokens) {
            return Value::Each(each);
        }
        each.push(tokens);
    }
}

pub(crate) trait EachOfSlice {
    fn each(&self) -> Value<'static>;
}

impl<T: ToTokens> EachOfSlice for [T] {
    fn each(&self) -> Value<'static> {
        self.iter().each()
    }
}

pub(crate) trait SameForEach: ToTokens + Sized {
    fn each(&self) -> Value<'_> {
        Value::One(self)
    }
}

impl<T: ToTokens> SameForEach for T {}

struct Filler<'v> {
    span: Span,
    /// The values of the names that follow.
    values: &'v [Value<'v>],
    /// Which of the values in a repetition is next.
    round: usize,
}

impl Filler<'_> {
    fn fill(&mut self, template: TokenStream, filled: &mut TokenStream) {
        let mut tokens = template.into_iter().peekable();
        while let Some(mut token) = tokens.next() {
            match (&token, tokens.peek()) {
                (TokenTree::Punct(sign), Some(TokenTree::Ident(_))) if sign.as_char() == '#' => {
                    self.fill_name(filled);
                    tokens.next();
                    continue;
                }
                (TokenTree::Punct(sign), Some(TokenTree::Group(group)))
                    if sign.as_char() == '#' && group.delimiter() == Delimiter::Parenthesis =>
                {
                    let repeated = group.stream();
                    tokens.next();
                    let separator = tokens
                        .by_ref()
                        .take_while(|token| !matches!(token, TokenTree::Punct(star) if star.as_char() == '*'))
                        .collect();
                    self.repeat(&repeated, &separator, filled);
                    continue;
                }
                // The value that follows does not belong to the same operator.
                (TokenTree::Punct(punct), Some(TokenTree::Punct(sign))) if sign.as_char() == '#' => {
                    token = Punct::new(punct.as_char(), Spacing::Alone).into();
                }
                (TokenTree::Group(group), _) => {
                    let mut inner = TokenStream::new();
                    self.fill(group.stream(), &mut inner);
                    token = Group::new(group.delimiter(), inner).into();
                }
                _ => {}
            }
            token.set_span(self.span);
            filled.append(token);
        }
    }

    fn fill_name(&mut self, filled: &mut TokenStream) {
        let (value, rest) = self.values.split_first().expect("each name in a template has a value");
        self.values = rest;
        match value {
            Value::One(value) => value.to_tokens(filled),
            Value::Each(values) => values[self.round].to_tokens(filled),
        }
    }

    /// Fills a repetition once for each value, as often as all names have one.
    fn repeat(&mut self, template: &TokenStream, separator: &TokenStream, filled: &mut TokenStream) {
        let (values, rest) = self.values.split_at(names(template.clone()));
        self.values = rest;
        let lengths = values.iter().filter_map(|value| match value {
            Value::One(_) => None,
            Value::Each(values) => Some(values.len()),
        });
        for round in 0..lengths.min().expect("a name in a repetition has several values") {
            if round > 0 {
                Filler { span: self.span, values: &[], round }.fill(separator.clone(), filled);
            }
            Filler { span: self.span, values, round }.fill(template.clone(), filled);
        }
    }
}

/// How many names are in a template.
fn names(template: TokenStream) -> usize {
    let mut count = 0;
    let mut follows_sign = false;
    for token in template {
        match &token {
            TokenTree::Ident(_) if follows_sign => count += 1,
            TokenTree::Group(group) => count += names(group.stream()),
            _ => {}
        }
        follows_sign = matches!(token, TokenTree::Punct(sign) if sign.as_char() == '#');
    }
    count
}

#[cfg(test)]
mod tests {
    use proc_macro2::Ident;

    use super::*;

    /// Tokens without the spaces between them, which depend on whether two signs were written together.
    fn printed(tokens: &TokenStream) -> String {
        tokens.to_string().replace(' ', "")
    }

    /// Compares a template with the same one of the crate `quote`.
    macro_rules! assert_same {
        ($($template:tt)*) => {
            assert_eq!(printed(&quote!($($template)*)), printed(&quote::quote!($($template)*)))
        };
    }

    #[test]
    fn templates_are_those_of_the_crate_quote() {
        let (name, list, text) = (Ident::new("name", Span::call_site()), vec![1, 2, 3], "a\"b");
        let none: Option<TokenStream> = None;
        let types = [quote::quote!(&'a mut T), quote::quote!(Vec<T>)];
        assert_same!();
        assert_same!(#name);
        assert_same!(fn #name<'a, T>(&'a self, x: &#name) -> ::core::option::Option<#name> { [#text; 2] #none });
        assert_same!(#[doc = #text] #![allow(x)] $ # ! name! r#"raw"# b'x' 1.5 ..= 'a' 'a: loop {});
        assert_same!(#(#list),* [#(#list;)*] (#(#name: #list)||*) {#(fn #name(#types) { #list } )*} #name);
        assert_same!(#(#types => &#types),*);
        let names = list.iter().map(|number| quote::format_ident!("x{number}"));
        let same = names.clone();
        assert_eq!(printed(&quote!(#(#names)*)), printed(&quote::quote!(#(#same)*)));
    }

    #[test]
    fn a_span_is_that_of_each_token_in_the_template() {
        let span = "\n\n x".parse::<TokenStream>().unwrap().into_iter().next().unwrap().span();
        let value = Ident::new("value", Span::call_site());
        let filled = quote_spanned!(span=> a [b #value]);
        let lines: Vec<_> = filled
            .into_iter()
            .flat_map(|token| match &token {
                TokenTree::Group(group) => group.stream().into_iter().chain([token.clone()]).collect(),
                _ => vec![token],
            })
            .map(|token| token.span().start().line)
            .collect();
        assert_eq!(lines, [3, 3, 1, 3]);
    }
}
