//! The option `returns(...)`: the declaration of returned tensors.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

use super::attributes::find_names;
use super::entry::{Constant, Dim, EntryKind, name_of};
use super::parse::parse_dims;
use super::{At, Contract};
use crate::diagnostics::Diagnostics;
use crate::dispatch::Variable;
use crate::names::similar;
use crate::options::Value;
use crate::tokens::split_at_commas;

const USAGE: &str = "`returns` requires what the returned tensor is: `returns(shape(n, 2 * d), dtype(f32))`";

/// The option as written: its name, and the tokens in its parentheses.
pub(crate) struct ReturnsTokens {
    pub(crate) key: Ident,
    pub(crate) tokens: TokenStream,
}

impl ReturnsTokens {
    pub(crate) fn new(key: &Ident, value: &Value) -> Self {
        Self { key: key.clone(), tokens: value.in_parentheses() }
    }
}

/// The declaration of returned tensors.
pub(crate) struct Returns {
    /// The name of the option.
    pub(crate) key: Ident,
    /// Whether there is a group for each element of a tuple.
    pub(crate) is_tuple: bool,
    /// The declaration of each tensor; `None` for `_`.
    pub(crate) groups: Vec<Option<Group>>,
}

/// The declaration of one returned tensor.
pub(crate) struct Group {
    /// The shape, the dtypes, and the devices.
    pub(crate) contract: Contract,
    /// The variable of `dispatch` that is its element type.
    pub(crate) variable: Option<Ident>,
    /// The items as written.
    pub(crate) at: TokenStream,
}

impl Returns {
    /// Reads the option. With a mistake in any group there is none.
    pub(crate) fn parse(
        ReturnsTokens { key, tokens }: &ReturnsTokens,
        variables: &[Variable],
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let errors = diagnostics.count();
        let parts = split_at_commas(tokens.clone());
        let is_tuple = parts.first().is_some_and(|part| is_any(part) || in_parentheses(part).is_some());
        let groups: Vec<_> = if parts.is_empty() {
            diagnostics.error(key, USAGE);
            Vec::new()
        } else if is_tuple {
            parts.into_iter().map(|part| element(part, variables, diagnostics)).collect()
        } else {
            vec![Some(Group::parse(parts, tokens.clone(), variables, diagnostics))]
        };
        (diagnostics.count() == errors).then(|| Self { key: key.clone(), is_tuple, groups })
    }

    /// Every constant expression, in the order in which the text has them.
    pub(crate) fn visit_constants(&mut self, visit: &mut impl FnMut(&mut Constant)) {
        for group in self.groups.iter_mut().flatten() {
            group.contract.visit_constants(visit);
        }
    }

    /// The entries of all shapes.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Dim> {
        let shapes = self.groups.iter().flatten().filter_map(|group| group.contract.shape.as_ref());
        shapes.flat_map(|shape| &shape.value.entries)
    }

    /// The symbols, each where it is used first.
    pub(crate) fn symbols(&self) -> Vec<&Ident> {
        let mut found: Vec<&Ident> = Vec::new();
        for symbol in self.entries().flat_map(|entry| entry.kind.symbols()) {
            if !found.iter().any(|other| name_of(other) == name_of(symbol)) {
                found.push(symbol);
            }
        }
        found
    }
}

impl EntryKind {
    /// Every symbol, from left to right.
    pub(crate) fn symbols(&self) -> Vec<&Ident> {
        match self {
            Self::Any | Self::Rest(None) => Vec::new(),
            Self::Symbol(symbol) | Self::Multiple(symbol, _) | Self::Rest(Some(symbol)) => vec![symbol],
            Self::Value(value) => value.symbols(),
        }
    }
}

fn is_any(part: &TokenStream) -> bool {
    part.to_string() == "_"
}

/// The tokens in the parentheses, if a part is nothing else.
fn in_parentheses(part: &TokenStream) -> Option<TokenStream> {
    match syn::parse2(part.clone()) {
        Ok(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => Some(group.stream()),
        _ => None,
    }
}

/// The group of one element of a tuple.
fn element(part: TokenStream, variables: &[Variable], diagnostics: &mut Diagnostics) -> Option<Group> {
    if is_any(&part) {
        return None;
    }
    let Some(inner) = in_parentheses(&part) else {
        diagnostics.error(part, "each element of a returned tuple has a group in parentheses, or `_`\nhelp: write `returns((shape(n), dtype(f32)), _)`");
        return None;
    };
    let parts = split_at_commas(inner);
    if parts.is_empty() {
        diagnostics.error(&part, "nothing is declared of this element\nhelp: write `_` for an element that is not a tensor, or that may be any tensor");
        return None;
    }
    Some(Group::parse(parts, part, variables, diagnostics))
}

impl Group {
    fn parse(
        parts: Vec<TokenStream>,
        at: TokenStream,
        variables: &[Variable],
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut group = Self { contract: Contract::default(), variable: None, at };
        let mut seen: Vec<String> = Vec::new();
        for part in parts {
            let Some((name, inner)) = item(&part) else {
                diagnostics.error(part, "expected one of: `shape(...)`, `dtype(...)`, `device(...)`");
                continue;
            };
            let text = name.unraw().to_string();
            if seen.contains(&text) {
                diagnostics.error(&name, format!("`{name}` may only be specified once for a tensor"));
                continue;
            }
            group.apply(&name, &text, inner, part, variables, diagnostics);
            seen.push(text);
        }
        group
    }

    fn apply(
        &mut self,
        name: &Ident,
        text: &str,
        inner: TokenStream,
        at: TokenStream,
        variables: &[Variable],
        diagnostics: &mut Diagnostics,
    ) {
        const NAMES: [&str; 3] = ["shape", "dtype", "device"];
        match text {
            "shape" => self.contract.shape = parse_dims(inner, diagnostics).map(|value| At { value, at }),
            "dtype" => match variables.iter().find(|variable| variable.ident == inner.to_string()) {
                Some(variable) => self.variable = Some(variable.ident.clone()),
                None => {
                    let found = find_names(
                        inner,
                        "`dtype` requires what the elements are: `dtype(f32)`",
                        name,
                        diagnostics,
                    );
                    self.contract.dtypes = found.map(|value| At { value, at });
                }
            },
            "device" => {
                let found = find_names(
                    inner,
                    "`device` requires where the tensor is: `device(cpu)`",
                    name,
                    diagnostics,
                );
                self.contract.devices = found.map(|value| At { value, at });
            }
            _ => {
                let help = similar(text, NAMES).map(|known| format!("\nhelp: did you mean `{known}`?"));
                let help = help.unwrap_or_default();
                diagnostics.error(
                    name,
                    format!(
                        "`returns` does not have `{text}`, expected one of: `shape`, `dtype`, `device`{help}"
                    ),
                );
            }
        }
    }
}

/// `name(...)`
fn item(part: &TokenStream) -> Option<(Ident, TokenStream)> {
    let mut tokens = part.clone().into_iter();
    match (tokens.next(), tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(group)), None)
            if group.delimiter() == Delimiter::Parenthesis =>
        {
            Some((name, group.stream()))
        }
        (Some(TokenTree::Ident(name)), None, None) => Some((name, quote!())),
        _ => None,
    }
}

impl ToTokens for Group {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.at.to_tokens(tokens);
    }
}
