//! Durations and times, which are seconds to the ABI.

use core::ffi::CStr;

use tvm_ffi_core::__private::TypeTag;

use crate::layout::type_of;
use crate::python::{Borrowed, Owned, Python, Raised};

/// The class of `datetime` for a tag.
fn class(python: Python, tag: &TypeTag) -> Result<Owned, Raised> {
    let name: &CStr = if matches!(tag, TypeTag::Duration) { c"timedelta" } else { c"datetime" };
    python.get(python.import(c"datetime")?.borrow(), name)
}

/// The seconds of a `timedelta`, or of a `datetime` since 1970; `None` for other objects. A `datetime` without a time zone is in local time.
pub(crate) fn seconds(python: Python, object: Borrowed<'_>, tag: &TypeTag) -> Result<Option<f64>, Raised> {
    if !python.is_subtype(type_of(object), class(python, tag)?.borrow()) {
        return Ok(None);
    }
    let method = if matches!(tag, TypeTag::Duration) { c"total_seconds" } else { c"timestamp" };
    let seconds = python.call(python.get(object, method)?.borrow(), &python.tuple([])?)?;
    python.float_of(seconds.borrow()).map(Some)
}

/// The `timedelta`, or the `datetime` in UTC, of so many seconds.
pub(crate) fn object(python: Python, seconds: f64, tag: &TypeTag) -> Result<Owned, Raised> {
    let class = class(python, tag)?;
    let seconds = python.float(seconds)?;
    if matches!(tag, TypeTag::Duration) {
        let zero = python.int(0)?;
        return python.call(class.borrow(), &python.tuple([zero, seconds])?);
    }
    let zone = python.get(python.import(c"datetime")?.borrow(), c"timezone")?;
    let utc = python.get(zone.borrow(), c"utc")?;
    let make = python.get(class.borrow(), c"fromtimestamp")?;
    python.call(make.borrow(), &python.tuple([seconds, utc])?)
}
