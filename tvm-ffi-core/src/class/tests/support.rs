//! Classes as the runtime sees them.

use core::ptr::NonNull;

use crate::abi::{
    TVMFFIAny, TVMFFIByteArray, TVMFFIFieldInfo, TVMFFIMethodInfo, TVMFFIObject, TVMFFITypeInfo,
};
use crate::any::{Any, AnyView};
use crate::convert::IntoAny;
use crate::error::{Result, check};
use crate::function::Function;
use crate::object::ObjectType;
use crate::object_ref::ObjectRef;
use crate::runtime::table;
use crate::testing;

/// What is registered of a class.
pub(super) fn info<T: ObjectType>() -> &'static TVMFFITypeInfo {
    let index = T::class().type_index().expect("it is registered");
    // SAFETY: the index is registered.
    let info = unsafe { table::TVMFFIGetTypeInfo(index) };
    // SAFETY: entries are never freed.
    unsafe { &*info }
}

pub(super) fn text(bytes: &TVMFFIByteArray) -> &str {
    // SAFETY: what is registered is never freed.
    core::str::from_utf8(unsafe { bytes.bytes() }).expect("it is text")
}

pub(super) fn fields<T: ObjectType>() -> &'static [TVMFFIFieldInfo] {
    let info = info::<T>();
    // SAFETY: there are as many fields.
    unsafe { core::slice::from_raw_parts(info.fields, info.num_fields as usize) }
}

pub(super) fn field<T: ObjectType>(name: &str) -> &'static TVMFFIFieldInfo {
    fields::<T>().iter().find(|field| text(&field.name) == name).expect("the class has the field")
}

pub(super) fn method<T: ObjectType>(name: &str) -> &'static TVMFFIMethodInfo {
    let info = info::<T>();
    // SAFETY: there are as many methods.
    let methods = unsafe { core::slice::from_raw_parts(info.methods, info.num_methods as usize) };
    methods.iter().find(|method| text(&method.name) == name).expect("the class has the method")
}

/// The function of a method.
pub(super) fn function<T: ObjectType>(name: &str) -> Function {
    owned(&method::<T>(name).method).cast().expect("a method is a function")
}

/// An attribute of a class; `None` if it has none of that name.
pub(super) fn attribute<T: ObjectType>(name: &str) -> Any {
    let index = info::<T>().type_index;
    // SAFETY: the name is readable.
    let column = unsafe { table::TVMFFIGetTypeAttrColumn(&TVMFFIByteArray::of(name.as_bytes())) };
    // SAFETY: the runtime gave NULL or a column that is never freed.
    let Some(column) = (unsafe { column.as_ref() }) else { return Any::none() };
    let place = index - column.begin_index;
    if place < 0 || place >= column.size {
        return Any::none();
    }
    // SAFETY: the column has that many values.
    let value = unsafe { column.data.add(place as usize) };
    // SAFETY: as above.
    owned(unsafe { &*value })
}

/// A hook of a class.
pub(super) fn hook<T: ObjectType>(name: &str) -> Function {
    attribute::<T>(name).cast().expect("it is a function")
}

fn owned(raw: &TVMFFIAny) -> Any {
    // SAFETY: what is registered is never freed.
    unsafe { AnyView::from_raw(NonNull::from(raw)) }.to_any().expect("it can be owned")
}

/// Reads a field of whatever is given, as the runtime does.
pub(super) fn get(field: &TVMFFIFieldInfo, object: *mut TVMFFIObject) -> Result<Any> {
    let address = object.wrapping_byte_add(field.offset as usize).cast();
    let mut result = TVMFFIAny::NONE;
    // SAFETY: Field address; the place is writable.
    check(unsafe { field.getter.expect("it has one")(address, &mut result) })?;
    // SAFETY: a getter gives an owned value.
    Ok(unsafe { Any::from_raw(result) })
}

/// Sets a field of whatever is given, as the runtime does.
pub(super) fn set(field: &TVMFFIFieldInfo, object: *mut TVMFFIObject, value: impl IntoAny) -> Result<()> {
    let address = object.wrapping_byte_add(field.offset as usize).cast();
    // SAFETY: the flags say that it is a C function.
    let setter = unsafe {
        core::mem::transmute::<*mut core::ffi::c_void, crate::abi::TVMFFIFieldSetter>(field.setter)
    };
    let value = value.into_any();
    // SAFETY: Field address, and AnyView validity.
    check(unsafe { setter(address, value.as_raw()) })
}

/// An object that the runtime made, with zeros in place of the payload, like objects of Python's subclasses.
pub(super) fn allocated<T: ObjectType>(key: &'static str) -> ObjectRef {
    let parent = info::<T>();
    let (index, depth) = (parent.type_index, parent.type_depth + 1);
    let key = TVMFFIByteArray::of(key.as_bytes());
    // SAFETY: the key is readable; the parent is registered, with one ancestor less.
    let child = unsafe { table::TVMFFITypeGetOrAllocIndex(&key, -1, depth, 0, 1, index) };
    let handle = testing::object::new(child, [0u64; 16]);
    // SAFETY: the object was just made, with one reference.
    unsafe { ObjectRef::from_handle(handle) }.expect("the handle is not NULL")
}

/// The text of the error that something ends in.
pub(super) fn failure<T: core::fmt::Debug>(result: Result<T>) -> String {
    result.expect_err("it fails").to_string()
}
