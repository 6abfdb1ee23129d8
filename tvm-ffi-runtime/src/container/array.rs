//! Arrays. C++ changes an array in place while it has one reference; nothing here does.

use core::marker::PhantomData;

use tvm_ffi_abi::{TVMFFIAny, TVMFFISeqCell, TypeIndex};

use crate::builtin::{Parameter, Type, builtins, type_of};
use crate::catch::Result;
use crate::object::Object;
use crate::value::{Value, lent_object};

use super::memory::new_object;
use super::sequence::Sequence;

/// A new array of values.
pub(crate) fn array(values: Vec<Value>) -> Result<Object> {
    array_of_views(&values.iter().map(|value| *value.view()).collect::<Vec<_>>())
}

/// A new array of owned values of views.
///
/// # Errors
///
/// An `InternalError` if an object was taken from its view before.
#[inline(always)]
pub(crate) fn array_of_views(views: &[TVMFFIAny]) -> Result<Object> {
    let array = new_object(TypeIndex::ARRAY, views.len(), size_of::<TVMFFIAny>(), |items| TVMFFISeqCell {
        data: items.as_ptr().cast(),
        size: 0,
        capacity: views.len() as i64,
        data_deleter: None,
    })?;
    // SAFETY: the array is new.
    unsafe { Sequence::of(array.header()) }.fill(views)?;
    Ok(array)
}

/// An array, as an argument.
#[derive(Clone, Copy)]
struct Array<'a>(Sequence, PhantomData<&'a TVMFFIAny>);

impl<'a> Parameter<'a> for Array<'a> {
    const TYPE: Type = type_of!("ffi.Array");

    #[inline(always)]
    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        // SAFETY: the caller lends the array.
        let sequence = unsafe { Sequence::of(lent_object(view, TypeIndex::ARRAY)?) };
        Some(Self(sequence, PhantomData))
    }
}

builtins! {
    pub(super) const BUILTINS;

    packed "ffi.Array" fn array_of(args) {
        array_of_views(args).map(Value::from)
    }

    "ffi.ArrayGetItem" fn get(array: Array<'_>, index: i64) -> Value {
        array.0.get(index)
    }

    "ffi.ArraySize" fn size(array: Array<'_>) -> i64 {
        Ok(array.0.size())
    }

    "ffi.ArrayContains" fn contains(array: Array<'_>, value: &TVMFFIAny) -> bool {
        let value = Value::of_view(value)?;
        array.0.contains(value.view())
    }
}
