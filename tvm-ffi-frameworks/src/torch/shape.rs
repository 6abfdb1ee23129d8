//! Shapes of outputs: which extents of the arguments they are made of, and their values in a call.

use core::ptr::NonNull;

use tvm_ffi_core::__private::{DeclaredParameter, Term, array_items, neg};
use tvm_ffi_core::AnyView;
use tvm_ffi_core::abi::{DLTensor, TVMFFIAny, TypeIndex};

use crate::reason::Reason;
use crate::schemas::of_optional;

/// The shape of an output.
pub(crate) struct Shape {
    steps: Vec<Step>,
    /// Where the symbols have their values.
    places: Vec<Place>,
}

/// A step in the computation of the extents, see [`Term`].
enum Step {
    Number(i64),
    Symbol(Places),
    Negate,
    Combine(fn(Option<i64>, Option<i64>) -> Option<i64>),
    End,
    Rest(Places),
}

/// Where a symbol has its value: the first of these places whose argument is not `None`.
type Places = core::ops::Range<usize>;

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
    pub(crate) fn new(declared: &[Term], parameters: &[DeclaredParameter]) -> Result<Self, Reason> {
        let mut shape = Self { steps: Vec::with_capacity(declared.len()), places: Vec::new() };
        for term in declared {
            let step = match term {
                Term::Any | Term::Rest(None) => {
                    return Err(Reason::new("it has an extent that is not declared"));
                }
                Term::Rest(Some(name)) => Step::Rest(shape.find(name, parameters)?),
                Term::Symbol(name) => Step::Symbol(shape.find(name, parameters)?),
                Term::Number(number) => Step::Number(*number),
                Term::Negate => Step::Negate,
                Term::Combine(function) => Step::Combine(*function),
                Term::End => Step::End,
            };
            shape.steps.push(step);
        }
        Ok(shape)
    }

    /// Where the parameters have a symbol. If one of them is always there, that is enough.
    fn find(&mut self, name: &'static str, parameters: &[DeclaredParameter]) -> Result<Places, Reason> {
        let start = self.places.len();
        for (index, parameter) in parameters.iter().enumerate() {
            let Some(part) = place_in(name, parameter) else { continue };
            let mut schema = String::new();
            (parameter.schema)(&mut schema);
            let is_optional = of_optional(&schema).is_some();
            if !is_optional {
                self.places.truncate(start);
            }
            self.places.push(Place { parameter: index, part });
            if !is_optional {
                break;
            }
        }
        if start == self.places.len() {
            return Err(Reason::named("no argument has the extent `{`", name));
        }
        Ok(start..self.places.len())
    }

    /// The first of some places whose argument is not `None`.
    #[inline(always)]
    fn present<'a>(&self, places: &Places, arguments: Arguments<'a>) -> Option<(Place, &'a TVMFFIAny)> {
        self.places.get(places.clone())?.iter().find_map(|place| {
            let argument = arguments.get(place.parameter)?;
            (argument.type_index != TypeIndex::NONE).then_some((*place, argument))
        })
    }

    /// The extents of any number of dimensions.
    fn rest<'a>(&self, places: &Places, arguments: Arguments<'a>) -> Option<&'a [i64]> {
        let (place, argument) = self.present(places, arguments)?;
        let PlacePart::Between(before, behind) = place.part else { return None };
        let extents = extents(argument)?;
        extents.get(before..extents.len().checked_sub(behind)?)
    }

    fn symbol(&self, places: &Places, arguments: Arguments<'_>) -> Option<i64> {
        let (place, argument) = self.present(places, arguments)?;
        match place.part {
            PlacePart::Integer => Some(argument.payload.int()),
            PlacePart::Entry(at) => entry(argument, |_| Some(at)),
            PlacePart::FromEnd(behind) => entry(argument, |count| count.checked_sub(behind)),
            PlacePart::Between(..) => None,
        }
    }

    /// The number of extents in a call; of a rest without a value there are none.
    pub(crate) fn ndim(&self, arguments: Arguments<'_>) -> usize {
        let count = |step: &Step| match step {
            Step::Rest(places) => self.rest(places, arguments).map_or(0, <[i64]>::len),
            Step::End => 1,
            _ => 0,
        };
        self.steps.iter().map(count).sum()
    }

    /// Writes the extents. Whether all of them have a value that is not negative; 0 is written for others.
    pub(crate) fn write(&self, arguments: Arguments<'_>, extents: &mut [i64]) -> bool {
        let (mut extents, mut is_complete) = (extents.iter_mut(), true);
        // The value of the last step, and those below it on the stack.
        let (mut value, mut below): (Option<Option<i64>>, Vec<Option<i64>>) = (None, Vec::new());
        for step in &self.steps {
            let next = match step {
                Step::Number(number) => Some(*number),
                Step::Symbol(places) => self.symbol(places, arguments),
                Step::Negate => {
                    value = value.map(neg);
                    continue;
                }
                Step::Combine(function) => {
                    value = value.and_then(|right| Some(function(below.pop()?, right)));
                    continue;
                }
                Step::End => {
                    let extent = value.take().flatten().filter(|extent| *extent >= 0);
                    is_complete &= extent.is_some();
                    if let Some(place) = extents.next() {
                        *place = extent.unwrap_or(0);
                    }
                    continue;
                }
                Step::Rest(places) => {
                    let found = self.rest(places, arguments);
                    is_complete &= found.is_some();
                    for (extent, place) in found.unwrap_or_default().iter().zip(&mut extents) {
                        *place = *extent;
                    }
                    continue;
                }
            };
            if let Some(last) = value.replace(next) {
                below.push(last);
            }
        }
        is_complete
    }
}

fn place_in(name: &str, parameter: &DeclaredParameter) -> Option<PlacePart> {
    if parameter.is_integer && parameter.name == name {
        return Some(PlacePart::Integer);
    }
    if parameter.tensor.is_some_and(|tensor| tensor.out.is_some()) {
        return None;
    }
    let ends = |term: &Term| matches!(term, Term::Any | Term::Rest(_) | Term::End);
    let (mut found, mut before, mut has_rest) = (None, 0, false);
    for dimension in parameter.shape.as_deref()?.split_inclusive(ends) {
        let part = match dimension {
            [Term::Rest(Some(rest))] if *rest == name => Some(PlacePart::Between(before, 0)),
            [Term::Symbol(symbol), Term::End] if *symbol == name && has_rest => Some(PlacePart::FromEnd(1)),
            [Term::Symbol(symbol), Term::End] if *symbol == name => Some(PlacePart::Entry(before)),
            _ => None,
        };
        // The number of dimensions behind it is not known before.
        match &mut found {
            Some(PlacePart::FromEnd(behind) | PlacePart::Between(_, behind)) => *behind += 1,
            Some(_) => {}
            None => found = part,
        }
        has_rest |= matches!(dimension, [Term::Rest(_)]);
        before += 1;
    }
    found
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

/// An extent of a tensor, or an element of a sequence of integers, by its index among so many.
#[inline(always)]
fn entry(argument: &TVMFFIAny, index: impl FnOnce(usize) -> Option<usize>) -> Option<i64> {
    if let Some(extents) = extents(argument) {
        return extents.get(index(extents.len())?).copied();
    }
    // SAFETY: AnyView validity: the argument lives through the call.
    let view = unsafe { AnyView::from_raw(NonNull::from(argument)) };
    // The list of PyTorch is an array of integers here.
    let integers = array_items(view)?;
    Some(integers.get(index(integers.len())?)?.as_raw().payload.int())
}
