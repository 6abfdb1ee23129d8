//! Parses the texts of an export, and writes its signature.

use super::DefaultText;
use super::class_texts::key;
use super::contract::{Constants, Contract, Returns};
use super::export::{Description, ParameterType};
use crate::contract::{read_returns, signature, text};
use crate::convert::push_in_signature;

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
    /// The inputs of the forward function that have no gradient, separated by commas.
    pub(crate) constant: &'static str,
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
    #[inline(never)]
    pub(crate) fn take(&mut self) -> &'static str {
        let (field, rest) = self.0.split_at_checked(find_nul(self.0.as_bytes())).unwrap_or_default();
        self.0 = rest.get(1..).unwrap_or_default();
        field
    }

    /// The next text, which is documentation. A file ends with a line break.
    pub(crate) fn take_doc(&mut self) -> &'static str {
        self.take().trim_matches('\n').trim_end()
    }
}

/// The texts of a description, some of which are the work of macros, such as `include_str!`.
pub const fn texts(joined: &'static str, count: usize) -> &'static str {
    let (bytes, mut at, mut found) = (joined.as_bytes(), 0, 1);
    while at < bytes.len() {
        found += (bytes[at] == 0) as usize;
        at += 1;
    }
    assert!(found == count, "documentation cannot contain a NUL character");
    joined
}

/// Where the first NUL byte is, or the end. Eight bytes at once: most texts are short, and documentation is long.
fn find_nul(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let word = u64::from_le_bytes(*word);
        // The highest bit of each NUL byte; above the first, of others too.
        let nuls = word.wrapping_sub(ONES) & !word & (ONES << 7);
        if nuls != 0 {
            return at + nuls.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    bytes[at..].iter().position(|byte| *byte == 0).map_or(bytes.len(), |found| at + found)
}

impl<'d> Texts<'d> {
    pub(crate) fn of(about: &'d Description<'d>) -> Self {
        let mut fields = Fields(about.text);
        let mut texts = Self {
            about,
            name: fields.take(),
            global: Some(fields.take()).filter(|name| !name.is_empty()),
            doc: fields.take_doc(),
            file: fields.take(),
            line: fields.take(),
            krate: fields.take(),
            version: fields.take(),
            parameters: Vec::with_capacity(about.parameters.len()),
            returns: Returns::default(),
            constant: "",
        };
        let mut constants = Constants::new(about.constants);
        for of in about.parameters {
            let (name, default, doc, contract) =
                (fields.take(), DefaultText::read(fields.take()), fields.take_doc(), fields.take());
            let mut parameter = Parameter { name, default, doc, contract: Contract::default(), of };
            parameter.contract.has_fallback = about.has_fallback();
            text::read(contract, &mut constants, &mut parameter.contract);
            texts.parameters.push(parameter);
        }
        texts.returns = read_returns(fields.take(), &mut constants);
        texts.constant = fields.take();
        texts
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
        signature::push_variables(self.about.variables, out);
        out.push('(');
        if self.about.is_packed() {
            out.push_str("*args");
        }
        for (index, parameter) in self.parameters.iter().skip(self.about.receivers()).enumerate() {
            out.push_str(if index > 0 { ", " } else { "" });
            parameter.push(out);
        }
        out.push(')');
        if !self.returns.groups.is_empty() {
            let mut name = String::new();
            (self.about.result.name)(&mut name);
            out.push_str(" -> ");
            signature::push_returns(&name, &self.returns, out);
        }
    }
}

impl<'d> Parameter<'d> {
    /// A parameter that represents a tensor in a result.
    pub(crate) fn unnamed(contract: Contract<'d>, of: &'static ParameterType) -> Self {
        Self { name: "", default: None, doc: "", contract, of }
    }

    /// The parameter as signatures show it: `y: int = 1`.
    pub(crate) fn push(&self, out: &mut String) {
        out.extend([self.name, ": "]);
        match self.of.tensor {
            Some(tensor) => signature::push_type(tensor, &self.contract, out),
            None => {
                push_in_signature(self.of.name, out);
                signature::push_integers(&self.contract, out);
            }
        }
        if let Some(default) = self.default {
            out.extend([" = ", &default.shown(self.of)]);
        }
    }
}
