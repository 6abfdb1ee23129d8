//! Options: `name = "...", final, structural(...)` in the parentheses of an attribute or after a declaration, and attributes
//! like `#[default(1)]`, which have a name and a value too.
//!
//! There is one parser, and a [`Table`] for each list of options.

use core::mem;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Path, Token, token};

use crate::diagnostics::Diagnostics;
use crate::names::similar;

/// The options in one place.
pub(crate) struct Table {
    /// What has the options: ` of a field`.
    of: &'static str,
    /// The names, in the order in which messages list them.
    options: &'static [(&'static str, Form)],
    /// Help for something else than an option.
    help: &'static str,
}

/// The form of an option's value. A text says what the option requires, with an example.
pub(crate) enum Form {
    /// Without a value.
    Flag,
    /// With `false`, which turns off what is on by default.
    Off,
    Text(&'static str),
    Path(&'static str),
    Expression(&'static str),
    /// With any value.
    Any,
    /// An attribute that is read as a whole.
    Attribute,
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
    /// For [`Form::Text`].
    Text(LitStr),
    /// For [`Form::Path`].
    Path(Path),
    /// For [`Form::Attribute`].
    Attribute(Attribute),
}

/// Stores an option, of which it gets the name and the value in the form that the table asks for.
pub(crate) type Store<'a> = &'a mut dyn FnMut(&'static str, &Ident, Value, &mut Diagnostics);

impl Table {
    pub(crate) const fn new(options: &'static [(&'static str, Form)]) -> Self {
        Self { of: "", options, help: "" }
    }

    pub(crate) const fn of(mut self, of: &'static str) -> Self {
        self.of = of;
        self
    }

    pub(crate) const fn with_help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    /// Reads a list of options. Each is read by itself, so that a mistake in one hides none in another.
    pub(crate) fn parse(&self, tokens: TokenStream, diagnostics: &mut Diagnostics, store: Store<'_>) {
        let parse = |input: ParseStream<'_>| {
            self.parse_list(input, diagnostics, store);
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
        diagnostics: &mut Diagnostics,
        store: Store<'_>,
    ) {
        match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => {
                self.parse(list.tokens.clone(), diagnostics, store);
            }
            _ => diagnostics.error(attribute, usage),
        }
    }

    /// Reads the options that follow in `input`.
    pub(crate) fn parse_list(&self, input: ParseStream<'_>, diagnostics: &mut Diagnostics, store: Store<'_>) {
        let mut seen = Vec::new();
        while !input.is_empty() {
            if !input.peek(Token![,])
                && let Some((key, value)) = diagnostics.ok(self.parse_one(input))
            {
                match self.find(&key) {
                    Some(option) if is_first(option, &key, &key, &mut seen, diagnostics) => {
                        option.1.store(option.0, &key, value, diagnostics, store);
                    }
                    Some(_) => {}
                    None => {
                        let help = self.help(&key).map(|help| format!("\nhelp: {help}")).unwrap_or_default();
                        let (of, names) = (self.of, self.names());
                        let message = format!("unknown option `{key}`{of}, expected one of: {names}{help}");
                        diagnostics.error(key, message);
                    }
                }
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

    /// Takes the attributes in the table out of `attributes` and reads them. Whether other attributes are right is left to the
    /// compiler, unless one seems to be meant for one in the table.
    pub(crate) fn take(
        &self,
        attributes: &mut Vec<Attribute>,
        diagnostics: &mut Diagnostics,
        store: Store<'_>,
    ) {
        let mut seen = Vec::new();
        for attribute in mem::take(attributes) {
            let Some(key) = attribute.path().get_ident().cloned() else {
                attributes.push(attribute);
                continue;
            };
            match (self.find(&key), self.help(&key)) {
                (Some(option), _) => {
                    if is_first(option, &key, &attribute, &mut seen, diagnostics) {
                        let value = match option.1 {
                            Form::Attribute => Value::Attribute(attribute),
                            _ => Value::of(&attribute.meta),
                        };
                        option.1.store(option.0, &key, value, diagnostics, store);
                    }
                }
                (None, Some(help)) if !BUILT_IN.contains(&key.to_string().as_str()) => {
                    let message = format!("unknown attribute `{key}`{}\nhelp: {help}", self.of);
                    diagnostics.error(attribute.path(), message);
                }
                _ => attributes.push(attribute),
            }
        }
    }

    /// The option of that name.
    pub(crate) fn find(&self, key: &Ident) -> Option<&(&'static str, Form)> {
        self.options.iter().find(|(name, _)| key == name)
    }

    /// The help for a name that is not in the table.
    pub(crate) fn help(&self, key: &Ident) -> Option<String> {
        let meant = similar(&key.to_string(), self.options.iter().map(|(name, _)| *name))?;
        Some(format!("did you mean `{meant}`?"))
    }

    fn names(&self) -> String {
        self.options.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    }
}

/// Reports an option that was seen before.
fn is_first(
    (name, _): &(&'static str, Form),
    key: &Ident,
    at: &dyn ToTokens,
    seen: &mut Vec<&'static str>,
    diagnostics: &mut Diagnostics,
) -> bool {
    let is_first = !seen.contains(name);
    if is_first {
        seen.push(name);
    } else {
        diagnostics.error(at, format!("`{key}` may only be specified once"));
    }
    is_first
}

/// Attributes of the compiler, some of which resemble ours.
const BUILT_IN: [&str; 11] =
    ["allow", "cfg", "cfg_attr", "cold", "deny", "doc", "expect", "forbid", "inline", "test", "warn"];

impl Form {
    /// Hands over a value that has this form, and reports any other.
    fn store(
        &self,
        name: &'static str,
        key: &Ident,
        value: Value,
        diagnostics: &mut Diagnostics,
        store: Store<'_>,
    ) {
        let requires = |required: &str| format!("`{key}` requires {required}");
        let value = match (self, value.ungrouped()) {
            (Self::Flag, Value::None) => Value::None,
            (Self::Flag, value) => {
                diagnostics.error(value, format!("`{key}` takes no value"));
                Value::None
            }
            (Self::Off, Value::Expression(Expr::Lit(ExprLit { lit: Lit::Bool(on), .. }))) => {
                if on.value {
                    return;
                }
                Value::None
            }
            (Self::Off, Value::None) => {
                let message = format!(
                    "`{key}` is on unless it is turned off\nhelp: write `{key} = false`, or leave it out"
                );
                return diagnostics.error(key, message);
            }
            (Self::Off, value) => {
                return diagnostics.error(value, format!("`{key}` takes `true` or `false`"));
            }
            (Self::Text(required), value) => match value.text(key, required, diagnostics) {
                Some(text) => Value::Text(text),
                None => return,
            },
            (Self::Path(required), value) => match syn::parse2(value.to_token_stream()) {
                Ok(path) => Value::Path(path),
                Err(_) => return value.error(key, &requires(required), diagnostics),
            },
            (Self::Expression(_), Value::Tokens(tokens)) => {
                return drop(diagnostics.ok(syn::parse2::<Expr>(tokens)));
            }
            (Self::Expression(_), value @ Value::Expression(_)) => value,
            (Self::Expression(required), value) => {
                return value.error(key, &requires(required), diagnostics);
            }
            (Self::Any | Self::Attribute, value) => value,
        };
        store(name, key, value, diagnostics);
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
                value.error(key, &format!("`{key}` requires {required}"), diagnostics);
                None
            }
        }
    }

    /// Reports an error at the value, or at the name if there is none.
    pub(crate) fn error(&self, key: &Ident, message: &str, diagnostics: &mut Diagnostics) {
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
            Self::Text(text) => text.to_tokens(tokens),
            Self::Path(path) => path.to_tokens(tokens),
            Self::Attribute(attribute) => attribute.to_tokens(tokens),
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
