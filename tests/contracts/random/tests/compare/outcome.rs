//! The outcome of a call.

use std::panic::{AssertUnwindSafe, catch_unwind};

use contracts_random::abi::{self, Passed, Shim};
use contracts_random::arguments::{Argument, Container};
use contracts_random::contracts::model::{Contract, Kind, Nested, Parameter};
use contracts_random::rust_arguments::Direct;

/// The outcome of a call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Accepted,
    /// The kind of the error, and its message.
    Refused(String, String),
}

/// The outcome of a call through the C ABI.
///
/// # Safety
///
/// As for [`abi::call`].
pub(crate) unsafe fn of_shim(shim: Shim, arguments: &[Argument]) -> Outcome {
    let passed = Passed::new(arguments);
    // SAFETY: the caller's contract.
    match unsafe { abi::call(shim, &passed) } {
        Ok(()) => Outcome::Accepted,
        Err(error) => Outcome::Refused(error.kind().name().to_owned(), without_signature(&error.message())),
    }
}

/// The outcome of a call from Rust, if the arguments have the types of the parameters. A panic has no kind.
///
/// # Safety
///
/// As for [`Direct`], and as for [`of_shim`].
pub(crate) unsafe fn of_direct_call(
    contract: &Contract,
    direct: Direct,
    arguments: &[Argument],
) -> Option<Outcome> {
    // Rust cannot omit arguments.
    let as_rust = |(parameter, argument): (&Parameter, &Argument)| match (&parameter.kind, argument) {
        (Kind::Integer { default: Some(number), .. }, Argument::Absent) => {
            Argument::Integer((*number).into())
        }
        (Kind::Nested { form: Nested::Map, .. }, Argument::Absent) => Argument::Map(Vec::new()),
        (Kind::Nested { form: Nested::Options, .. }, Argument::List(container, elements)) => {
            Argument::List(*container, elements.iter().map(without_pointer).collect())
        }
        (Kind::Nested { .. }, Argument::Absent) => Argument::List(Container::Array, Vec::new()),
        _ => argument.clone(),
    };
    let arguments: Vec<_> = contract.parameters.iter().zip(arguments).map(as_rust).collect();
    let passed = Passed::new(&arguments);
    // SAFETY: the caller's contract.
    let result = catch_unwind(AssertUnwindSafe(|| unsafe { direct(passed.arguments()) }));
    match result {
        Ok(called) => called.map(|()| Outcome::Accepted),
        Err(payload) => {
            let text = payload.downcast::<String>().map_or_else(|_| "no text".to_owned(), |text| *text);
            Some(Outcome::Refused(String::new(), without_signature(&text)))
        }
    }
}

/// A message without the line of the signature below it, which `tests/contracts/table` compares for each form.
fn without_signature(message: &str) -> String {
    message.rsplit_once("\n  ").map_or("no signature", |(text, _)| text).to_owned()
}

/// An element of a container, where a null pointer counts as none.
fn without_pointer(element: &Argument) -> Argument {
    if *element == Argument::NullTensor { Argument::None } else { element.clone() }
}
