//! How callers in Python pass the arguments of parameters.

use core::fmt;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::Type;

use crate::diagnostics::Diagnostics;
use crate::model::{Parameter, strip};
use crate::output::argument_of;

/// An attribute of a parameter.
pub(crate) struct Mark {
    form: Form,
    at: Ident,
}

/// Which one, in the order in which a function may have them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    PositionalOnly,
    Args,
    KeywordOnly,
    Kwargs,
}

/// The attributes.
pub(crate) const POSITIONAL_ONLY: &str = "positional_only";
pub(crate) const ARGS: &str = "args";
pub(crate) const KEYWORD_ONLY: &str = "keyword_only";
pub(crate) const KWARGS: &str = "kwargs";

/// How an argument is passed, by the names in the core crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    Position,
    Either,
    Rest,
    Name,
    Names,
}

const FORMS: [(&str, Form); 4] = [
    (POSITIONAL_ONLY, Form::PositionalOnly),
    (ARGS, Form::Args),
    (KEYWORD_ONLY, Form::KeywordOnly),
    (KWARGS, Form::Kwargs),
];

impl Mark {
    /// The attribute of a name.
    pub(crate) fn new(name: &str, at: &Ident) -> Option<Self> {
        let (_, form) = FORMS.into_iter().find(|(other, _)| *other == name)?;
        Some(Self { form, at: at.clone() })
    }

    pub(crate) fn at(&self) -> &Ident {
        &self.at
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.fmt(f)
    }
}

impl Passing {
    /// Whether the parameter takes all arguments that others do not.
    pub(crate) fn takes_others(self) -> bool {
        matches!(self, Self::Rest | Self::Names)
    }
}

/// Finds out how each argument is passed: an attribute concerns the parameters before or after it too.
pub(crate) fn resolve(parameters: &mut [Parameter]) {
    let form = |parameter: &Parameter| parameter.mark.as_ref().map(|mark| mark.form);
    let last = parameters.iter().rposition(|parameter| form(parameter) == Some(Form::PositionalOnly));
    let mut is_named = false;
    for (index, parameter) in parameters.iter_mut().enumerate() {
        let form = form(parameter);
        parameter.passing = match form {
            Some(Form::Args) => Passing::Rest,
            Some(Form::Kwargs) => Passing::Names,
            _ if last.is_some_and(|last| index <= last) => Passing::Position,
            _ if is_named || form == Some(Form::KeywordOnly) => Passing::Name,
            _ => Passing::Either,
        };
        is_named |= form.is_some_and(|form| form >= Form::Args);
    }
}

/// Checks the order of the attributes, and the types of `#[args]` and `#[kwargs]`.
pub(crate) fn check_passing(parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    let mut before: Option<&Mark> = None;
    for parameter in parameters {
        let mark = parameter.mark.as_ref();
        if let Some(before) = before {
            let wrong = match mark {
                Some(mark) => {
                    mark.form < before.form || mark.form == before.form && parameter.passing.takes_others()
                }
                None => before.form == Form::Kwargs,
            };
            if wrong {
                let at =
                    mark.map_or_else(|| Ident::new(&parameter.name, parameter.at), |mark| mark.at.clone());
                diagnostics.error(
                    at,
                    format!("the parameter cannot follow one with `#[{before}]`\nhelp: the order is that of Python: arguments by position, one `#[args]`, arguments by name, one `#[kwargs]`"),
                );
            }
        }
        before = mark.or(before);
        if let (Some(mark), true) = (mark, parameter.passing.takes_others()) {
            check_gathering(parameter, mark, diagnostics);
        }
    }
}

/// Checks a parameter that takes the arguments of no other one.
fn check_gathering(parameter: &Parameter, mark: &Mark, diagnostics: &mut Diagnostics) {
    if let Some(default) = &parameter.default {
        diagnostics.error(
            default,
            format!("a parameter with `#[{mark}]` is empty where the caller passes nothing for it, and has no default\nhelp: remove `#[default(...)]`"),
        );
    }
    let (types, what, help): (&[&str], _, _) = match mark.form {
        Form::Kwargs => (
            &["HashMap", "BTreeMap", "IndexMap", "Map", "MapRef"],
            "arguments by name, which are a map",
            "write `HashMap<String, T>`, `BTreeMap<String, T>`, or `Map<Str, T>`",
        ),
        _ => (
            &["Vec", "Array", "ArrayRef"],
            "any number of arguments, which are a sequence",
            "write `Vec<T>`, `Array<T>`, or `ArrayRef<'_, T>`",
        ),
    };
    let ty = syn::parse2::<Type>(parameter.ty.clone());
    if ty.is_ok_and(|ty| types.iter().all(|name| argument_of(strip(&ty), name).is_none())) {
        let ty: TokenStream = parameter.ty.to_token_stream();
        diagnostics.error(ty, format!("`#[{mark}]` takes {what}\nhelp: {help}"));
    }
}
