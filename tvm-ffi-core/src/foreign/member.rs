//! Fields, methods, and constructors of foreign object types.

use super::{ForeignType, Imported, ImportedFunction, ImportedResult, Received};
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::convert::cast_as;
use crate::error::Result;
use crate::function::{Arguments, Function, IntoArgument};
use crate::reflect::{FieldInfo, call_on, constructor, no_field, no_method};

/// A field by name.
pub struct ImportedField(Imported<FieldInfo>);

impl ImportedField {
    /// The field with a name. It is looked up at its first use.
    ///
    /// # Safety
    ///
    /// The field is only used with objects of one type `T`: the look-up is cached.
    pub const unsafe fn new(name: &'static str) -> Self {
        Self(Imported::new(name))
    }

    #[track_caller]
    fn of<T: ForeignType>(&self) -> Result<&FieldInfo> {
        let Self(Imported { name, found }) = self;
        if let Some(field) = found.get() {
            return Ok(field);
        }
        let about = T::type_info()?;
        match about.field(name) {
            Some(field) => Ok(found.get_or_init(|| field)),
            None => Err(no_field(&about, name)),
        }
    }
}

/// The value of a field.
#[track_caller]
pub fn get_field<T: ForeignType, R: Received>(this: &T, field: &'static ImportedField) -> Result<R> {
    let field = field.of::<T>()?;
    // The object is of type `T`, which has the field or inherits it.
    let value = field.read(this.as_object())?;
    cast_as(format_args!("{field}"), value.as_view())
}

/// Sets a field.
#[track_caller]
pub fn set_field<T: ForeignType>(
    this: &T,
    field: &'static ImportedField,
    value: impl IntoArgument,
) -> Result<()> {
    let field = field.of::<T>()?;
    // As in `get_field`.
    let value = value.into_argument();
    field.write(this.as_object(), &value.checked()?)
}

#[track_caller]
fn method_of<T: ForeignType>(method: &ImportedFunction, is_static: bool) -> Result<&Function> {
    let Imported { name, found } = method;
    if let Some(function) = found.get() {
        return Ok(function);
    }
    let about = T::type_info()?;
    let Some(method) = about.method(name) else { return Err(no_method(&about, name)) };
    if method.is_static() != is_static {
        let (is, takes) = if is_static { ("not static", "takes") } else { ("static", "takes no") };
        crate::bail!(TypeError, "{method} is {is}: declare it as a function that {takes} `&self`");
    }
    let function = method.function()?;
    Ok(found.get_or_init(|| function))
}

/// Calls a method: that of the object's own type, which may extend `T` and have its own.
#[track_caller]
pub fn call_foreign<T, R>(this: &T, method: &'static ImportedFunction, args: impl Arguments) -> R
where
    T: ForeignType,
    R: ImportedResult,
{
    let object = this.as_object();
    let is_of_type = T::type_info().is_ok_and(|about| about.type_index() == object.type_index());
    let result = match method_of::<T>(method, false) {
        Ok(function) if is_of_type => call_on(function, object, args),
        Ok(_) => object.call_method(method.name, args),
        Err(error) => Err(error),
    };
    R::from_result(result, format_args!("{}.{}", T::TYPE_KEY, method.name))
}

/// Calls a static method.
#[track_caller]
pub fn call_static<T, R>(method: &'static ImportedFunction, args: impl Arguments) -> R
where
    T: ForeignType,
    R: ImportedResult,
{
    let result = method_of::<T>(method, true).and_then(|function| function.call(args));
    R::from_result(result, format_args!("{}.{}", T::TYPE_KEY, method.name))
}

#[track_caller]
fn constructor_of<T: ForeignType>(made_by: &ImportedFunction) -> Result<&Function> {
    if let Some(function) = made_by.found.get() {
        return Ok(function);
    }
    let function = constructor(&T::type_info()?)?;
    Ok(made_by.found.get_or_init(|| function))
}

/// Makes an object from positional and keyword arguments.
#[track_caller]
pub fn construct<T, R>(
    constructor: &'static ImportedFunction,
    by_position: impl Arguments,
    names: &[&str],
    by_name: impl Arguments,
) -> R
where
    T: ForeignType,
    R: ImportedResult,
{
    let made = constructor_of::<T>(constructor).and_then(|function| {
        if names.is_empty() {
            return function.call(by_position);
        }
        by_position
            .with_raw(|by_position| by_name.with_raw(|by_name| call(function, by_position, names, by_name)))
    });
    R::from_result(made, format_args!("{}", T::TYPE_KEY))
}

/// Calls a constructor. The runtime passes keyword arguments as names and values after a marker.
#[cold]
#[track_caller]
fn call(
    function: &Function,
    by_position: &[TVMFFIAny],
    names: &[&str],
    by_name: &[TVMFFIAny],
) -> Result<Any> {
    let mark = Function::get_global("ffi.GetKwargsObject")?.call(())?;
    let names: Vec<Any> = names.iter().map(|name| Any::new(*name)).collect();
    let mut all = by_position.to_vec();
    all.push(*mark.as_raw());
    for (name, value) in names.iter().zip(by_name) {
        all.extend([*name.as_raw(), *value]);
    }
    function.call_raw(&all)
}
