//! The values of symbols, and the extents that bound them.

use super::list;
use crate::arguments::Argument;
use crate::contracts::expression::{Expression, Failure};
use crate::contracts::model::{Contract, Entry, Kind};

/// The symbols that have a value.
pub(super) struct Bindings {
    bound: Vec<Binding>,
}

struct Binding {
    name: String,
    value: Value,
    /// The integer parameter, or the dimension of a tensor.
    from: String,
}

enum Value {
    Number(i128),
    Extents(Vec<i64>),
}

impl Bindings {
    /// Integer parameters are symbols of their names.
    pub(super) fn of_integers(contract: &Contract, arguments: &[Argument]) -> Self {
        let mut bound = Vec::new();
        for (parameter, argument) in contract.parameters.iter().zip(arguments) {
            let Kind::Integer { optional: false, default, .. } = parameter.kind else { continue };
            let number = match argument {
                Argument::Absent => i128::from(default.expect("what is absent has a default")),
                Argument::Integer(number) => *number,
                Argument::Bool(value) => i128::from(*value),
                _ => continue,
            };
            let from = format!("`{}`", parameter.name);
            bound.push(Binding { name: parameter.name.clone(), value: Value::Number(number), from });
        }
        Self { bound }
    }

    fn find(&self, name: &str) -> Option<&Binding> {
        self.bound.iter().find(|binding| binding.name == name)
    }

    fn number(&self, name: &str) -> Option<(i128, &str)> {
        self.find(name).map(|binding| match &binding.value {
            Value::Number(number) => (*number, binding.from.as_str()),
            Value::Extents(_) => panic!("`{name}` is a number and a rest"),
        })
    }

    fn bind(&mut self, name: &str, value: Value, from: String) {
        self.bound.push(Binding { name: name.to_owned(), value, from });
    }

    /// Checks an extent or stride. Returns the expected number if it differs.
    pub(super) fn check(&mut self, entry: &Entry, actual: i64, from: String) -> Option<String> {
        match entry {
            Entry::Anything => None,
            Entry::Number(number) => (actual != number.value).then(|| number.text_and_value()),
            Entry::Symbol(name) => self.judge_symbol(name, actual, from),
            Entry::Multiple(name, factor) => self.judge_symbol(name, actual, from).or_else(|| {
                (actual % factor.value != 0).then(|| format!("a multiple of {}", factor.text_and_value()))
            }),
            Entry::Expression(expression) => self.judge_expression(expression, actual),
            Entry::Rest(_) => panic!("a rest is not a single number"),
        }
    }

    fn judge_symbol(&mut self, name: &str, actual: i64, from: String) -> Option<String> {
        match self.number(name) {
            Some((number, _)) if number == i128::from(actual) => None,
            Some((number, origin)) => Some(format!("{name} = {number} (from {origin})")),
            None => {
                self.bind(name, Value::Number(actual.into()), from);
                None
            }
        }
    }

    fn judge_expression(&self, expression: &Expression, actual: i64) -> Option<String> {
        let known =
            |name: &str| self.number(name).unwrap_or_else(|| panic!("`{name}` is used before it is bound"));
        let value = expression.value(&|name| known(name).0);
        if value == Ok(i128::from(actual)) {
            return None;
        }
        let origin = |name: &String| format!("{name} = {} from {}", known(name).0, known(name).1);
        let origins: Vec<_> = expression.symbols().iter().map(origin).collect();
        let origins = if origins.is_empty() { String::new() } else { format!(" ({})", origins.join(", ")) };
        let text = expression.text();
        Some(match value {
            Ok(number) => format!("{text} = {number}{origins}"),
            Err(Failure::Overflows) => format!("{text}, which overflows{origins}"),
            Err(Failure::DividesByZero) => format!("{text}, which divides by zero{origins}"),
        })
    }

    /// The same as [`check`](Self::check), for a named rest.
    pub(super) fn judge_rest(&mut self, name: &str, actual: &[i64], from: String) -> Option<String> {
        match self.find(name).map(|binding| (&binding.value, &binding.from)) {
            Some((Value::Extents(extents), _)) if extents == actual => None,
            Some((Value::Extents(extents), origin)) => {
                Some(format!("{name} = {} (from {origin})", list(extents)))
            }
            Some((Value::Number(_), _)) => panic!("`{name}` is a number and a rest"),
            None => {
                self.bind(name, Value::Extents(actual.to_vec()), from);
                None
            }
        }
    }
}
