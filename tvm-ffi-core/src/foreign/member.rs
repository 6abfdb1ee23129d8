//! Fields, methods, and constructors of foreign object types.

use std::sync::OnceLock;

use super::{ForeignType, ImportedResult, Received};
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::convert::cast_as;
use crate::error::Result;
use crate::function::{Arguments, Function, IntoArgument};
use crate::reflect::{FieldInfo, call_on, constructor, no_field, no_method};

/// A field by name.
pub struct ImportedField {
    name: &'static str,
    found: OnceLock<FieldInfo>,
}

impl ImportedField {
    /// The field with a name. It is looked up at its first use.
    ///
    /// # Safety
    ///
    /// The field is only used with objects of one type `T`: the look-up is cached.
    pub const unsafe fn new(name: &'static str) -> Self {
        Self { name, found: OnceLock::new() }
    }

    #[inline]
    #[track_caller]
    fn of<T: ForeignType>(&self) -> Result<&FieldInfo> {
        match self.found.get() {
            Some(field) => Ok(field),
            None => self.find(T::type_info),
        }
    }

    #[cold]
    #[track_caller]
    fn find(&self, about: fn() -> Result<crate::reflect::TypeInfo>) -> Result<&FieldInfo> {
        let about = about()?;
        match about.field(self.name) {
            Some(field) => Ok(self.found.get_or_init(|| field)),
            None => Err(no_field(&about, self.name)),
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

/// A method by name.
pub struct ImportedMethod {
    name: &'static str,
    found: OnceLock<Function>,
}

impl ImportedMethod {
    /// The method with a name. It is looked up at its first use.
    pub const fn new(name: &'static str) -> Self {
        Self { name, found: OnceLock::new() }
    }

    #[inline]
    #[track_caller]
    fn of<T: ForeignType>(&self, is_static: bool) -> Result<&Function> {
        match self.found.get() {
            Some(function) => Ok(function),
            None => self.find::<T>(is_static),
        }
    }

    #[cold]
    #[track_caller]
    fn find<T: ForeignType>(&self, is_static: bool) -> Result<&Function> {
        let about = T::type_info()?;
        let Some(method) = about.method(self.name) else { return Err(no_method(&about, self.name)) };
        if method.is_static() != is_static {
            let (is, takes) = if is_static { ("not static", "takes") } else { ("static", "takes no") };
            crate::bail!(TypeError, "{method} is {is}: declare it as a function that {takes} `&self`");
        }
        let function = method.function()?;
        Ok(self.found.get_or_init(|| function))
    }
}

/// Calls a method: that of the object's own type, which may extend `T` and have its own.
#[track_caller]
pub fn call_foreign<T, R>(this: &T, method: &'static ImportedMethod, args: impl Arguments) -> R
where
    T: ForeignType,
    R: ImportedResult,
{
    let object = this.as_object();
    let is_of_type = T::type_info().is_ok_and(|about| about.type_index() == object.type_index());
    let result = match method.of::<T>(false) {
        Ok(function) if is_of_type => call_on(function, object, args),
        Ok(_) => object.call_method(method.name, args),
        Err(error) => Err(error),
    };
    R::from_result(result, format_args!("{}.{}", T::TYPE_KEY, method.name))
}

/// Calls a static method.
#[track_caller]
pub fn call_static<T, R>(method: &'static ImportedMethod, args: impl Arguments) -> R
where
    T: ForeignType,
    R: ImportedResult,
{
    let result = method.of::<T>(true).and_then(|function| function.call(args));
    R::from_result(result, format_args!("{}.{}", T::TYPE_KEY, method.name))
}

/// A constructor.
pub struct ImportedConstructor {
    found: OnceLock<Function>,
}

impl ImportedConstructor {
    /// The constructor. It is looked up at its first use.
    #[allow(clippy::new_without_default, reason = "statics need a `const fn`")]
    pub const fn new() -> Self {
        Self { found: OnceLock::new() }
    }

    #[inline]
    #[track_caller]
    fn of<T: ForeignType>(&self) -> Result<&Function> {
        match self.found.get() {
            Some(function) => Ok(function),
            None => {
                let function = constructor(&T::type_info()?)?;
                Ok(self.found.get_or_init(|| function))
            }
        }
    }
}

/// Makes an object from positional and keyword arguments.
#[track_caller]
pub fn construct<T, R>(
    constructor: &'static ImportedConstructor,
    by_position: impl Arguments,
    names: &[&str],
    by_name: impl Arguments,
) -> R
where
    T: ForeignType,
    R: ImportedResult,
{
    let made = constructor.of::<T>().and_then(|function| {
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
