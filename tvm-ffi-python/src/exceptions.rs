//! The exception classes of the library, as classes of Python. They are made once, when the module is imported.

use core::cell::OnceCell;
use std::ffi::CString;

use tvm_ffi_core::__private::{ExceptionRecord, exceptions};
use tvm_ffi_core::ErrorKind;

use crate::classes::WithGil;
use crate::python::{Borrowed, Owned, Python, Raised};

/// The classes by their names.
type Made = Vec<(&'static str, Owned)>;

/// They are never freed: exceptions may outlive the module.
static MADE: WithGil<OnceCell<Made>> = WithGil(OnceCell::new());

/// The class for a kind of error.
pub(crate) fn class(_: Python, kind: &ErrorKind) -> Option<Owned> {
    let (_, class) = MADE.0.get()?.iter().find(|(name, _)| *name == kind.name())?;
    Some(class.clone())
}

/// The class that a message begins with the name of, and the rest of the message.
pub(crate) fn named_in(_: Python, message: &str) -> Option<(Owned, &str)> {
    let found = |(name, class): &(&str, Owned)| {
        let rest = message.strip_prefix(name)?.strip_prefix(": ")?;
        Some((class.clone(), rest))
    };
    MADE.0.get()?.iter().find_map(found)
}

/// Makes all classes, unless an earlier import has.
pub(crate) fn make(python: Python, module: &Owned) -> Result<&'static Made, Raised> {
    if let Some(made) = MADE.0.get() {
        return Ok(made);
    }
    let (all, mut made): (Vec<_>, _) = (exceptions().collect(), Made::new());
    for record in &all {
        make_one(python, module, record, &all, &mut made)?;
    }
    // Making a class runs code of Python's, but none that imports the module again.
    Ok(MADE.0.get_or_init(|| made))
}

/// Makes a class, after those of `others` that it extends.
fn make_one(
    python: Python,
    module: &Owned,
    record: &ExceptionRecord,
    others: &[ExceptionRecord],
    made: &mut Made,
) -> Result<Owned, Raised> {
    if let Some((_, class)) = made.iter().find(|(name, _)| *name == record.name) {
        return Ok(class.clone());
    }
    // Classes cannot extend each other in a circle: then this one is no builtin.
    let others: Vec<_> = others.iter().filter(|other| other.name != record.name).copied().collect();
    let base = (record.base)();
    let base = match others.iter().find(|other| other.name == base.name()) {
        Some(other) => make_one(python, module, other, &others, made)?,
        None => python.builtin(&CString::new(base.name()).unwrap_or_default())?,
    };
    let body = python.dict()?;
    python.set_item(&body, &python.name("__module__")?, module)?;
    if !record.doc.is_empty() {
        python.set_item(&body, &python.name("__doc__")?, &python.text(record.doc.as_bytes())?)?;
    }
    let arguments = python.tuple([python.name(record.name)?, python.tuple([base])?, body])?;
    let class = python.call(Borrowed::of(python.api.PyType_Type), &arguments)?;
    made.push((record.name, class.clone()));
    Ok(class)
}
