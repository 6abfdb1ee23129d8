//! The types of parameters and results.

use core::ffi::c_void;
use core::ptr::null_mut;

use tvm_ffi_abi::{TVMFFIAny, TypeIndex};

use super::{Parameter, Returned, Type, builtins, type_of};
use crate::object::Object;
use crate::text::{bytes_content, string_content};
use crate::value::Value;

/// A string, as an argument or a result.
pub(crate) struct Str(pub(crate) Value);

/// Bytes, as an argument or a result.
pub(crate) struct Bytes(pub(crate) Value);

/// The bytes of a string, as an argument.
pub(crate) struct StrContent<'a>(pub(crate) &'a [u8]);

/// A function, as a result.
pub(crate) struct Function(pub(crate) Object);

/// An array of strings, as a result.
pub(crate) struct Strings(pub(crate) Value);

impl<'a> Parameter<'a> for &'a TVMFFIAny {
    const TYPE: Type = type_of!("Any");

    #[inline(always)]
    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        Some(view)
    }
}

impl Parameter<'_> for i64 {
    const TYPE: Type = type_of!("int");

    #[inline(always)]
    fn read(view: &TVMFFIAny) -> Option<Self> {
        matches!(view.type_index, TypeIndex::INT | TypeIndex::BOOL).then(|| view.payload.int())
    }
}

impl Parameter<'_> for bool {
    const TYPE: Type = type_of!("bool");

    #[inline(always)]
    fn read(view: &TVMFFIAny) -> Option<Self> {
        matches!(view.type_index, TypeIndex::INT | TypeIndex::BOOL).then(|| view.payload.int() != 0)
    }
}

/// An address that the runtime does not follow by itself. `None` is NULL.
impl Parameter<'_> for *mut c_void {
    const TYPE: Type = type_of!("void*");

    #[inline]
    fn read(view: &TVMFFIAny) -> Option<Self> {
        match view.type_index {
            TypeIndex::OPAQUE_PTR => Some(view.payload.ptr()),
            TypeIndex::NONE => Some(null_mut()),
            _ => None,
        }
    }
}

impl Parameter<'_> for Str {
    const TYPE: Type = type_of!("str", "ffi.String");

    fn read(view: &TVMFFIAny) -> Option<Self> {
        string_content(view)?;
        Value::of_view(view).ok().map(Self)
    }
}

impl Parameter<'_> for Bytes {
    const TYPE: Type = type_of!("bytes", "ffi.Bytes");

    fn read(view: &TVMFFIAny) -> Option<Self> {
        bytes_content(view)?;
        Value::of_view(view).ok().map(Self)
    }
}

impl<'a> Parameter<'a> for StrContent<'a> {
    const TYPE: Type = type_of!("str", "ffi.String");

    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        string_content(view).map(Self)
    }
}

/// Implements [`Returned`] for types around a value or an object: `returned! { Function: type_of!("ffi.Function"); }`.
macro_rules! returned {
    ($($name:ident: $type:expr;)*) => {$(
        impl $crate::builtin::Returned for $name {
            const TYPE: $crate::builtin::Type = $type;

            #[inline]
            fn into_value(self) -> $crate::value::Value {
                self.0.into()
            }
        }
    )*};
}
pub(crate) use returned;

returned! {
    Str: type_of!("str", "ffi.String");
    Bytes: type_of!("bytes", "ffi.Bytes");
    Function: type_of!("ffi.Function");
    Strings: Type { name: "Array<str>", schema: r#"{"type":"ffi.Array","args":[{"type":"ffi.String"}]}"# };
}

impl Returned for Value {
    const TYPE: Type = type_of!("Any");

    #[inline(always)]
    fn into_value(self) -> Value {
        self
    }
}

impl Returned for () {
    const TYPE: Type = type_of!("void", "None");

    fn into_value(self) -> Value {
        Value::NONE
    }
}

impl Returned for i64 {
    const TYPE: Type = type_of!("int");

    fn into_value(self) -> Value {
        Value::int(self)
    }
}

impl Returned for bool {
    const TYPE: Type = type_of!("bool");

    fn into_value(self) -> Value {
        Value::bool(self)
    }
}

impl Returned for Object {
    const TYPE: Type = type_of!("ffi.Object");

    fn into_value(self) -> Value {
        Value::from(self)
    }
}

builtins! {
    pub(crate) const BUILTINS;
    "ffi.Bytes" fn bytes_of(value: Bytes) -> Bytes { Ok(value) }
    "ffi.String" fn string_of(value: Str) -> Str { Ok(value) }
}
