//! Errors of fields, constructors, and hooks. Their traceback contains the line of the class.

use core::ffi::c_int;
use std::any::Any as Payload;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::description::{Class, key};
use crate::error::{ErrorKind, raise_at};
use crate::object::{ObjectType, object_type_name};
use crate::panic::{panic_error, raise_failed};

/// The subject of an error: a class, or a member of a class.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) class: &'static Class,
    pub(super) type_name: fn(&mut String),
    /// Empty for the class.
    pub(super) member: &'static str,
}

impl Place {
    #[inline]
    pub(super) fn member<T: ObjectType>(member: &'static str) -> Self {
        Self { class: T::class(), type_name: object_type_name::<T>, member }
    }

    /// The name in messages: `stats.Mean.count`.
    fn name(self) -> String {
        let mut name = String::with_capacity(128);
        name.push_str(key(self.class));
        if !self.member.is_empty() {
            name.extend([".", self.member]);
        }
        name
    }
}

/// Raises an error. Its message is the name of the place, followed by the text that `what` returns. It never unwinds.
#[cold]
pub(super) fn raise(place: Place, what: &dyn Fn() -> (ErrorKind, String)) -> c_int {
    let raised = catch_unwind(AssertUnwindSafe(|| {
        let (kind, what) = what();
        let name = place.name();
        let record = place.class.record;
        raise_at(&kind, &[&*name, &what].concat(), record.file, &record.line.to_string(), &name);
    }));
    if let Err(payload) = raised {
        raise_failed(payload);
    }
    -1
}

/// Raises a panic. It never unwinds.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(super) extern "C" fn panicked(place: Place, payload: Box<dyn Payload + Send>) -> c_int {
    let raised = catch_unwind(AssertUnwindSafe(|| panic_error(payload).raise(key(place.class))));
    if let Err(payload) = raised {
        raise_failed(payload);
    }
    -1
}
