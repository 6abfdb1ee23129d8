//! `torch.device`, which Python passes as an object of its own.
//!
//! It has none of the protocols by which the runtime converts objects to devices, so this module reads its `str`.

use super::{Device, parse};
use crate::abi::{TVMFFIOpaqueObjectCell, TypeIndex};
use crate::any::AnyView;
use crate::object_ref::ObjectRef;
use crate::runtime::{PyObject, Python};

/// How Python shows the type.
const TYPE: &str = "<class 'torch.device'>";

/// The device in a value that is a `torch.device`.
#[cold]
pub(crate) fn device(view: AnyView<'_>) -> Option<Device> {
    let object = view.object_of(TypeIndex::OPAQUE_PY_OBJECT)?;
    // SAFETY: Object validity of what is viewed; the reference is a second one.
    let object = unsafe { ObjectRef::from_borrowed(object) };
    // SAFETY: an object with this type index has this body.
    let cell = unsafe { object.body::<TVMFFIOpaqueObjectCell>().as_ref() };
    let (text, class) = Python::lock()?.text_and_type(PyObject::new(cell.handle)?)?;
    if class == TYPE { parse(&text) } else { None }
}
