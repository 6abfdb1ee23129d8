//! What is wrong with the arguments of a call, in words.

use super::class::key;
use super::contract::Violation;
use super::record::Record;
use crate::abi::TVMFFIAny;
use crate::call::Args;
use crate::contract::diagnose_args;
use crate::convert::Mismatch;
use crate::error::{ErrorKind, raise_at};

/// An error about the arguments of a call.
pub(crate) struct Refusal {
    record: &'static Record,
    kind: ErrorKind,
    message: String,
}

impl Refusal {
    /// What is wrong with a call that the body gave up on.
    pub(crate) fn of(record: &'static Record, args: Args<'_>) -> Self {
        Self::find(record, args).unwrap_or_else(|| {
            let left_out = (0..).zip(record.parameters).any(|(index, _)| !args.given(index));
            let message = if left_out {
                message(record, ": a default violates the contract, or shares memory with an argument")
            } else {
                violation_message(record, None)
            };
            Self::new(record, ErrorKind::ValueError, message)
        })
    }

    /// What is wrong with a call, if anything is. Nothing is taken to find out.
    pub(crate) fn find(record: &'static Record, args: Args<'_>) -> Option<Self> {
        let (required, total) = record.arity();
        let accepts = |count| count >= required && (count <= total || record.is_packed());
        if !usize::try_from(args.count()).is_ok_and(accepts) {
            return Some(Self::new(record, ErrorKind::TypeError, arity_message(record, args.count())));
        }
        Some(Self::violated(record, &violation(record, args)?))
    }

    /// What is wrong with one argument.
    pub(crate) fn violated(record: &'static Record, violation: &Violation) -> Self {
        let kind = violation.1.kind().clone();
        Self::new(record, kind, violation_message(record, Some(violation)))
    }

    fn new(record: &'static Record, kind: ErrorKind, message: String) -> Self {
        Self { record, kind, message }
    }

    /// Another error about a call: `what` follows the name of the function in the message.
    pub(crate) fn about(record: &'static Record, kind: ErrorKind, what: &str) -> Self {
        Self::new(record, kind, message(record, what))
    }

    /// Raises it where the function is: an error about arguments has no line of the user's code.
    pub(crate) fn raise(&self) {
        let Record { file, line, .. } = self.record;
        let mut name = String::new();
        self.record.push_name(&mut name);
        raise_at(&self.kind, &self.message, file, &line.to_string(), &name);
    }
}

/// What is wrong with the arguments, if anything is.
fn violation(record: &'static Record, args: Args<'_>) -> Option<Violation> {
    let (index, mismatch) = diagnose_args(record, args)?;
    match same_object(record, args, index) {
        Some(other) if *mismatch.kind() == ErrorKind::RuntimeError && mismatch.place().is_empty() => {
            let text = format!("{} ({other} is the same object)", mismatch.text());
            Some((index, Mismatch::runtime_error(text)))
        }
        _ => Some((index, mismatch)),
    }
}

/// If the same object was also passed as another argument, that argument's name. The call then conflicts with itself.
fn same_object(record: &'static Record, args: Args<'_>, index: usize) -> Option<String> {
    let object_at = |index: usize| args.arrived(i32::try_from(index).ok()?)?.object();
    let object = object_at(index)?;
    let receivers = record.receivers();
    let mut others = record.parameters.iter().enumerate().skip(receivers);
    let (other, parameter) =
        others.rfind(|(other, _)| *other != index && object_at(*other) == Some(object))?;
    Some(format!("argument #{} `{}`", other - receivers, parameter.name))
}

/// Whether a method refuses an argument because of its type. Nothing is taken to find out.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
pub unsafe fn is_of_wrong_type(record: &'static Record, args: *const TVMFFIAny, num_args: i32) -> bool {
    // SAFETY: the caller's contract.
    let args = unsafe { Args::new(args, num_args) };
    violation(record, args).is_some_and(|(index, mismatch)| {
        index >= record.receivers() && *mismatch.kind() == ErrorKind::TypeError
    })
}

fn arity_message(record: &'static Record, num_args: i32) -> String {
    let (required, total) = record.arity();
    let receivers = record.receivers();
    if receivers > 0 && num_args == 0 {
        return receiver_message(record, "nothing");
    }
    let (required, total) = (required - receivers, total - receivers);
    let num_args = i64::from(num_args) - receivers as i64;
    let range = match total - required {
        0 => String::new(),
        1 => format!("{required} or "),
        _ => format!("{required} to "),
    };
    let noun = if total == 1 && required == total { " argument" } else { " arguments" };
    message(record, &format!(": expected {range}{total}{noun}, got {num_args}"))
}

/// The message about an argument: what, where, expected, got.
#[cold]
pub(crate) fn violation_message(record: &'static Record, violation: Option<&Violation>) -> String {
    let Some((index, mismatch)) = violation else {
        return message(record, ": an argument changed during decoding, or is too deep for this stack");
    };
    let Some(counted) = index.checked_sub(record.receivers()) else {
        let expected = record.parameters.first().map(|receiver| receiver.of.expected()).unwrap_or_default();
        return match mismatch.text().strip_prefix(&*expected) {
            Some(got) => receiver_message(record, got),
            None => message(record, &format!(": {}", mismatch.text())),
        };
    };
    let parameter = record.parameters.get(*index).map_or("", |parameter| parameter.name);
    let (place, text) = (mismatch.place(), mismatch.text());
    message(record, &format!(": argument #{counted} `{parameter}`{place}: {text}"))
}

/// The message about a method that is called on something else.
fn receiver_message(record: &'static Record, got: &str) -> String {
    let key = record.class.map_or("", |class| key(class()));
    message(record, &format!(": expected a {key} to call it on, got {got}"))
}

/// A message: the function, what is wrong, and the signature on a line of its own.
pub(crate) fn message(record: &'static Record, what: &str) -> String {
    // More than most need, instead of growing several times.
    let mut message = String::with_capacity(512);
    record.push_name(&mut message);
    message.extend([what, "\n  "]);
    record.push_signature(&mut message);
    message
}
