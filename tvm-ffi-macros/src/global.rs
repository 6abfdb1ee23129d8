//! The option `global`: an entry in the global registry.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::LitStr;

use crate::diagnostics::Diagnostics;
use crate::names::check_global_name;
use crate::options::{OptionTokens, Package, Value, check, string};
use crate::tokens::split_at_commas;

/// The option `global`.
pub(crate) struct Global {
    name: Name,
    /// Whether it replaces a function that has the name already.
    pub(crate) overrides: bool,
}

/// The name in the registry.
enum Name {
    /// Made from that of the export; where `global` stands.
    Derived(Ident),
    /// As written.
    Given(LitStr),
}

/// What the forms in parentheses look like.
const FORMS: &str = "`global(override)` or `global(override, name = \"my_ext.rms_norm\")`";

impl Global {
    /// `global`, `global = "..."`, `global(override)`, or `global(override, name = "...")`.
    pub(crate) fn parse(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> Option<Self> {
        match value {
            Value::None => Some(Self { name: Name::Derived(key.clone()), overrides: false }),
            Value::Other(tokens) if is_in_parentheses(&tokens) => {
                Self::parse_overriding(key, Value::Other(tokens).in_parentheses(), diagnostics)
            }
            value => {
                let name = parse_name(key, value, diagnostics)?;
                Some(Self { name: Name::Given(name), overrides: false })
            }
        }
    }

    /// What stands in `global(...)`.
    fn parse_overriding(key: &Ident, tokens: TokenStream, diagnostics: &mut Diagnostics) -> Option<Self> {
        let (mut overrides, mut name) = (false, None);
        let errors = diagnostics.count();
        for part in split_at_commas(tokens) {
            let OptionTokens { key: part, value } = diagnostics.ok(syn::parse2(part))?;
            match (&*part.to_string(), value) {
                ("override" | "name", _)
                    if (part == "override" && overrides) || (part == "name" && name.is_some()) =>
                {
                    diagnostics.error(&part, format!("`{part}` may only be specified once"));
                }
                ("override", Value::None) => overrides = true,
                ("override", value) => diagnostics.error(value, "`override` takes no value"),
                ("name", value) => name = Some((part.clone(), parse_name(&part, value, diagnostics)?)),
                _ => {
                    diagnostics.error(&part, format!("unknown option `{part}` of `global`, expected {FORMS}"))
                }
            }
        }
        match name {
            // What else is missing follows from the mistake.
            _ if diagnostics.count() > errors => {}
            Some((at, name)) if !overrides => {
                let written = name.to_token_stream();
                diagnostics.error(at, format!("`name` in `global(...)` needs `override`\nhelp: without it, write `global = {written}`"));
            }
            None if !overrides => diagnostics.error(key, format!("`global(...)` needs `override`: {FORMS}")),
            Some((_, name)) => return Some(Self { name: Name::Given(name), overrides }),
            None => return Some(Self { name: Name::Derived(key.clone()), overrides }),
        }
        None
    }

    /// The name in the registry, for an export of the given name.
    pub(crate) fn name(&self, export: &str, package: &Package, diagnostics: &mut Diagnostics) -> String {
        match &self.name {
            Name::Given(name) => name.value(),
            Name::Derived(_) if check_global_name(export).is_ok() => export.to_owned(),
            Name::Derived(key) if package.crate_name.is_empty() => {
                diagnostics.error(key, "`global` needs a name here, since the crate's is unknown: `global = \"my_ext.rms_norm\"`");
                String::new()
            }
            Name::Derived(_) => format!("{}.{export}", package.crate_name),
        }
    }
}

fn parse_name(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> Option<LitStr> {
    let name = string(key, value, "\"my_ext.rms_norm\"", diagnostics)?;
    check(Some(&name), check_global_name, diagnostics);
    Some(name)
}

fn is_in_parentheses(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    matches!((tokens.next(), tokens.next()), (Some(TokenTree::Group(_)), None))
}
