//! Durations and times, which are seconds to the ABI.

use core::ffi::CStr;

use tvm_ffi_core::__private::TypeTag;

use crate::layout::type_of;
use crate::python::{Borrowed, Owned, Python, Raised};

const DURATION: &CStr = c"timedelta";
const TIME: &CStr = c"datetime";

/// A class of `datetime`.
fn class(python: Python, name: &CStr) -> Result<Owned, Raised> {
    python.get(python.import(c"datetime")?.borrow(), name)
}

/// The seconds of a `timedelta`, or of a `datetime` since 1970; `None` for other objects. A `datetime` without a time zone is in local time.
pub(crate) fn seconds(python: Python, object: Borrowed<'_>, tag: &TypeTag) -> Result<Option<f64>, Raised> {
    let is_duration = matches!(tag, TypeTag::Duration);
    let (name, method) = if is_duration { (DURATION, c"total_seconds") } else { (TIME, c"timestamp") };
    if !python.is_subtype(type_of(object), class(python, name)?.borrow()) {
        return Ok(None);
    }
    let seconds = python.call(python.get(object, method)?.borrow(), &python.tuple([])?)?;
    python.float_of(seconds.borrow()).map(Some)
}

/// The `timedelta`, or the `datetime` in UTC, of so many seconds.
pub(crate) fn object(python: Python, seconds: f64, tag: &TypeTag) -> Result<Owned, Raised> {
    let (days, seconds) = (python.int(0)?, python.float(seconds)?);
    let duration = python.call(class(python, DURATION)?.borrow(), &python.tuple([days, seconds])?)?;
    if matches!(tag, TypeTag::Duration) {
        return Ok(duration);
    }
    // `fromtimestamp` of the seconds would not do: on Windows it refuses times before 1970.
    let utc = python.get(class(python, c"timezone")?.borrow(), c"utc")?;
    let make = python.get(class(python, TIME)?.borrow(), c"fromtimestamp")?;
    let start = python.call(make.borrow(), &python.tuple([python.int(0)?, utc])?)?;
    python.call(python.get(start.borrow(), c"__add__")?.borrow(), &python.tuple([duration])?)
}
