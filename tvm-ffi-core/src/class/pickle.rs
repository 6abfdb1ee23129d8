//! Pickle and JSON graphs, for classes with a constructor from their fields: the values of the fields are written, and passed to the
//! constructor when they are read.
//!
//! The values of an object are one graph of the runtime, so that an object in several fields is written once.

use core::ptr::NonNull;

use super::construct::{each_init_field, the_marker};
use crate::abi::{TVMFFIAny, TVMFFIFieldGetter, TVMFFIObject};
use crate::any::{Any, AnyView};
use crate::container::Map;
use crate::description::{Class, key};
use crate::error::{Result, check};
use crate::function::Function;
use crate::nesting::Nested;

/// The function of attribute `__data_to_json__`: `(object) -> JSON`.
pub(super) fn to_json(class: &'static Class) -> Function {
    Function::from_packed(move |args| match args.first().and_then(|value| value.object()) {
        Some(object) => encode(class, object),
        None => crate::bail!(TypeError, "expected {}, got {:?}", key(class), args.first()),
    })
}

/// The function of attribute `__data_from_json__`: `(JSON) -> object`, by the constructor.
pub(super) fn from_json(init: Function) -> Function {
    Function::from_packed(move |args| match args.first() {
        Some(json) => decode(&init, *json),
        None => crate::bail!(TypeError, "expected JSON, got nothing"),
    })
}

/// The limit of the stack for nested objects, in bytes: the frames of the runtime take many kilobytes for each.
const STACK: usize = 4 << 20;

/// Begins to write or read an object; the runtime calls the function again for each nested object.
pub(super) fn nested(class: &str) -> Result<Nested> {
    match Nested::with_most(STACK) {
        Some(nested) => Ok(nested),
        None => crate::bail!("{class}: objects are nested too deeply"),
    }
}

fn encode(class: &'static Class, object: NonNull<TVMFFIObject>) -> Result<Any> {
    let _nested = nested(key(class))?;
    let mut values: Result<Vec<(Any, Any)>> = Ok(Vec::new());
    each_init_field(class, &mut |field| {
        let Ok(known) = &mut values else { return };
        // SAFETY: AnyView validity of the argument.
        match unsafe { get(object, field.about.offset, field.about.getter) } {
            Ok(value) => known.push((Any::new(field.name), value)),
            Err(error) => values = Err(error),
        }
    });
    let values: Map<Any, Any> = values?.into_iter().collect();
    Function::get_global("ffi.ToJSONGraph")?.call((values, ()))
}

/// The value of a field, from its getter, which checks that the object has the field.
///
/// # Safety
///
/// Object validity.
unsafe fn get(object: NonNull<TVMFFIObject>, offset: usize, getter: TVMFFIFieldGetter) -> Result<Any> {
    let field = object.as_ptr().wrapping_add(1).wrapping_byte_add(offset);
    let mut value = TVMFFIAny::NONE;
    // SAFETY: Field address: it lies that far behind the header of a live object; the place is writable.
    check(unsafe { getter(field.cast(), &mut value) })?;
    // SAFETY: a getter gives an owned value.
    Ok(unsafe { Any::from_raw(value) })
}

fn decode(init: &Function, json: AnyView<'_>) -> Result<Any> {
    let _nested = nested("__data_from_json__")?;
    let values: Map<Any, Any> = Function::get_global("ffi.FromJSONGraph")?.call((json,))?.cast()?;
    let Some(marker) = the_marker() else { crate::bail!("the runtime has no `ffi.GetKwargsObject`") };
    let mut args = vec![Any::new(marker)];
    for (name, value) in values.to_vec()? {
        args.extend([name, value]);
    }
    let args: Vec<AnyView<'_>> = args.iter().map(Any::as_view).collect();
    init.call_packed(&args)
}
