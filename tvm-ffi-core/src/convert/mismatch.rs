//! Why a value did not convert, and how values are named in messages.

use core::fmt;
use std::borrow::Cow;

use super::{FfiType, FromAnyView, Kind, Reach, TypeTag, decode_owned, through_rvalue};
use crate::abi::TypeIndex;
use crate::any::AnyView;
use crate::device::Device;
use crate::error::{Error, ErrorKind};
use crate::type_info::Container;

/// Why a value did not convert: a `TypeError` or a `ValueError` with its text, and where inside the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    kind: ErrorKind,
    place: String,
    text: String,
    /// Whether no other type takes the value either.
    is_final: bool,
}

impl Mismatch {
    /// The value has the wrong type: `expected int, got str`.
    #[inline]
    pub fn expected<T: FfiType>(view: AnyView<'_>) -> Self {
        let is_other = matches!(T::TAG, TypeTag::Map(..) | TypeTag::Dict(..) | TypeTag::Complex);
        let has_numbers = matches!((T::FACTS.kind, T::FACTS.reach), (Kind::Container, Reach::Nothing));
        Self::expected_type(T::TAG, view).hinting(has_numbers && !is_other, view)
    }

    /// The value has the wrong type, unless it decodes.
    pub(crate) fn unless<T: FfiType>(decodes: bool, view: AnyView<'_>) -> Option<Self> {
        (!decodes).then(|| Self::expected::<T>(view))
    }

    /// Says what to pass for a container without tensors instead of an array.
    #[cold]
    #[inline(never)]
    fn hinting(mut self, has_numbers: bool, view: AnyView<'_>) -> Self {
        let is_tensor = matches!(view.type_index(), TypeIndex::TENSOR | TypeIndex::DL_TENSOR_PTR);
        if is_tensor && has_numbers {
            self.text.push_str(": pass a list, `x.tolist()` say");
        }
        self
    }

    /// Once for all types: the code is the same.
    #[cold]
    #[inline(never)]
    pub(crate) fn expected_type(tag: &TypeTag, view: AnyView<'_>) -> Self {
        Self::expected_named(&tag.name(), view)
    }

    #[cold]
    pub(crate) fn expected_named(name: &str, view: AnyView<'_>) -> Self {
        Self::type_error(["expected ", name, ", got ", &type_name_of(view)].concat())
    }

    /// The value has the wrong type, in words of your own: what was expected, then what was got.
    pub fn type_error(text: impl Into<String>) -> Self {
        Self { kind: ErrorKind::TypeError, place: String::new(), text: text.into(), is_final: false }
    }

    /// The value has the right type and is out of bounds: what it is, then what was expected.
    pub fn value_error(text: impl Into<String>) -> Self {
        Self { kind: ErrorKind::ValueError, place: String::new(), text: text.into(), is_final: false }
    }

    /// The value can be converted, but not now: why.
    pub(crate) fn runtime_error(text: impl Into<String>) -> Self {
        Self { kind: ErrorKind::RuntimeError, place: String::new(), text: text.into(), is_final: false }
    }

    /// A view of a tensor on another GPU than the call.
    #[cold]
    pub(crate) fn on_another_gpu(found: Device, gpu: Device) -> Self {
        Self::value_error(format!("device is {found}, expected {gpu} (the GPU of the call)"))
    }

    /// A value that did not decode, and does now.
    #[cold]
    pub(crate) fn changed() -> Self {
        Self::runtime_error("the value changed while it was converted")
    }

    /// Containers inside each other, of which the stack has no room for more.
    #[cold]
    pub(crate) fn too_deep() -> Self {
        Self { is_final: true, ..Self::value_error("containers are nested too deeply") }
    }

    /// A container that contains itself, where a value has no end.
    #[cold]
    pub(super) fn cyclic() -> Self {
        let text = "expected containers that end, got one that contains itself";
        Self { is_final: true, ..Self::value_error(text) }
    }

    /// Whether no other type takes the value either.
    pub(super) fn is_final(&self) -> bool {
        self.is_final
    }

    /// The same for an element of a container: `place` is `[3]` or `["key"]`, outermost first.
    #[must_use]
    pub fn at(mut self, place: &str) -> Self {
        self.place.insert_str(0, place);
        self
    }

    /// The kind of error it will be.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where inside the value, empty for the value itself: `[3]["key"]`.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What was expected and what was got.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The error for a value that has a name.
    #[cold]
    #[track_caller]
    fn into_error_of(self, name: fmt::Arguments<'_>) -> Error {
        Error::about_value(self.kind, format!("{name}{}: {}", self.place, self.text))
    }

    /// The error, for a value that is not an argument.
    #[track_caller]
    pub fn into_error(self) -> Error {
        let text =
            if self.place.is_empty() { self.text } else { format!("element {}: {}", self.place, self.text) };
        Error::about_value(self.kind, text)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "element {}: ", self.place)?;
        }
        f.write_str(&self.text)
    }
}

/// Why a value does not decode that was just tried. The object of an rvalue reference is looked at in its slot.
#[cold]
#[inline(never)]
pub(crate) fn mismatch_of<'a, T: FromAnyView<'a>>(view: AnyView<'_>) -> Mismatch {
    let explained = match through_rvalue(view, |inner| Some(T::explain(inner))) {
        Some(None) => {
            let text =
                "expected a value that can be borrowed, got an rvalue reference: cast it to an owned type";
            Some(Mismatch::type_error(text))
        }
        Some(explained) => explained,
        None => T::explain(view),
    };
    explained.unwrap_or_else(Mismatch::changed)
}

/// Decodes a value that has a name, which the error has: `name[3]: expected int, got str`.
#[inline]
#[track_caller]
pub(crate) fn cast_as<T: for<'a> FromAnyView<'a>>(
    name: fmt::Arguments<'_>,
    view: AnyView<'_>,
) -> Result<T, Error> {
    match decode_owned(view) {
        Some(value) => Ok(value),
        None => Err(mismatch_of::<T>(view).into_error_of(name)),
    }
}

/// The name of a value's type, as messages use it.
pub(crate) fn type_name_of(view: AnyView<'_>) -> Cow<'static, str> {
    if let Some(name) = through_rvalue(view, |inner| Some(type_name_of(inner))) {
        return name;
    }
    if is_null(view) {
        return Cow::Borrowed("a null pointer");
    }
    if let Some(name) = view.ask_python(|python, object| python.type_name(object)) {
        return name.into();
    }
    match type_name_of_index(view.type_index()) {
        Some(name) => name.into(),
        None if crate::object_ref::is_object_index(view.type_index()) => {
            crate::type_info::type_key(view.type_index()).into()
        }
        None => format!("a value of unknown type index {}", view.type_index()).into(),
    }
}

/// Whether a value that refers to something refers to nothing, which only a C caller can pass.
fn is_null(view: AnyView<'_>) -> bool {
    let type_index = view.type_index();
    let refers = crate::object_ref::is_object_index(type_index)
        || matches!(type_index, TypeIndex::DL_TENSOR_PTR | TypeIndex::RAW_STR | TypeIndex::BYTE_ARRAY_PTR);
    refers && view.as_raw().payload.ptr().is_null()
}

fn type_name_of_index(type_index: i32) -> Option<&'static str> {
    Some(match type_index {
        TypeIndex::NONE => "None",
        TypeIndex::INT | TypeIndex::BIG_INT => "int",
        TypeIndex::BOOL => "bool",
        TypeIndex::FLOAT => "float",
        TypeIndex::OPAQUE_PTR => "pointer",
        TypeIndex::DATA_TYPE => "dtype",
        TypeIndex::DEVICE => "Device",
        TypeIndex::DL_TENSOR_PTR => "Tensor",
        TypeIndex::RAW_STR | TypeIndex::SMALL_STR | TypeIndex::STR => "str",
        TypeIndex::BYTE_ARRAY_PTR | TypeIndex::SMALL_BYTES | TypeIndex::BYTES => "bytes",
        TypeIndex::OBJECT_RVALUE_REF | super::RVALUE_TO_TAKE => "an rvalue reference whose object was taken",
        TypeIndex::OBJECT => "Object",
        TypeIndex::ERROR => "Error",
        TypeIndex::FUNCTION => "Function",
        TypeIndex::SHAPE => "Shape",
        TypeIndex::TENSOR => "Tensor",
        TypeIndex::MODULE => "Module",
        TypeIndex::OPAQUE_PY_OBJECT => "a Python object",
        _ => return Container::of(type_index).map(Container::name),
    })
}

/// A value in a message: plain values and text are shown, objects by their type.
pub(crate) struct InWords<'a>(pub(crate) AnyView<'a>);

impl fmt::Debug for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_value(self.0, f)
    }
}

/// The same as output of `Debug`.
pub(crate) fn debug_value(view: AnyView<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let payload = &view.as_raw().payload;
    match view.type_index() {
        TypeIndex::NONE => f.write_str("None"),
        TypeIndex::INT => fmt::Display::fmt(&payload.int(), f),
        TypeIndex::BOOL => fmt::Display::fmt(&(payload.int() != 0), f),
        TypeIndex::FLOAT => fmt::Debug::fmt(&payload.float(), f),
        TypeIndex::RAW_STR | TypeIndex::SMALL_STR | TypeIndex::STR => match super::text::text_of(view) {
            Some(text) => fmt::Debug::fmt(text, f),
            None => f.write_str("<str that is not UTF-8>"),
        },
        _ => write!(f, "<{}>", type_name_of(view)),
    }
}
