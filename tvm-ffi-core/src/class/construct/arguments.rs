//! The arguments of a constructor: positional arguments, a marker, then names and values in turn.

use std::sync::OnceLock;

use crate::abi::TypeIndex;
use crate::any::AnyView;
use crate::call::Args;
use crate::convert::{text_of, type_name_of};
use crate::description::{Param, passed_twice, too_many_positional, unexpected_keyword};
use crate::function::Function;
use crate::object_ref::ObjectRef;

/// The index of the marker among the arguments of a constructor. Names and values follow it.
#[inline]
pub(super) fn marker(args: Args<'_>) -> Option<i32> {
    // The marker is an object of the root type. Callers hardly ever pass another object of that type.
    let could_be = |view: AnyView<'_>| view.type_index() == TypeIndex::OBJECT;
    let first = (0..args.count()).find(|index| args.view(*index).is_some_and(could_be))?;
    let marker = the_marker()?.as_ptr();
    (first..args.count()).find(|index| args.view(*index).and_then(|view| view.object()) == Some(marker))
}

/// The runtime's marker object, which precedes keyword arguments. `None` if the runtime has none.
pub(in crate::class) fn the_marker() -> Option<ObjectRef> {
    static MARKER: OnceLock<ObjectRef> = OnceLock::new();
    if let Some(marker) = MARKER.get() {
        return Some(marker.clone());
    }
    let get = Function::find_global("ffi.GetKwargsObject").ok()??;
    let marker: ObjectRef = get.call(()).ok()?.cast().ok()?;
    Some(MARKER.get_or_init(|| marker).clone())
}

/// Finds the argument for each parameter. Names and values follow the marker.
///
/// # Errors
///
/// The text of the message, after the name of the constructor.
pub(super) fn arrange<'call>(
    args: Args<'call>,
    marker: i32,
    parameters: &[Param],
) -> Result<Vec<Option<AnyView<'call>>>, String> {
    let mut given = vec![None; parameters.len()];
    let passed = usize::try_from(marker).unwrap_or(0);
    if passed > parameters.len() {
        return Err(too_many_positional(parameters.len(), passed));
    }
    for (index, place) in (0..marker).zip(&mut given) {
        *place = args.arrived(index);
    }
    let mut index = marker + 1;
    while let Some(name) = args.view(index) {
        let Some(name) = text_of(name) else {
            return Err(format!(": the name of an argument is a str, got {}", type_name_of(name)));
        };
        let Some(value) = args.view(index + 1) else {
            return Err(format!(": keyword `{name}` has no value"));
        };
        let Some(position) = parameters.iter().position(|parameter| parameter.name == name) else {
            return Err(unexpected_keyword(name));
        };
        if given[position].replace(value).is_some() {
            return Err(passed_twice(name));
        }
        index += 2;
    }
    Ok(given)
}
