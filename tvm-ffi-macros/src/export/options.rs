//! The options in `#[tvm_ffi::export(...)]`.

use proc_macro2::{Ident, TokenStream};
use syn::{LitStr, Path};

use crate::contract::attributes::written_names;
use crate::contract::returns::ReturnsTokens;
use crate::crate_path::{CRATE_USAGE, CratePath};
use crate::diagnostics::Diagnostics;
use crate::dispatch::{Variable, parse_dispatch};
use crate::global::Global;
use crate::names::check_name;
use crate::options::{Form, Table, Value};

/// The options as parsed.
#[derive(Default)]
pub(crate) struct ExportOptions {
    /// The name of the export, if it differs from the name of the function.
    pub(crate) name: Option<LitStr>,
    /// Present if the export is in the global registry too.
    pub(crate) global: Option<Global>,
    /// Whether the export is a symbol of the system library too.
    pub(crate) system_lib: bool,
    /// The type parameters of a generic function and their types; empty if the option is wrong.
    pub(crate) dispatch: Option<Vec<Variable>>,
    /// The CPU fallback: the function for host memory.
    pub(crate) cpu: Option<Path>,
    /// The forward function, of which this is the backward function.
    pub(crate) backward_of: Option<Path>,
    /// The inputs of the forward function that have no gradient; `None` without the option.
    pub(crate) constant: Option<Vec<Ident>>,
    /// What the returned tensors are.
    pub(crate) returns: Option<ReturnsTokens>,
    /// Whether a Python module holds the GIL during a call, if the function decides it.
    pub(crate) gil: Option<Gil>,
    /// The path of the framework.
    pub(crate) krate: CratePath,
    /// Whether there was a mistake, which may hide an option.
    pub(crate) has_mistake: bool,
}

/// The value of the option `gil`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gil {
    Held,
    Released,
}

impl Gil {
    pub(crate) fn parse(value: &LitStr, diagnostics: &mut Diagnostics) -> Option<Self> {
        match value.value().as_str() {
            "held" => Some(Self::Held),
            "released" => Some(Self::Released),
            other => {
                diagnostics.error(
                    value,
                    format!("expected `gil = \"held\"` or `gil = \"released\"`, found `\"{other}\"`"),
                );
                None
            }
        }
    }
}

const TABLE: Table = Table::new(&[
    ("name", Form::Text("a string literal: `name = \"rms_norm\"`")),
    ("global", Form::Any),
    ("system_lib", Form::Flag),
    ("dispatch", Form::Any),
    ("cpu", Form::Path("the path of a function: `cpu = rms_norm_on_cpu`")),
    ("backward_of", Form::Path("the path of an export: `backward_of = rms_norm`")),
    ("constant", Form::Any),
    ("returns", Form::Any),
    ("gil", Form::Text("a string literal: `gil = \"held\"`")),
    ("crate", Form::Text(CRATE_USAGE)),
]);

impl ExportOptions {
    pub(crate) fn parse(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Self {
        let mut options = Self::default();
        let errors = diagnostics.count();
        TABLE.parse(tokens, diagnostics, &mut |name, key, value, diagnostics| match (name, value) {
            ("name", Value::Text(name)) => {
                diagnostics.check(&name, check_name);
                options.name = Some(name);
            }
            ("global", value) => options.global = Global::parse(key, value, diagnostics),
            ("system_lib", _) => options.system_lib = true,
            ("dispatch", value) => {
                let variables = parse_dispatch(key, value.in_parentheses(), diagnostics);
                options.dispatch = Some(variables.unwrap_or_default());
            }
            ("cpu", Value::Path(path)) => options.cpu = Some(path),
            ("backward_of", Value::Path(path)) => options.backward_of = Some(path),
            ("constant", value) => {
                const USAGE: &str = "`constant` requires the inputs that have no gradient: `constant(mask)`";
                let names = written_names(value.in_parentheses(), USAGE, key, diagnostics);
                options.constant = Some(names.into_iter().flatten().collect());
            }
            ("gil", Value::Text(value)) => options.gil = Gil::parse(&value, diagnostics),
            ("returns", value) => options.returns = Some(ReturnsTokens::new(key, &value)),
            ("crate", Value::Text(path)) => options.krate = CratePath::parse(&path, diagnostics),
            _ => {}
        });
        options.has_mistake = diagnostics.count() > errors;
        options
    }
}
