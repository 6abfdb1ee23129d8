//! Parses the texts of an export, and writes its signature.

use core::ffi::CStr;

use super::DefaultText;
use super::class_texts::key;
use super::contract::{Constants, Contract, Returns};
use super::export::{Description, ParameterType};
use super::interpreter::Interpreter;

/// The description of an export, with its texts parsed.
pub(crate) struct Texts<'d> {
    pub(crate) about: &'d Description<'d>,
    pub(crate) name: &'static str,
    pub(crate) global: Option<&'static str>,
    pub(crate) doc: &'static str,
    pub(crate) file: &'static str,
    pub(crate) line: &'static str,
    pub(crate) krate: &'static str,
    pub(crate) version: &'static str,
    pub(crate) parameters: Vec<Parameter<'d>>,
    /// What is declared of the result.
    pub(crate) returns: Returns<'d>,
}

/// A parameter.
pub(crate) struct Parameter<'d> {
    pub(crate) name: &'static str,
    pub(crate) default: Option<DefaultText>,
    pub(crate) doc: &'static str,
    /// Its contract.
    pub(crate) contract: Contract<'d>,
    pub(crate) of: &'static ParameterType,
}

/// Texts between NUL bytes, and empty ones after the last.
pub(crate) struct Fields(pub(crate) &'static str);

impl Fields {
    /// The next text.
    pub(crate) fn take(&mut self) -> &'static str {
        // This search is quick in long texts, which documentation is.
        let end = CStr::from_bytes_until_nul(self.0.as_bytes()).map_or(self.0.len(), CStr::count_bytes);
        let field = self.0.get(..end).unwrap_or_default();
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        field
    }
}

impl<'d> Texts<'d> {
    pub(crate) fn of(about: &'d Description<'d>) -> Self {
        let mut fields = Fields(about.text);
        let mut texts = Self {
            about,
            name: fields.take(),
            global: Some(fields.take()).filter(|name| !name.is_empty()),
            doc: fields.take(),
            file: fields.take(),
            line: fields.take(),
            krate: fields.take(),
            version: fields.take(),
            parameters: Vec::with_capacity(about.parameters.len()),
            returns: Returns::default(),
        };
        let interpreter = texts.interpreter();
        let mut constants = Constants::new(about.constants);
        for of in about.parameters {
            let (name, default, doc, contract) =
                (fields.take(), DefaultText::read(fields.take()), fields.take(), fields.take());
            let mut contract = interpreter
                .map(|interpreter| (interpreter.read)(contract, &mut constants))
                .unwrap_or_default();
            contract.has_fallback = about.has_fallback();
            texts.parameters.push(Parameter { name, default, doc, contract, of });
        }
        if let Some(interpreter) = interpreter {
            texts.returns = (interpreter.read_returns)(fields.take(), &mut constants);
        }
        texts
    }

    /// What knows about contracts, in a function that takes tensors or has a contract.
    pub(crate) fn interpreter(&self) -> Option<&'static Interpreter> {
        let of_parameters = || self.about.parameters.iter().find_map(|of| of.tensor);
        self.about.result.interpreter.or_else(|| of_parameters().map(|(_, interpreter)| interpreter))
    }

    /// The least and the largest number of arguments, a receiver included.
    pub(crate) fn arity(&self) -> (usize, usize) {
        let required = self.parameters.iter().take_while(|parameter| parameter.default.is_none()).count();
        (required, self.parameters.len())
    }

    /// The name by which callers know it: `add`, `stats.Mean.merged`, or `stats.Mean` of the constructor.
    pub(crate) fn push_name(&self, out: &mut String) {
        let Some(class) = self.about.class else { return out.push_str(self.name) };
        out.push_str(key(class()));
        if !self.about.is_constructor() {
            out.extend([".", self.name]);
        }
    }

    /// The signature as messages show it: `add(x: int, y: int = 1)`.
    pub(crate) fn push_signature(&self, out: &mut String) {
        self.push_name(out);
        if let Some(interpreter) = self.interpreter() {
            (interpreter.push_variables)(self.about.variables, out);
        }
        out.push('(');
        if self.about.is_packed() {
            out.push_str("*args");
        }
        for (index, parameter) in self.parameters.iter().skip(self.about.receivers()).enumerate() {
            out.push_str(if index > 0 { ", " } else { "" });
            parameter.push(self.interpreter(), out);
        }
        out.push(')');
        if let Some(interpreter) = self.interpreter().filter(|_| !self.returns.groups.is_empty()) {
            let mut name = String::new();
            (self.about.result.name)(&mut name);
            out.push_str(" -> ");
            (interpreter.push_returns)(&name, &self.returns, out);
        }
    }
}

impl<'d> Parameter<'d> {
    /// A parameter that represents a tensor in a result.
    pub(crate) fn unnamed(contract: Contract<'d>, of: &'static ParameterType) -> Self {
        Self { name: "", default: None, doc: "", contract, of }
    }

    /// The parameter as signatures show it: `y: int = 1`.
    pub(crate) fn push(&self, interpreter: Option<&Interpreter>, out: &mut String) {
        out.extend([self.name, ": "]);
        match self.of.tensor {
            Some((tensor, interpreter)) => (interpreter.push_type)(tensor, &self.contract, out),
            None => {
                (self.of.name)(out);
                if let Some(interpreter) = interpreter {
                    (interpreter.push_integers)(&self.contract, out);
                }
            }
        }
        if let Some(default) = self.default {
            out.extend([" = ", &default.shown(self.of)]);
        }
    }
}
