//! Containers as containers of another type, which C++ converts.

use tvm_ffi_abi::{TVMFFIAny, TypeIndex};

use super::lock::Locked;
use super::sequence::Sequence;
use super::{array, list, map};
use crate::builtin::Parameter;
use crate::catch::Result;
use crate::shape;
use crate::value::Value;

/// A copy of a container as one of another type: arrays and lists of each other, maps and dicts of each other, and shapes of integers.
/// `None` if it is not converted.
pub(crate) fn converted(view: &TVMFFIAny, type_index: i32) -> Result<Option<Value>> {
    let list = if view.type_index == TypeIndex::LIST { view.header() } else { None };
    let _lock = list.map(Locked::new).transpose()?;
    let object = match (type_index, view.type_index) {
        (TypeIndex::MAP, TypeIndex::DICT) | (TypeIndex::DICT, TypeIndex::MAP) => {
            map::converted(view, type_index)?
        }
        (TypeIndex::ARRAY, TypeIndex::LIST) => Some(array::array_of_views(elements(view))?),
        (TypeIndex::LIST, TypeIndex::ARRAY) => Some(list::new_list(elements(view))?),
        (TypeIndex::SHAPE, TypeIndex::ARRAY | TypeIndex::LIST) => {
            let ints: Option<Vec<i64>> = elements(view).iter().map(i64::read).collect();
            ints.map(|ints| shape::new(ints.into_iter())).transpose()?
        }
        _ => None,
    };
    Ok(object.map(Value::from))
}

/// The elements of an array or a list. The caller lends it, and has the lock of a list.
fn elements(view: &TVMFFIAny) -> &[TVMFFIAny] {
    let Some(object) = view.header() else { return &[] };
    // SAFETY: the view has an array or a list, which is lent.
    let sequence = unsafe { Sequence::of(object) };
    // SAFETY: no code of others runs while the elements are copied.
    unsafe { sequence.elements() }
}
