//! The option `global`: an entry in the global registry.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::LitStr;

use crate::diagnostics::Diagnostics;
use crate::names::check_global_name;
use crate::options::{Form, Table, Value};
use crate::package::Package;

/// The option `global`.
pub(crate) struct Global {
    name: Name,
    /// Whether it replaces a function that has the name already.
    pub(crate) overrides: bool,
}

/// The name in the registry.
enum Name {
    /// Derived from the name of the export. The tokens are `global`.
    Derived(Ident),
    /// As written.
    Given(LitStr),
}

/// The options in `global(...)`.
#[derive(Default)]
struct Overriding {
    overrides: bool,
    name: Option<LitStr>,
}

const TABLE: Table = Table::new(&[
    ("override", Form::Flag),
    ("name", Form::Text("a string literal: `name = \"my_ext.rms_norm\"`")),
])
.of(" of `global`");

impl Global {
    /// `global`, `global = "..."`, `global(override)`, or `global(override, name = "...")`.
    pub(crate) fn parse(key: &Ident, value: Value, diagnostics: &mut Diagnostics) -> Option<Self> {
        let derived = Name::Derived(key.clone());
        match value {
            Value::None => Some(Self { name: derived, overrides: false }),
            Value::Parentheses(group) => {
                let (mut options, errors) = (Overriding::default(), diagnostics.count());
                TABLE.parse(group.stream(), diagnostics, &mut |_, _, value, diagnostics| match value {
                    Value::Text(name) => {
                        diagnostics.check(&name, check_global_name);
                        options.name = Some(name);
                    }
                    _ => options.overrides = true,
                });
                if diagnostics.count() > errors {
                    // A missing option may be the wrong one.
                    return None;
                }
                if !options.overrides {
                    report_no_override(key, options.name, diagnostics);
                    return None;
                }
                Some(Self { name: options.name.map_or(derived, Name::Given), overrides: true })
            }
            value => {
                let required = "a string literal: `global = \"my_ext.rms_norm\"`";
                let name = value.text(key, required, diagnostics)?;
                diagnostics.check(&name, check_global_name);
                Some(Self { name: Name::Given(name), overrides: false })
            }
        }
    }

    /// The name in the registry, from the name of the export.
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

fn report_no_override(key: &Ident, name: Option<LitStr>, diagnostics: &mut Diagnostics) {
    match name {
        Some(name) => {
            let written = name.to_token_stream();
            diagnostics.error(
                name,
                format!("`name` in `global(...)` needs `override`\nhelp: without it, write `global = {written}`"),
            );
        }
        None => diagnostics.error(
            key,
            "`global(...)` needs `override`: `global(override)` or `global(override, name = \"my_ext.rms_norm\")`",
        ),
    }
}
