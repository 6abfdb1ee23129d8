//! `torch.device`, which Python passes as an object of its own.
//!
//! It has none of the protocols by which the runtime converts objects to devices, so this module reads its `str`.

use super::{Device, parse};
use crate::any::AnyView;

/// How Python shows the type.
const TYPE: &str = "<class 'torch.device'>";

/// The device in a value that is a `torch.device`.
#[cold]
pub(crate) fn device(view: AnyView<'_>) -> Option<Device> {
    let (text, class) = view.ask_python(|python, object| python.text_and_type(object))?;
    if class == TYPE { parse(&text) } else { None }
}
