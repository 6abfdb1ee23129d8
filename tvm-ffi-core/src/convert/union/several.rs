//! One message for several mismatches of one value.

use crate::convert::Mismatch;
use crate::error::ErrorKind;

/// Parts of a message: `dtype is float64, expected float32`, or `expected float, got str`.
#[derive(PartialEq)]
enum Form<'m> {
    /// What the value is, before what was expected.
    Is(&'m str),
    /// The same, behind it.
    Got(&'m str),
    /// In other words.
    Whole(&'m str),
}

fn parts(text: &str) -> (Form<'_>, &str) {
    if let Some((expected, got)) = text.strip_prefix("expected ").and_then(|text| text.rsplit_once(", got "))
    {
        return (Form::Got(got), expected);
    }
    match text.split_once(", expected ") {
        Some((is, expected)) => (Form::Is(is), expected),
        None => (Form::Whole(text), ""),
    }
}

/// `dtype is float64, expected float32 or int32; or ndim is 2, expected 1 (shape is [2, 2])`.
fn joined<'m>(texts: impl Iterator<Item = &'m str>) -> String {
    let mut joined: Vec<(Form<'_>, Vec<&str>)> = Vec::new();
    for text in texts {
        let (form, expected) = parts(text);
        match joined.iter_mut().find(|(other, _)| *other == form) {
            Some((_, all)) => all.push(expected),
            None => joined.push((form, vec![expected])),
        }
    }
    let message = |(form, expected): &(Form<'_>, Vec<&str>)| match form {
        Form::Is(is) => format!("{is}, expected {}", expected.join(" or ")),
        Form::Got(got) => format!("expected {}, got {got}", expected.join(" | ")),
        Form::Whole(whole) => (*whole).to_owned(),
    };
    joined.iter().map(message).collect::<Vec<_>>().join("; or ")
}

/// One mismatch with the reasons of all, at their place if it is the same.
pub(super) fn of_all(mismatches: &[Mismatch]) -> Mismatch {
    let [first, others @ ..] = mismatches else { return Mismatch::changed() };
    if others.is_empty() {
        return first.clone();
    }
    let are_values = mismatches.iter().all(|mismatch| *mismatch.kind() == ErrorKind::ValueError);
    let of = |text| if are_values { Mismatch::value_error(text) } else { Mismatch::type_error(text) };
    if others.iter().all(|other| other.place() == first.place()) {
        return of(joined(mismatches.iter().map(Mismatch::text))).at(first.place());
    }
    let texts: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
    of(joined(texts.iter().map(String::as_str)))
}
