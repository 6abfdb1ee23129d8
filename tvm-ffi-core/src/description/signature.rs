//! The signature of an export, as messages and Python show it.

use super::class::key;
use super::record::{CONSTRUCTOR, Param, Passing, Record};
use crate::contract::signature::{push_integers, push_returns, push_type, push_variables};

impl Record {
    /// The name by which callers know it: `add`, `stats.Mean.merged`, or `stats.Mean` of the constructor.
    pub(crate) fn push_name(&self, out: &mut String) {
        let Some(class) = self.class else { return out.push_str(self.name) };
        out.push_str(key(class()));
        if self.flags & CONSTRUCTOR == 0 {
            out.extend([".", self.name]);
        }
    }

    /// The signature as messages show it: `add(x: int, y: int = 1)`.
    pub(crate) fn push_signature(&self, out: &mut String) {
        self.push_name(out);
        push_variables(self.variables, out);
        out.push('(');
        if self.is_packed() {
            out.push_str("*args");
        }
        out.push_str(&listed(self.arguments(), Param::shown).join(", "));
        out.push(')');
        if !self.returns.groups.is_empty() {
            out.push_str(" -> ");
            push_returns((self.result)().tag, &self.returns, out);
        }
    }
}

/// The parameters as signatures of Python list them, with the marks that say how each is passed.
pub fn listed(parameters: &[Param], show: impl Fn(&Param) -> String) -> Vec<String> {
    let last_without_name = parameters.iter().rposition(|one| one.passing == Passing::Position);
    let (mut shown, mut is_marked) = (Vec::new(), false);
    for (index, parameter) in parameters.iter().enumerate() {
        let stars = match parameter.passing {
            Passing::Rest => "*",
            Passing::Names => "**",
            Passing::Position | Passing::Either | Passing::Name => "",
        };
        if parameter.passing == Passing::Name && !is_marked {
            shown.push(String::from("*"));
        }
        is_marked |= parameter.passing >= Passing::Rest;
        shown.push(format!("{stars}{}", show(parameter)));
        if last_without_name == Some(index) {
            shown.push(String::from("/"));
        }
    }
    shown
}

impl Param {
    /// Whether it takes all arguments that other parameters do not.
    pub fn takes_others(&self) -> bool {
        matches!(self.passing, Passing::Rest | Passing::Names)
    }

    /// The parameter as signatures show it: `y: int = 1`.
    pub(crate) fn shown(&self) -> String {
        let mut out = format!("{}: ", self.name);
        match self.of.tensor {
            Some(tensor) => push_type(tensor, &self.contract, &mut out),
            None => {
                out.push_str(&self.of.tag.name_in_signature());
                push_integers(&self.contract, &mut out);
            }
        }
        if let Some(default) = self.default.filter(|_| !self.takes_others()) {
            out.extend([" = ", &default.shown(self.of)]);
        }
        out
    }
}
