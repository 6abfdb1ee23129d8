//! Types of arguments, and the range of integers.

use super::{Phase, Refusal, nested};
use crate::arguments::{Argument, Container};
use crate::contracts::model::{Contract, Form, Kind};

pub(super) fn check(contract: &Contract, arguments: &[Argument]) -> Result<(), Refusal> {
    for (index, (parameter, argument)) in contract.parameters.iter().zip(arguments).enumerate() {
        if let Some((place, kind, text)) = defect(&parameter.kind, argument) {
            return Err(Refusal { phase: Phase::Type, argument: index, place, kind, text });
        }
    }
    Ok(())
}

/// Position, kind of error, and message.
pub(super) type Defect = (String, &'static str, String);

fn defect(kind: &Kind, argument: &Argument) -> Option<Defect> {
    let expected = |name: &str| {
        let text = format!("expected {name}, got {}", type_name(argument));
        Some((String::new(), "TypeError", text))
    };
    match (kind, argument) {
        (Kind::Anything, _) => None,
        (Kind::Integer { default: Some(_), .. }, Argument::Absent) => None,
        (Kind::Owned, Argument::Tensor(_)) => None,
        (Kind::Owned, _) => expected("Tensor"),
        (Kind::Nested { default: true, .. }, Argument::Absent) => None,
        (Kind::Nested { form, of, .. }, _) => nested::defect(*form, *of, argument),
        (Kind::Integer { optional: true, .. }, Argument::None) => None,
        (Kind::Integer { .. }, Argument::Bool(_)) => None,
        (Kind::Integer { rust, .. }, Argument::Integer(number)) => out_of_range(rust, *number),
        (Kind::Integer { optional, .. }, _) => expected(if *optional { "Optional[int]" } else { "int" }),
        (Kind::Float, Argument::Float(_) | Argument::Integer(_) | Argument::Bool(_)) => None,
        (Kind::Float, _) => expected("float"),
        (Kind::Tensor(tensor), argument) => match (tensor.form, argument) {
            (Form::One | Form::Optional, Argument::Tensor(_) | Argument::NullTensor) => None,
            (Form::Optional, Argument::None) => None,
            (Form::One, _) => expected("Tensor"),
            (Form::Optional, _) => expected("Optional[Tensor]"),
            (Form::List, Argument::List(_, elements)) => not_a_tensor(elements),
            (Form::List, _) => expected("Array[Tensor]"),
        },
    }
}

fn out_of_range(rust: &str, number: i128) -> Option<Defect> {
    let (low, high) = range(rust);
    let text = format!("{number} is out of range for {rust}, expected {low} to {high}");
    (!(low..=high).contains(&number)).then(|| (String::new(), "ValueError", text))
}

/// The first element of a list that is not a tensor.
fn not_a_tensor(elements: &[Argument]) -> Option<Defect> {
    let position = elements.iter().position(|element| !matches!(element, Argument::Tensor(_)))?;
    // A pointer in a container may dangle, and counts as no tensor.
    let got = match &elements[position] {
        Argument::NullTensor => "None",
        element => type_name(element),
    };
    let text = format!("expected Tensor, got {got}");
    Some((format!("[{position}]"), "TypeError", text))
}

/// The name of a value's type.
pub(super) fn type_name(argument: &Argument) -> &'static str {
    match argument {
        Argument::Absent => panic!("what has no default is there"),
        Argument::None => "None",
        Argument::Bool(_) => "bool",
        Argument::Integer(_) => "int",
        Argument::Float(_) => "float",
        Argument::Text => "str",
        Argument::NullTensor => "a null pointer",
        Argument::Tensor(_) => "Tensor",
        Argument::List(Container::Array, _) => "Array",
        Argument::List(Container::List, _) => "List",
        Argument::Map(_) => "Map",
    }
}

/// The range of an integer type.
fn range(rust: &str) -> (i128, i128) {
    match rust {
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i64" | "isize" => (i64::MIN.into(), i64::MAX.into()),
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" | "usize" => (0, u64::MAX.into()),
        other => panic!("the tests use no parameter of type {other}"),
    }
}
