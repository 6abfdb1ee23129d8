//! Contracts and their cases, and the report of failures.

use std::fmt::Write;

use super::Shim;
use super::argument::{Arg, Form};
use super::call::{call, show};
use super::memory::Memory;

/// The cases of one topic.
#[derive(Default)]
pub(crate) struct Table {
    contracts: Vec<Contract>,
}

/// An export, with its signature in messages.
pub(crate) struct Contract {
    shim: Shim,
    signature: &'static str,
    cases: Vec<Case>,
}

struct Case {
    args: Vec<Arg>,
    expected: Outcome,
}

/// The expected outcome of a call.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Result(String),
    Error { kind: String, message: String },
}

impl Table {
    /// Starts the cases of a contract.
    pub(crate) fn contract(&mut self, shim: Shim, signature: &'static str) -> &mut Contract {
        self.contracts.push(Contract { shim, signature, cases: Vec::new() });
        self.contracts.last_mut().expect("it was just put there")
    }

    /// The number of cases.
    pub(crate) fn len(&self) -> usize {
        self.contracts.iter().map(|contract| contract.cases.len()).sum()
    }

    /// Runs every case, and panics with all that fail.
    pub(crate) fn check(&self) {
        let failures: Vec<String> = self.contracts.iter().flat_map(Contract::failures).collect();
        let (failed, all) = (failures.len(), self.len());
        assert!(failures.is_empty(), "{failed} failures in {all} cases:\n\n{}", failures.join("\n"));
    }
}

impl Contract {
    /// The call succeeds with this result.
    pub(crate) fn accepts<const N: usize>(&mut self, args: [Arg; N], result: &str) -> &mut Self {
        self.add(args, Outcome::Result(result.to_owned()))
    }

    /// A `TypeError` about an argument: "#0 `x`: expected Tensor, got str".
    pub(crate) fn type_error<const N: usize>(&mut self, args: [Arg; N], text: &str) -> &mut Self {
        self.error(args, "TypeError", &format!("argument {text}"))
    }

    /// A `ValueError` about an argument.
    pub(crate) fn value_error<const N: usize>(&mut self, args: [Arg; N], text: &str) -> &mut Self {
        self.error(args, "ValueError", &format!("argument {text}"))
    }

    /// A `TypeError` about the number of arguments.
    pub(crate) fn count_error<const N: usize>(&mut self, args: [Arg; N], text: &str) -> &mut Self {
        self.error(args, "TypeError", text)
    }

    fn error<const N: usize>(&mut self, args: [Arg; N], kind: &str, text: &str) -> &mut Self {
        let end = self.signature.find(['(', '[']).expect("a signature has parameters");
        let message = format!("{}: {text}\n  {}", &self.signature[..end], self.signature);
        self.add(args, Outcome::Error { kind: kind.to_owned(), message })
    }

    fn add<const N: usize>(&mut self, args: [Arg; N], expected: Outcome) -> &mut Self {
        self.cases.push(Case { args: args.into(), expected });
        self
    }

    fn failures(&self) -> impl Iterator<Item = String> {
        self.cases.iter().flat_map(|case| case.forms().iter().filter_map(|form| self.failure(case, *form)))
    }

    /// The report of a case that fails.
    fn failure(&self, case: &Case, form: Form) -> Option<String> {
        let mut memory = Memory::new(form);
        let args: Vec<_> = case.args.iter().map(|arg| memory.place(arg)).collect();
        let outcome = match call(self.shim, &args) {
            Ok(value) => Outcome::Result(show(&value)),
            Err(error) => {
                Outcome::Error { kind: error.kind().name().to_owned(), message: error.message().into_owned() }
            }
        };
        let is_balanced = memory.is_balanced();
        if outcome == case.expected && is_balanced {
            return None;
        }
        let args: Vec<String> = case.args.iter().map(Arg::to_string).collect();
        let mut text = format!("{}\n  called with ({}) as {form:?}\n", self.signature, args.join(", "));
        if outcome != case.expected {
            text.push_str(&lines("expected", &case.expected));
            text.push_str(&lines("got     ", &outcome));
        }
        if !is_balanced {
            text.push_str("  the call kept or dropped a reference\n");
        }
        Some(text)
    }
}

impl Case {
    /// The forms in which the tensors of the case are passed, one call for each.
    fn forms(&self) -> &'static [Form] {
        let any = self.args.iter().any(Arg::has_two_forms);
        if any { &[Form::Borrowed, Form::Object] } else { &[Form::Borrowed] }
    }
}

fn lines(title: &str, outcome: &Outcome) -> String {
    let (kind, message) = match outcome {
        Outcome::Result(result) => ("result", result),
        Outcome::Error { kind, message } => (kind.as_str(), message),
    };
    let mut text = String::new();
    for (index, line) in message.lines().enumerate() {
        let start = if index == 0 { format!("{title} {kind}:") } else { " ".repeat(title.len()) };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {start} {line}");
    }
    text
}
