//! Fields and methods of an object, by name.

use super::TypeInfo;
use crate::any::Any;
use crate::error::Result;
use crate::function::{Arguments, Function};
use crate::object_ref::ObjectRef;

impl ObjectRef {
    /// The value of a field, by name.
    ///
    /// # Errors
    ///
    /// An `AttributeError` if the type has no such field, and what reading it raises.
    #[track_caller]
    pub fn field(&self, name: &str) -> Result<Any> {
        let about = TypeInfo::of_object(self)?;
        match about.field(name) {
            Some(field) => field.read(self),
            None => Err(no_field(&about, name)),
        }
    }

    /// Calls a method, by name. It is that of the object's own type, or of the nearest ancestor that has one.
    ///
    /// # Errors
    ///
    /// An `AttributeError` if the type has no such method, and what the method raises.
    #[track_caller]
    pub fn call_method(&self, name: &str, args: impl Arguments) -> Result<Any> {
        let about = TypeInfo::of_object(self)?;
        let Some(method) = about.method(name) else { return Err(no_method(&about, name)) };
        let function = method.function()?;
        if method.is_static() { function.call(args) } else { call_on(&function, self, args) }
    }
}

/// Calls a function with an object before the arguments.
#[track_caller]
pub(crate) fn call_on(function: &Function, object: &ObjectRef, args: impl Arguments) -> Result<Any> {
    args.with_raw(|raw| {
        let mut all = Vec::with_capacity(raw.len() + 1);
        all.push(object.as_raw_any());
        all.extend_from_slice(raw);
        function.call_raw(&all)
    })
}

/// That a type has no field of a name.
#[track_caller]
pub(crate) fn no_field(about: &TypeInfo, name: &str) -> crate::Error {
    missing("field", about, name, about.fields().iter().map(super::FieldInfo::name).collect())
}

/// That a type has no method of a name.
#[track_caller]
pub(crate) fn no_method(about: &TypeInfo, name: &str) -> crate::Error {
    let mut names: Vec<_> = about.methods().iter().map(super::MethodInfo::name).collect();
    names.retain(|name| !name.starts_with("__ffi_"));
    missing("method", about, name, names)
}

#[track_caller]
fn missing(what: &str, about: &TypeInfo, name: &str, mut names: Vec<&str>) -> crate::Error {
    let mut text = format!("{} has no {what} `{name}`", about.key());
    names.dedup();
    match names.is_empty() {
        true => text.extend([", nor any other"]),
        false => text.extend([", only `", &names.join("`, `"), "`"]),
    }
    crate::Error::new(crate::ErrorKind::AttributeError, text)
}
