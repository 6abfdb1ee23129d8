//! The kind of constructor of a class.

use core::ffi::c_void;

use super::{construct, no_constructor};
use crate::abi::TVMFFISafeCallType;
use crate::description::{Class, ClassRecord, FieldRecord, MethodKind, Record};
use crate::error::Result;
use crate::function::Function;

/// The kind of constructor of a class.
#[derive(Clone, Copy)]
pub(in crate::class) enum Constructor {
    /// The function with `#[init]`.
    Function(&'static Record),
    /// The constructor from the fields.
    Fields(TVMFFISafeCallType),
    /// No constructor that is visible outside Rust.
    None,
}

impl Constructor {
    /// The constructor of a class.
    pub(in crate::class) fn of(about: &ClassRecord) -> Self {
        let init = about.methods.iter().find(|method| method.kind == MethodKind::Init);
        match (init, about.from_fields) {
            (Some(init), _) => Self::Function(init.export),
            (None, Some(from_fields)) => Self::Fields(from_fields),
            (None, None) => Self::None,
        }
    }

    /// The function object of `__ffi_init__`. Every class has one: without it, Python would make objects without a payload.
    pub(in crate::class) fn function(self, class: &'static Class) -> Result<Function> {
        let (context, entry): (*mut c_void, TVMFFISafeCallType) = match self {
            Self::Fields(entry) => return Function::from_safe_call(entry),
            Self::Function(record) => (core::ptr::from_ref(record).cast_mut().cast(), construct),
            Self::None => (core::ptr::from_ref(class).cast_mut().cast(), no_constructor),
        };
        crate::runtime::find()?;
        // SAFETY: the entry obeys the SafeCall contract with this context, and binding has pinned this library.
        Ok(unsafe { Function::create(context, entry, None) })
    }

    /// Whether the constructor takes the value of a field.
    pub(in crate::class) fn takes(self, field: &FieldRecord) -> bool {
        match self {
            Self::Function(record) => {
                record.parameters.iter().any(|parameter| parameter.name == field.param.name)
            }
            Self::Fields(_) => field.is_init(),
            Self::None => false,
        }
    }
}
