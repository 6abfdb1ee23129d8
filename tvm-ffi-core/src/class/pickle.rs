//! Pickle and JSON graphs, for classes with a constructor from their fields: the values of the fields are written, and passed to the
//! constructor when they are read.
//!
//! The values of an object are one graph of the runtime, so that an object in several fields is written once.

use super::construct::the_marker;
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::build::{Container, from_runtime};
use crate::container::items::{Entry, read_entries};
use crate::convert::{IntoAny, type_name_of};
use crate::description::{Class, key};
use crate::error::Result;
use crate::function::Function;
use crate::nesting::Nested;
use crate::object_ref::ObjectRef;

/// The attribute with which the runtime writes an object.
const TO_JSON: &str = "__data_to_json__";

/// A closure of any type, so that the code around the calls is compiled once.
pub(super) type Closure = Box<dyn Fn(&[AnyView<'_>]) -> Result<Any> + Send + Sync>;

/// The attributes with which the runtime writes an object as JSON and reads it: `state` gives the value to write for the first argument,
/// and `make` makes an object of the value.
pub(super) fn attributes(
    class: &'static Class,
    state: Closure,
    make: Box<dyn Fn(Any) -> Result<Any> + Send + Sync>,
) -> [(&'static str, Function); 2] {
    let to_json: Closure = Box::new(move |args| {
        let _nested = nested(class)?;
        Function::get_global("ffi.ToJSONGraph")?.call((state(args)?, ()))
    });
    let from_json: Closure = Box::new(move |args| {
        let _nested = nested(class)?;
        let Some(json) = args.first() else { crate::bail!(TypeError, "expected JSON, got nothing") };
        make(Function::get_global("ffi.FromJSONGraph")?.call((*json,))?)
    });
    [(TO_JSON, to_json), ("__data_from_json__", from_json)]
        .map(|(name, closure)| (name, Function::from_packed(closure)))
}

/// The attribute of a class whose objects cannot be written: the runtime would only say that it has no way to make one.
pub(super) fn refused(class: &'static Class) -> (&'static str, Function) {
    let refuse: Closure = Box::new(move |_| {
        crate::bail!(
            TypeError,
            "{}: objects of the class cannot be pickled or copied: in Rust, add `__getstate__` and `__setstate__` to its \
             `#[tvm_ffi::methods]`, or use the option `init` of `#[tvm_ffi::object]` as its constructor",
            key(class)
        )
    });
    (TO_JSON, Function::from_packed(refuse))
}

/// The attributes of a class with a constructor from its fields, `init`.
pub(super) fn from_fields(class: &'static Class, init: Function) -> [(&'static str, Function); 2] {
    let state: Closure = Box::new(move |args| match args.first().and_then(|value| value.object()) {
        // SAFETY: AnyView validity of the argument.
        Some(object) => encode(class, &unsafe { ObjectRef::from_borrowed(object) }),
        None => {
            let got = args.first().map(|value| type_name_of(*value));
            crate::bail!(TypeError, "expected {}, got {}", key(class), got.as_deref().unwrap_or("nothing"))
        }
    });
    attributes(class, state, Box::new(move |values| decode(&init, values)))
}

/// The limit of the stack for nested objects, in bytes: the frames of the runtime take many kilobytes for each.
const STACK: usize = 4 << 20;

/// Begins to write or read an object; the runtime calls the function again for each nested object.
fn nested(class: &'static Class) -> Result<Nested> {
    match Nested::with_most(STACK) {
        Some(nested) => Ok(nested),
        None => crate::bail!("{}: objects are nested too deeply", key(class)),
    }
}

fn encode(class: &'static Class, object: &ObjectRef) -> Result<Any> {
    let mut values = Vec::new();
    for parameter in class.constructor().map_or(&[][..], |record| record.parameters) {
        values.extend([Any::new(parameter.name), object.field(parameter.name)?]);
    }
    // The runtime makes the map and reads it: the code that does so in place is large, and only libraries with maps have it.
    Ok(from_runtime(Container::Map, values).into_any())
}

fn decode(init: &Function, values: Any) -> Result<Any> {
    if values.type_index() != TypeIndex::MAP {
        crate::bail!(TypeError, "expected Map, got {}", type_name_of(values.as_view()));
    }
    let map: ObjectRef = values.cast()?;
    let Some(marker) = the_marker() else { crate::bail!("the runtime has no `ffi.GetKwargsObject`") };
    let mut args = vec![Any::new(marker)];
    for Entry { key, value } in read_entries(Container::Map, &map)? {
        args.extend([key, value]);
    }
    let args: Vec<AnyView<'_>> = args.iter().map(Any::as_view).collect();
    init.call_packed(&args)
}
