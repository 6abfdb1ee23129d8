//! Shapes of outputs: which extents of the arguments they are made of, and their values in a call.

use core::ptr::NonNull;

use tvm_ffi_core::__private::{DeclaredParameter, Dimensions, Term, neg};
use tvm_ffi_core::abi::{DLTensor, TVMFFIAny, TypeIndex};
use tvm_ffi_core::{AnyView, ArrayRef, FromAnyView};

/// The shape of an output.
pub(crate) struct Shape(Vec<Part>);

/// An extent, or any number of them.
enum Part {
    Number(i64),
    /// The value of a symbol.
    Symbol(Places),
    Computed(Vec<Step>),
    Rest(Places),
}

/// A step in the computation of an extent, see [`Term`].
enum Step {
    Number(i64),
    Symbol(Places),
    Negate,
    Combine(fn(Option<i64>, Option<i64>) -> Option<i64>),
}

/// Where a symbol has its value: the first of these whose argument is not `None`.
type Places = Vec<Place>;

/// A place in a parameter.
#[derive(Clone, Copy)]
struct Place {
    parameter: usize,
    part: PlacePart,
}

#[derive(Clone, Copy)]
enum PlacePart {
    /// The parameter is the integer.
    Integer,
    /// An extent, or an element of a sequence of integers.
    Entry(usize),
    /// The same from the end: 1 is the last.
    FromEnd(usize),
    /// All but some at both ends.
    Between(usize, usize),
}

/// The values of the arguments of a call, by parameter.
pub(crate) type Arguments<'a> = &'a [TVMFFIAny];

impl Shape {
    /// The shape that a contract declares, made of the parameters; or why there is none.
    pub(crate) fn new(declared: &[Dimensions], parameters: &[DeclaredParameter]) -> Result<Self, String> {
        let undeclared = || String::from("it has an extent that is not declared");
        let unbound = |name: &str| format!("no argument has the extent `{name}`");
        let find = |name: &str| {
            let places = places(name, parameters);
            if places.is_empty() { Err(unbound(name)) } else { Ok(places) }
        };
        let step = |term: &Term| {
            Ok(match term {
                Term::Number(number) => Step::Number(*number),
                Term::Symbol(name) => Step::Symbol(find(name)?),
                Term::Negate => Step::Negate,
                Term::Combine(function) => Step::Combine(*function),
            })
        };
        let part = |dimensions: &Dimensions| match dimensions {
            Dimensions::Any | Dimensions::Rest(None) => Err(undeclared()),
            Dimensions::Rest(Some(name)) => Ok(Part::Rest(find(name)?)),
            Dimensions::One(terms) => Ok(match terms.as_slice() {
                [Term::Number(number)] => Part::Number(*number),
                [Term::Symbol(name)] => Part::Symbol(find(name)?),
                terms => Part::Computed(terms.iter().map(step).collect::<Result<_, String>>()?),
            }),
        };
        Ok(Self(declared.iter().map(part).collect::<Result<_, _>>()?))
    }

    /// The number of extents in a call; of a rest without a value there are none.
    pub(crate) fn ndim(&self, arguments: Arguments<'_>) -> usize {
        let count = |part: &Part| match part {
            Part::Rest(places) => rest(places, arguments).map_or(0, <[i64]>::len),
            _ => 1,
        };
        self.0.iter().map(count).sum()
    }

    /// Writes the extents. Whether all of them have a value that is not negative; 0 is written for others.
    pub(crate) fn write(&self, arguments: Arguments<'_>, extents: &mut [i64]) -> bool {
        let (mut places, mut is_complete) = (extents.iter_mut(), true);
        for part in &self.0 {
            let value = match part {
                Part::Number(number) => Some(*number),
                Part::Symbol(symbol) => symbol_value(symbol, arguments),
                Part::Computed(steps) => computed(steps, arguments),
                Part::Rest(of) => {
                    let found = rest(of, arguments);
                    is_complete &= found.is_some();
                    for (extent, place) in found.unwrap_or_default().iter().zip(&mut places) {
                        *place = *extent;
                    }
                    continue;
                }
            };
            let value = value.filter(|value| *value >= 0);
            is_complete &= value.is_some();
            if let Some(place) = places.next() {
                *place = value.unwrap_or(0);
            }
        }
        is_complete
    }
}

/// Where the parameters have a symbol. If one of them is always there, that is enough.
fn places(name: &str, parameters: &[DeclaredParameter]) -> Places {
    let mut places = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let Some(part) = place_in(name, parameter) else { continue };
        let place = Place { parameter: index, part };
        if !parameter.schema.starts_with(r#"{"type":"Optional""#) {
            return vec![place];
        }
        places.push(place);
    }
    places
}

fn place_in(name: &str, parameter: &DeclaredParameter) -> Option<PlacePart> {
    if parameter.is_integer && parameter.name == name {
        return Some(PlacePart::Integer);
    }
    let entries = match &parameter.tensor {
        Some(tensor) if tensor.out.is_some() => return None,
        Some(tensor) => tensor.shape.as_ref(),
        None => parameter.integers.as_ref(),
    }?;
    let is_rest = |entry: &Dimensions| matches!(entry, Dimensions::Rest(_));
    let at = entries.iter().position(|entry| match entry {
        Dimensions::Rest(rest) => *rest == Some(name),
        Dimensions::One(terms) => matches!(terms.as_slice(), [Term::Symbol(symbol)] if *symbol == name),
        Dimensions::Any => false,
    })?;
    let behind = entries.len() - at;
    Some(match &entries[at] {
        Dimensions::Rest(_) => PlacePart::Between(at, behind - 1),
        _ if entries[..at].iter().any(is_rest) => PlacePart::FromEnd(behind),
        _ => PlacePart::Entry(at),
    })
}

fn computed(steps: &[Step], arguments: Arguments<'_>) -> Option<i64> {
    let mut stack = Vec::with_capacity(steps.len());
    for step in steps {
        let value = match step {
            Step::Number(number) => Some(*number),
            Step::Symbol(places) => symbol_value(places, arguments),
            Step::Negate => neg(stack.pop()?),
            Step::Combine(function) => {
                let right = stack.pop()?;
                function(stack.pop()?, right)
            }
        };
        stack.push(value);
    }
    stack.pop()?
}

fn symbol_value(places: &[Place], arguments: Arguments<'_>) -> Option<i64> {
    let (place, argument) = present(places, arguments)?;
    match place.part {
        PlacePart::Integer => Some(argument.payload.int()),
        PlacePart::Entry(at) => with_entries(argument, |entries| entries.get(at).copied())?,
        PlacePart::FromEnd(behind) => {
            with_entries(argument, |entries| entries.get(entries.len().checked_sub(behind)?).copied())?
        }
        PlacePart::Between(..) => None,
    }
}

/// The extents of any number of dimensions.
fn rest<'a>(places: &[Place], arguments: Arguments<'a>) -> Option<&'a [i64]> {
    let (place, argument) = present(places, arguments)?;
    let PlacePart::Between(before, behind) = place.part else { return None };
    let extents = extents(argument)?;
    extents.get(before..extents.len().checked_sub(behind)?)
}

/// The first place whose argument is not `None`.
#[inline(always)]
fn present<'a>(places: &[Place], arguments: Arguments<'a>) -> Option<(Place, &'a TVMFFIAny)> {
    places.iter().find_map(|place| {
        let argument = arguments.get(place.parameter)?;
        (argument.type_index != TypeIndex::NONE).then_some((*place, argument))
    })
}

/// The extents of a tensor.
#[inline(always)]
fn extents(argument: &TVMFFIAny) -> Option<&[i64]> {
    if argument.type_index != TypeIndex::DL_TENSOR_PTR {
        return None;
    }
    // SAFETY: AnyView validity: the argument points to a live tensor.
    let tensor = unsafe { NonNull::new(argument.payload.ptr().cast::<DLTensor>())?.as_ref() };
    let ndim = usize::try_from(tensor.ndim).ok().filter(|ndim| *ndim > 0);
    // SAFETY: DLTensor validity: there are `ndim` extents.
    Some(ndim.map_or(&[], |ndim| unsafe { core::slice::from_raw_parts(tensor.shape, ndim) }))
}

/// Passes on the extents of a tensor, or the elements of a sequence of integers.
fn with_entries<R>(argument: &TVMFFIAny, read: impl FnOnce(&[i64]) -> R) -> Option<R> {
    if let Some(extents) = extents(argument) {
        return Some(read(extents));
    }
    // SAFETY: AnyView validity: the argument lives through the call.
    let view = unsafe { AnyView::from_raw(NonNull::from(argument)) };
    let mut holder = Default::default();
    let integers = ArrayRef::<i64>::decode(view, &mut holder)?;
    Some(read(&integers.to_vec()))
}
