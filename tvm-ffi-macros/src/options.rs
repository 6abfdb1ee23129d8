//! Options: `name = "...", final, structural(...)` in the parentheses of an attribute or after a declaration, and attributes
//! like `#[default(1)]`, which have a name and a value too.
//!
//! There is one parser, and a [`Table`] for each list of options.

use core::fmt::Display;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Path, Token, token};

use crate::diagnostics::Diagnostics;
use crate::names::similar;

/// The options in one place, which a `T` holds once they are read.
pub(crate) struct Table<T: 'static> {
    /// What has the options: ` of a field`.
    of: &'static str,
    /// In the order in which messages list them.
    options: &'static [Entry<T>],
    /// Names that other frameworks have for options, and what to write here.
    other_words: &'static [(&'static str, &'static str)],
    /// Help for something else than an option.
    help: &'static str,
}

/// An option.
pub(crate) struct Entry<T> {
    name: &'static str,
    form: Form<T>,
}

/// The form of an option's value, and the function that stores it. A text says what the option requires, with an example.
enum Form<T> {
    Flag(fn(&mut T, &Ident)),
    Off(fn(&mut T, &Ident)),
    Text(&'static str, fn(&mut T, LitStr, &mut Diagnostics)),
    Path(&'static str, fn(&mut T, Path)),
    Expression(&'static str, fn(&mut T, &Ident, Expr, &mut Diagnostics)),
    Other(fn(&mut T, &Ident, Value, &mut Diagnostics)),
    Attribute(fn(&mut T, &Attribute, &mut Diagnostics)),
}

impl<T> Entry<T> {
    /// Without a value.
    pub(crate) const fn flag(name: &'static str, apply: fn(&mut T, &Ident)) -> Self {
        Self { name, form: Form::Flag(apply) }
    }

    /// With `false`, which turns off what is on by default.
    pub(crate) const fn off(name: &'static str, apply: fn(&mut T, &Ident)) -> Self {
        Self { name, form: Form::Off(apply) }
    }

    /// With a string literal.
    pub(crate) const fn text(
        name: &'static str,
        required: &'static str,
        apply: fn(&mut T, LitStr, &mut Diagnostics),
    ) -> Self {
        Self { name, form: Form::Text(required, apply) }
    }

    /// With a path.
    pub(crate) const fn path(name: &'static str, required: &'static str, apply: fn(&mut T, Path)) -> Self {
        Self { name, form: Form::Path(required, apply) }
    }

    /// With an expression.
    pub(crate) const fn expression(
        name: &'static str,
        required: &'static str,
        apply: fn(&mut T, &Ident, Expr, &mut Diagnostics),
    ) -> Self {
        Self { name, form: Form::Expression(required, apply) }
    }

    /// With any value.
    pub(crate) const fn other(
        name: &'static str,
        apply: fn(&mut T, &Ident, Value, &mut Diagnostics),
    ) -> Self {
        Self { name, form: Form::Other(apply) }
    }

    /// An attribute that is read as a whole.
    pub(crate) const fn attribute(
        name: &'static str,
        apply: fn(&mut T, &Attribute, &mut Diagnostics),
    ) -> Self {
        Self { name, form: Form::Attribute(apply) }
    }
}

/// What follows the name of an option.
pub(crate) enum Value {
    None,
    /// `= expression`
    Expression(Expr),
    /// `(...)`
    Parentheses(Group),
    /// After `=`, but not an expression.
    Tokens(TokenStream),
}

impl<T> Table<T> {
    pub(crate) const fn new(options: &'static [Entry<T>]) -> Self {
        Self { of: "", options, other_words: &[], help: "" }
    }

    pub(crate) const fn of(mut self, of: &'static str) -> Self {
        self.of = of;
        self
    }

    pub(crate) const fn with_other_words(mut self, words: &'static [(&'static str, &'static str)]) -> Self {
        self.other_words = words;
        self
    }

    pub(crate) const fn with_help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    /// Reads a list of options. Each is read by itself, so that a mistake in one hides none in another.
    pub(crate) fn parse(&self, tokens: TokenStream, options: &mut T, diagnostics: &mut Diagnostics) {
        let parse = |input: ParseStream<'_>| {
            self.parse_list(input, options, diagnostics);
            Ok(())
        };
        // The list is read to its end, and mistakes are in `diagnostics`.
        let _ = parse.parse2(tokens);
    }

    /// Reads the options of an attribute that has some.
    pub(crate) fn parse_attribute(
        &self,
        attribute: &Attribute,
        usage: &str,
        options: &mut T,
        diagnostics: &mut Diagnostics,
    ) {
        match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => {
                self.parse(list.tokens.clone(), options, diagnostics);
            }
            _ => diagnostics.error(attribute, usage),
        }
    }

    /// Reads the options that follow in `input`.
    pub(crate) fn parse_list(&self, input: ParseStream<'_>, options: &mut T, diagnostics: &mut Diagnostics) {
        let mut seen = Vec::new();
        while !input.is_empty() {
            if !input.peek(Token![,])
                && let Some((key, value)) = diagnostics.ok(self.parse_one(input))
            {
                self.apply(&key, value, &mut seen, options, diagnostics);
            }
            skip_past_comma(input);
        }
    }

    fn parse_one(&self, input: ParseStream<'_>) -> syn::Result<(Ident, Value)> {
        if !input.peek(Ident::peek_any) {
            let names = self.names();
            return Err(input.error(format!("expected an option, which is one of: {names}{}", self.help)));
        }
        let key = input.call(Ident::parse_any)?;
        let value = Value::parse(&key, input)?;
        if input.is_empty() || input.peek(Token![,]) {
            return Ok((key, value));
        }
        Err(input.error(match value {
            Value::None => format!("expected `=` or `,` after `{key}`"),
            _ => format!("expected `,` after the value of `{key}`"),
        }))
    }

    fn apply(
        &self,
        key: &Ident,
        value: Value,
        seen: &mut Vec<&'static str>,
        options: &mut T,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(Entry { name, form }) = self.find(key) else {
            let help = self.help(key).map(|help| format!("\nhelp: {help}")).unwrap_or_default();
            let message =
                format!("unknown option `{key}`{}, expected one of: {}{help}", self.of, self.names());
            return diagnostics.error(key, message);
        };
        if seen.contains(name) {
            return diagnostics.error(key, format!("`{key}` may only be specified once"));
        }
        seen.push(name);
        form.apply(key, value, options, diagnostics);
    }

    /// Takes the attributes in the table out of `attributes` and reads them. Whether other attributes are right is left to the
    /// compiler, unless one seems to be meant for one in the table.
    pub(crate) fn take(&self, attributes: &mut Vec<Attribute>, taken: &mut T, diagnostics: &mut Diagnostics) {
        let mut seen = Vec::new();
        attributes.retain(|attribute| {
            let Some(key) = attribute.path().get_ident() else { return true };
            let Some(Entry { name, form }) = self.find(key) else {
                let help = self.help(key).filter(|_| !BUILT_IN.contains(&key.to_string().as_str()));
                if let Some(help) = &help {
                    diagnostics.error(
                        attribute.path(),
                        format!("unknown attribute `{key}`{}\nhelp: {help}", self.of),
                    );
                }
                return help.is_none();
            };
            if seen.contains(name) {
                diagnostics.error(attribute, format!("`{key}` may only be specified once"));
                return false;
            }
            seen.push(name);
            match form {
                Form::Attribute(apply) => apply(taken, attribute, diagnostics),
                form => form.apply(key, Value::of(&attribute.meta), taken, diagnostics),
            }
            false
        });
    }

    /// The option of that name.
    pub(crate) fn find(&self, key: &Ident) -> Option<&Entry<T>> {
        self.options.iter().find(|entry| key == entry.name)
    }

    /// The help for a name that is not in the table.
    pub(crate) fn help(&self, key: &Ident) -> Option<String> {
        if let Some((_, help)) = self.other_words.iter().find(|(word, _)| key == word) {
            return Some((*help).to_owned());
        }
        let meant = similar(&key.to_string(), self.options.iter().map(|entry| entry.name))?;
        Some(format!("did you mean `{meant}`?"))
    }

    fn names(&self) -> String {
        listed(self.options.iter().map(|entry| entry.name))
    }
}

/// Attributes of the compiler, some of which resemble ours.
const BUILT_IN: [&str; 11] =
    ["allow", "cfg", "cfg_attr", "cold", "deny", "doc", "expect", "forbid", "inline", "test", "warn"];

/// Names for a message.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

impl<T> Form<T> {
    fn apply(&self, key: &Ident, value: Value, options: &mut T, diagnostics: &mut Diagnostics) {
        let requires = |required: &str| format!("`{key}` requires {required}");
        match (self, value.ungrouped()) {
            (Self::Flag(apply), value) => {
                apply(options, key);
                if !matches!(value, Value::None) {
                    diagnostics.error(value, format!("`{key}` takes no value"));
                }
            }
            (Self::Off(apply), Value::Expression(Expr::Lit(ExprLit { lit: Lit::Bool(on), .. }))) => {
                if !on.value {
                    apply(options, key);
                }
            }
            (Self::Off(_), Value::None) => diagnostics.error(
                key,
                format!(
                    "`{key}` is on unless it is turned off\nhelp: write `{key} = false`, or leave it out"
                ),
            ),
            (Self::Off(_), value) => diagnostics.error(value, format!("`{key}` takes `true` or `false`")),
            (Self::Text(required, apply), value) => {
                if let Some(text) = value.text(key, required, diagnostics) {
                    apply(options, text, diagnostics);
                }
            }
            (Self::Path(required, apply), value) => match syn::parse2(value.to_token_stream()) {
                Ok(path) => apply(options, path),
                Err(_) => value.error(key, requires(required), diagnostics),
            },
            (Self::Expression(_, apply), Value::Expression(value)) => apply(options, key, value, diagnostics),
            (Self::Expression(..), Value::Tokens(tokens)) => {
                drop(diagnostics.ok(syn::parse2::<Expr>(tokens)))
            }
            (Self::Expression(required, _), value) => value.error(key, requires(required), diagnostics),
            (Self::Other(apply), value) => apply(options, key, value, diagnostics),
            // `Table::take` applies it.
            (Self::Attribute(_), _) => {}
        }
    }
}

impl Value {
    fn parse(key: &Ident, input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(token::Paren) {
            return input.parse().map(Self::Parentheses);
        }
        if !input.peek(Token![=]) {
            return Ok(Self::None);
        }
        input.parse::<Token![=]>()?;
        if input.is_empty() || input.peek(Token![,]) {
            return Err(syn::Error::new_spanned(key, "expected a value after `=`"));
        }
        let ahead = input.fork();
        if let Ok(expression) = ahead.parse() {
            input.advance_to(&ahead);
            return Ok(Self::Expression(expression));
        }
        let mut tokens = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            tokens.extend([input.parse::<TokenTree>()?]);
        }
        Ok(Self::Tokens(tokens))
    }

    /// The value of an attribute.
    fn of(meta: &Meta) -> Self {
        match meta {
            Meta::Path(_) => Self::None,
            Meta::List(list) => {
                let mut group = Group::new(Delimiter::Parenthesis, list.tokens.clone());
                group.set_span(list.delimiter.span().join());
                Self::Parentheses(group)
            }
            // Expressions cannot be cloned.
            Meta::NameValue(meta) => match syn::parse2(meta.value.to_token_stream()) {
                Ok(value) => Self::Expression(value),
                Err(_) => Self::Tokens(meta.value.to_token_stream()),
            },
        }
    }

    /// The string literal, or `None` after an error.
    pub(crate) fn text(self, key: &Ident, required: &str, diagnostics: &mut Diagnostics) -> Option<LitStr> {
        match self {
            Self::Expression(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => Some(text),
            value => {
                value.error(key, format!("`{key}` requires {required}"), diagnostics);
                None
            }
        }
    }

    /// Reports an error at the value, or at the name if there is none.
    pub(crate) fn error(&self, key: &Ident, message: impl Display, diagnostics: &mut Diagnostics) {
        match self {
            Self::None => diagnostics.error(key, message),
            value => diagnostics.error(value, message),
        }
    }

    /// The tokens in the parentheses, if there are any.
    pub(crate) fn in_parentheses(&self) -> TokenStream {
        match self {
            Self::Parentheses(group) => group.stream(),
            _ => TokenStream::new(),
        }
    }

    /// The value without the invisible group that a macro puts around it.
    fn ungrouped(self) -> Self {
        match self {
            Self::Expression(expression) => Self::Expression(ungrouped(expression)),
            value => value,
        }
    }
}

/// An expression without the invisible group that a macro puts around it.
pub(crate) fn ungrouped(expression: Expr) -> Expr {
    match expression {
        Expr::Group(group) => ungrouped(*group.expr),
        other => other,
    }
}

impl ToTokens for Value {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::None => {}
            Self::Expression(expression) => expression.to_tokens(tokens),
            Self::Parentheses(group) => group.to_tokens(tokens),
            Self::Tokens(other) => other.to_tokens(tokens),
        }
    }
}

pub(crate) fn skip_past_comma(input: ParseStream<'_>) {
    while !input.is_empty() {
        if input.parse::<Token![,]>().is_ok() {
            return;
        }
        // There is one, so this cannot fail.
        let _ = input.parse::<TokenTree>();
    }
}
