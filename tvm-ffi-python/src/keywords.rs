//! Arguments by name, put into the order of the parameters.

use core::ptr::NonNull;

use tvm_ffi_core::__private::{
    missing_argument, passed_twice, raise_about, too_many_positional, unexpected_keyword,
};
use tvm_ffi_core::ErrorKind;

use crate::error::raise_taken;
use crate::function::Function;
use crate::python::{Borrowed, Python, Raised};
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
    let Some(rest) = function.record.parameters.get(passed.len()..) else { return false };
    let named = function.names.get(count..passed.len()).unwrap_or_default().iter().enumerate();
    let mut is_same = named.map(|(index, known)| {
        let name = function.python.element(names, index);
        name.is_ok_and(|name| name.as_ptr() == known.borrow().as_ptr())
    });
    is_same.all(|is_same| is_same) && rest.iter().all(|parameter| parameter.default.is_some())
}

/// Puts `count` arguments by position and those after them, which are by name, into `positions`, and returns how many of these are used.
///
/// # Errors
///
/// A `TypeError`, in the words of messages about constructors.
pub(crate) fn assign<'a>(
    function: &Function,
    passed: &Passed<'a>,
    count: usize,
    names: Borrowed<'_>,
    positions: &mut Positions<'a>,
) -> Result<usize, Raised> {
    if function.record.is_packed() {
        return Err(refuse(function, String::from(": arguments have no names here")));
    }
    let parameters = function.record.parameters;
    if count > parameters.len() {
        return Err(refuse(function, too_many_positional(parameters.len(), count)));
    }
    let (by_position, by_name) = passed.split_at_checked(count).unwrap_or((passed, &[]));
    for (position, object) in positions.iter_mut().zip(by_position) {
        *position = *object;
    }
    for (index, object) in by_name.iter().enumerate() {
        let name = function.python.element(names, index)?;
        let Some(place) = place(function, name) else {
            return Err(refuse(function, unexpected_keyword(&shown(function.python, name))));
        };
        // There is a position for each parameter.
        let Some(position) = positions.get_mut(place) else { continue };
        if position.is_some() {
            return Err(refuse(function, passed_twice(&shown(function.python, name))));
        }
        *position = *object;
    }
    for (parameter, position) in parameters.iter().zip(&*positions) {
        if parameter.default.is_none() && position.is_none() {
            return Err(refuse(function, missing_argument(parameter.name)));
        }
    }
    Ok(positions.iter().rposition(Option::is_some).map_or(0, |last| last + 1))
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
    function.record.parameters.iter().position(|parameter| parameter.name.as_bytes() == wanted)
}

#[cold]
fn shown(python: Python, name: Borrowed<'_>) -> String {
    match python.text_of(name) {
        Ok(text) => String::from_utf8_lossy(text).into_owned(),
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
        let length = unsafe { (self.api.PyTuple_Size)(tuple.as_ptr()) };
        usize::try_from(length).unwrap_or(0)
    }

    /// An element of a tuple.
    #[inline(always)]
    pub(crate) fn element<'a>(self, tuple: Borrowed<'a>, index: usize) -> Result<Borrowed<'a>, Raised> {
        // SAFETY: the object is live; the function reports what is not a tuple, and an index beyond the end.
        let element = unsafe { (self.api.PyTuple_GetItem)(tuple.as_ptr(), index as isize) };
        // SAFETY: a tuple keeps its elements.
        NonNull::new(element).map(|element| unsafe { Borrowed::new(element) }).ok_or(Raised)
    }
}
