//! Arguments by name, put into the order of the parameters.

use core::ptr::NonNull;

use tvm_ffi_core::__private::{
    Param, Passing, missing_argument, passed_twice, raise_about, too_many_positional, unexpected_keyword,
};
use tvm_ffi_core::ErrorKind;

use crate::error::raise_taken;
use crate::function::Function;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::trampoline::Passed;

/// The argument of each parameter.
pub(crate) type Positions<'a> = [Option<Borrowed<'a>>];

/// Whether the arguments are in the order of the parameters, and all that follow have defaults. Then the names change nothing. The names in source
/// code are the objects that the parameters have.
#[inline(always)]
pub(crate) fn follows_parameters(
    function: &Function,
    passed: &Passed<'_>,
    count: usize,
    names: Borrowed<'_>,
) -> bool {
    let Some(rest) = function.record.parameters.get(passed.len()..).filter(|_| function.is_ordinary) else {
        return false;
    };
    let named = function.names.get(count..passed.len()).unwrap_or_default().iter().enumerate();
    let mut is_same = named.map(|(index, known)| {
        let name = function.python.element(names, index);
        name.is_ok_and(|name| name.as_ptr() == known.borrow().as_ptr())
    });
    is_same.all(|is_same| is_same) && rest.iter().all(|parameter| parameter.default.is_some())
}

/// The arguments that belong to no parameter of their own, as objects.
pub(crate) struct Others {
    /// A tuple, if a parameter takes it.
    rest: Option<Owned>,
    /// A dictionary, if a parameter takes it.
    names: Option<Owned>,
}

impl Others {
    /// Those of the arguments without a name.
    pub(crate) fn new(function: &Function, passed: &Passed<'_>) -> Result<Self, Raised> {
        let (python, takes) = (function.python, |passing| takes(function, passing));
        let beyond = passed.get(by_position(function)..).unwrap_or_default();
        let beyond: Vec<Owned> = beyond.iter().flatten().map(|object| python.own(*object)).collect();
        Ok(Self {
            rest: takes(Passing::Rest).map(|_| python.tuple_of(beyond.into_iter())).transpose()?,
            names: takes(Passing::Names).map(|_| python.dict()).transpose()?,
        })
    }
}

/// The number of parameters that take an argument by position.
fn by_position(function: &Function) -> usize {
    function.record.parameters.iter().take_while(|parameter| parameter.passing <= Passing::Either).count()
}

/// The parameter that takes the arguments of others.
fn takes(function: &Function, passing: Passing) -> Option<usize> {
    function.record.parameters.iter().position(|parameter| parameter.passing == passing)
}

/// Puts the arguments without a name and those with one into `positions`, and returns how many of these are used.
///
/// # Errors
///
/// A `TypeError`, in the words of messages about constructors.
pub(crate) fn assign<'a, 'passed: 'a>(
    function: &Function,
    passed: &Passed<'passed>,
    named: impl Iterator<Item = (Borrowed<'passed>, Borrowed<'passed>)>,
    others: &'a Others,
    positions: &mut Positions<'a>,
) -> Result<usize, Raised> {
    if function.record.is_packed() {
        return Err(refuse(function, String::from(": arguments have no names here")));
    }
    let (python, parameters) = (function.python, function.record.parameters);
    let most = by_position(function);
    if passed.len() > most && others.rest.is_none() {
        let receivers = parameters.len() - function.record.arguments().len();
        return Err(refuse(function, too_many_positional(most - receivers, passed.len() - receivers)));
    }
    for (position, object) in positions.iter_mut().zip(passed).take(most) {
        *position = *object;
    }
    for (name, object) in named {
        let place = place(function, name)
            .filter(|place| matches!(parameters.get(*place), Some(one) if takes_name(one)));
        let Some(position) = place.and_then(|place| positions.get_mut(place)) else {
            let Some(dict) = &others.names else {
                return Err(refuse(function, unexpected_keyword(&shown(python, name))));
            };
            python.set_item(dict, &python.own(name), &python.own(object))?;
            continue;
        };
        if position.replace(object).is_some() {
            return Err(refuse(function, passed_twice(&shown(python, name))));
        }
    }
    for (passing, object) in [(Passing::Rest, &others.rest), (Passing::Names, &others.names)] {
        if let Some(position) = takes(function, passing).and_then(|place| positions.get_mut(place)) {
            *position = object.as_ref().map(Owned::borrow);
        }
    }
    for (parameter, position) in parameters.iter().zip(&*positions) {
        if parameter.default.is_none() && position.is_none() {
            return Err(refuse(function, missing_argument(parameter.name)));
        }
    }
    Ok(positions.iter().rposition(Option::is_some).map_or(0, |last| last + 1))
}

/// Whether an argument may have the name of the parameter.
fn takes_name(parameter: &Param) -> bool {
    matches!(parameter.passing, Passing::Either | Passing::Name)
}

/// The parameter with a name. Names in source code are the objects that the parameters have.
#[inline(always)]
fn place(function: &Function, name: Borrowed<'_>) -> Option<usize> {
    function
        .names
        .iter()
        .position(|known| known.borrow().as_ptr() == name.as_ptr())
        .or_else(|| place_by_text(function, name))
}

#[cold]
fn place_by_text(function: &Function, name: Borrowed<'_>) -> Option<usize> {
    let python = function.python;
    let wanted = python.text_of(name).map_err(|raised| python.clear(raised)).ok()?;
    function.record.parameters.iter().position(|parameter| parameter.name == wanted)
}

#[cold]
fn shown(python: Python, name: Borrowed<'_>) -> String {
    match python.text_of(name) {
        Ok(text) => text.to_owned(),
        Err(raised) => {
            python.clear(raised);
            String::from("?")
        }
    }
}

/// Raises an error as the shim does.
#[cold]
fn refuse(function: &Function, what: String) -> Raised {
    raise_about(function.record, ErrorKind::TypeError, what);
    raise_taken(&function.module, function.python)
}

impl Python {
    /// The length of a tuple.
    #[inline(always)]
    pub(crate) fn length_of(self, tuple: Borrowed<'_>) -> usize {
        // SAFETY: the object is live; the function reports what is not a tuple.
        let length = unsafe { self.api.PyTuple_Size(tuple.as_ptr()) };
        usize::try_from(length).unwrap_or(0)
    }

    /// An element of a tuple.
    #[inline(always)]
    pub(crate) fn element<'a>(self, tuple: Borrowed<'a>, index: usize) -> Result<Borrowed<'a>, Raised> {
        // SAFETY: the object is live; the function reports what is not a tuple, and an index beyond the end.
        let element = unsafe { self.api.PyTuple_GetItem(tuple.as_ptr(), index as isize) };
        // SAFETY: a tuple keeps its elements.
        NonNull::new(element).map(|element| unsafe { Borrowed::new(element) }).ok_or(Raised)
    }
}
