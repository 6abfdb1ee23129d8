//! The signature of an export, as messages and Python show it.

use super::class::key;
use super::record::{CONSTRUCTOR, Param, Record};
use crate::contract::signature::{push_integers, push_returns, push_type, push_variables};
use crate::convert::push_in_signature;

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
        for (index, parameter) in self.parameters.iter().skip(self.receivers()).enumerate() {
            out.push_str(if index > 0 { ", " } else { "" });
            parameter.push(out);
        }
        out.push(')');
        if !self.returns.groups.is_empty() {
            let mut name = String::new();
            ((self.result)().name)(&mut name);
            out.push_str(" -> ");
            push_returns(&name, &self.returns, out);
        }
    }
}

impl Param {
    /// The parameter as signatures show it: `y: int = 1`.
    pub(crate) fn push(&self, out: &mut String) {
        out.extend([self.name, ": "]);
        match self.of.tensor {
            Some(tensor) => push_type(tensor, &self.contract, out),
            None => {
                push_in_signature(self.of.name, out);
                push_integers(&self.contract, out);
            }
        }
        if let Some(default) = self.default {
            out.extend([" = ", &default.shown(self.of)]);
        }
    }
}
