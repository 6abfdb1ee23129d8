//! Values in words: plain ones, containers, and the fields of objects by reflection.

use core::fmt;
use core::ptr::NonNull;

use super::{FieldInfo, TypeInfo};
use crate::abi::{FieldFlag, TypeIndex};
use crate::any::{Any, AnyView};
use crate::container::items::{Shapes, copied_entries, copied_items};
use crate::convert::{FromAnyView, debug_value, type_name_of};
use crate::nesting::Shown;
use crate::object_ref::ObjectRef;
use crate::type_info::{Container, of_object_index};

/// Objects inside objects are shown to this depth.
const DEPTH: usize = 4;

/// That many elements of a container are shown.
const ELEMENTS: usize = 100;

/// `None` if the object contains itself, or is too deep.
fn show(view: AnyView<'_>) -> Option<Shown> {
    Shown::enter(view.as_raw().payload.ptr().addr(), DEPTH)
}

/// Debug output of a value: `3`, `["a", "b"]`, `stats.Mean { count: 3, mean: 1.5 }`.
pub(crate) fn debug_any(view: AnyView<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match view.type_index() {
        TypeIndex::DATA_TYPE => debug_as::<crate::DType>(view, f),
        TypeIndex::DEVICE => debug_as::<crate::Device>(view, f),
        TypeIndex::BIG_INT => match crate::bigint::to_decimal(view) {
            Some(number) => f.write_str(&number),
            None => debug_value(view, f),
        },
        TypeIndex::DL_TENSOR_PTR | TypeIndex::TENSOR => debug_as::<crate::TensorView<'_>>(view, f),
        TypeIndex::SHAPE => debug_container(view, f),
        type_index if Container::of(type_index).is_some() => debug_container(view, f),
        type_index if type_index >= TypeIndex::DYN_OBJECT_BEGIN => debug_object(view, f),
        _ => debug_value(view, f),
    }
}

/// As a value of a type, if it is a valid one.
fn debug_as<'a, T: FromAnyView<'a, Holder = ()> + fmt::Debug>(
    view: AnyView<'a>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match view.cast_ref::<T>() {
        Ok(value) => value.fmt(f),
        Err(_) => debug_value(view, f),
    }
}

fn debug_container(view: AnyView<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(_shown) = show(view) else { return f.write_str("..") };
    if let Some(items) = copied_items(view, Shapes::Accepted) {
        return debug_items(&items, f);
    }
    let Some(entries) = copied_entries(view) else { return debug_value(view, f) };
    let mut shown = f.debug_map();
    shown.entries(entries.iter().take(ELEMENTS).map(|entry| (&entry.key, &entry.value)));
    if entries.len() > ELEMENTS { shown.finish_non_exhaustive() } else { shown.finish() }
}

fn debug_items(items: &[Any], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut shown = f.debug_list();
    shown.entries(items.iter().take(ELEMENTS));
    if items.len() > ELEMENTS { shown.finish_non_exhaustive() } else { shown.finish() }
}

/// `stats.Mean { count: 3, mean: 1.5 }`, or `<stats.Mean>` where there are no fields to show.
fn debug_object(view: AnyView<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(header) = view.object() else { return debug_value(view, f) };
    let fields = of_object_index(view.type_index()).map(|about| shown_fields(&about)).unwrap_or_default();
    if fields.is_empty() {
        return debug_value(view, f);
    }
    let name = type_name_of(view);
    let Some(_shown) = show(view) else { return write!(f, "{name} {{ .. }}") };
    // SAFETY: AnyView validity: the object is live.
    let object = unsafe { ObjectRef::from_borrowed(header) };
    let mut shown = f.debug_struct(&name);
    for field in fields {
        match field.read(&object) {
            Ok(value) => shown.field(field.name(), &value),
            Err(error) => shown.field(field.name(), &format_args!("<{}>", error.message())),
        };
    }
    shown.finish()
}

/// Debug output of a reference: the object if there is something in it to show, else its type and address.
pub(crate) fn debug_reference(object: &ObjectRef, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let type_index = object.type_index();
    let is_container =
        matches!(type_index, TypeIndex::SHAPE | TypeIndex::TENSOR) || Container::of(type_index).is_some();
    let has_fields = || of_object_index(type_index).is_some_and(|about| !shown_fields(&about).is_empty());
    if !is_container && !has_fields() {
        return write!(f, "ObjectRef({} at {:p})", object.type_key(), object.as_ptr());
    }
    let raw = object.as_raw_any();
    // SAFETY: the object lives as long as the reference.
    debug_any(unsafe { AnyView::from_raw(NonNull::from(&raw)) }, f)
}

fn shown_fields(about: &TypeInfo) -> Vec<FieldInfo> {
    let mut fields = about.fields();
    fields.retain(|field| field.flags() & FieldFlag::REPR_OFF == 0);
    fields
}

impl fmt::Debug for Any {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_view().fmt(f)
    }
}

impl fmt::Debug for AnyView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_any(*self, f)
    }
}

impl fmt::Debug for ObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_reference(self, f)
    }
}
