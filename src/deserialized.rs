//! Arguments of types that serde deserializes.

use std::fmt::{self, Display};
use std::ops::Deref;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Error as _, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_path_to_error::{Path, Segment};
use tvm_ffi_core::__private::Nested;
use tvm_ffi_core::abi::TypeIndex;
use tvm_ffi_core::{
    AnyView, ArrayRef, DType, Device, FfiType, FromAnyView, MapRef, Mismatch, Parameter, SearchTensors,
    TensorSearch, TypeTag,
};

/// An argument of any type that implements serde's `Deserialize`, such as a struct given as a dictionary.
///
/// Integers, floats, `bool`, text, bytes, `None`, sequences and mappings are what they are to serde, and dtypes and devices are their names.
/// A unit variant is its name, and any other variant a mapping with one entry.
///
/// What serde refuses is a `TypeError` or a `ValueError`, which names the place: ``argument #0 `config`["rate"]: expected f64, got str``.
///
/// ```
/// use serde::Deserialize;
/// use tvm_ffi::Deserialized;
///
/// #[derive(Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Config {
///     rate: f64,
///     #[serde(default)]
///     layers: Vec<usize>,
/// }
///
/// /// Python calls it as `parameters({"rate": 0.1, "layers": [3, 4]})`.
/// #[tvm_ffi::export]
/// fn parameters(config: Deserialized<Config>) -> f64 {
///     config.rate * config.layers.iter().product::<usize>() as f64
/// }
/// # let config = tvm_ffi::Map::from_iter([("rate", tvm_ffi::Any::new(0.5)), ("layers", tvm_ffi::Any::new((3, 4)))]);
/// # assert_eq!(parameters(tvm_ffi::Any::new(config).cast().unwrap()), 6.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Deserialized<T>(pub T);

impl<T> FfiType for Deserialized<T> {
    const TAG: &'static TypeTag = &TypeTag::Any;
}

impl<'a, T: DeserializeOwned> FromAnyView<'a> for Deserialized<T> {
    type Holder = ();

    fn decode(view: AnyView<'a>, (): &'a mut ()) -> Option<Self> {
        T::deserialize(View(view)).ok().map(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        let error = serde_path_to_error::deserialize::<_, T>(View(view)).err()?;
        let place = place(error.path());
        let Refused { is_of_type, text } = error.into_inner();
        let mismatch = if is_of_type { Mismatch::type_error(text) } else { Mismatch::value_error(text) };
        Some(mismatch.at(&place))
    }
}

impl<T> Deref for Deserialized<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

// SAFETY: the value is the only part.
unsafe impl<T: SearchTensors> SearchTensors for Deserialized<T> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;
    const LEADS_TO_PYTHON: bool = T::LEADS_TO_PYTHON;

    fn search(&self, search: &mut TensorSearch) {
        self.0.search(search);
    }
}

impl<T: DeserializeOwned> Parameter for Deserialized<T> {
    type Item<'a> = Self;
}

/// A path as other errors write it: `["layers"][2]`.
fn place(path: &Path) -> String {
    let segment = |segment: &Segment| match segment {
        Segment::Seq { index } => format!("[{index}]"),
        Segment::Map { key } | Segment::Enum { variant: key } => format!("[{key:?}]"),
        Segment::Unknown => "[?]".to_owned(),
    };
    path.iter().map(segment).collect()
}

/// Why serde does not take a value.
#[derive(Debug)]
struct Refused {
    /// Whether the value has another type.
    is_of_type: bool,
    text: String,
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refused {}

impl serde::de::Error for Refused {
    fn custom<T: Display>(text: T) -> Self {
        Self { is_of_type: false, text: text.to_string() }
    }

    fn invalid_type(got: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let got = match got {
            Unexpected::Bool(_) => "bool",
            Unexpected::Unsigned(_) | Unexpected::Signed(_) => "int",
            Unexpected::Float(_) => "float",
            Unexpected::Str(_) => "str",
            Unexpected::Bytes(_) => "bytes",
            Unexpected::Unit => "None",
            Unexpected::Seq => "a sequence",
            Unexpected::Map => "a mapping",
            Unexpected::Other(name) => name,
            _ => "another value",
        };
        Self { is_of_type: true, text: format!("expected {expected}, got {got}") }
    }
}

/// A value for serde.
struct View<'a>(AnyView<'a>);

impl<'de> IntoDeserializer<'de, Refused> for View<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for View<'_> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let Self(view) = self;
        match view.type_index() {
            TypeIndex::NONE => visitor.visit_unit(),
            TypeIndex::BOOL => visitor.visit_bool(view.as_raw().payload.int() != 0),
            TypeIndex::INT => visitor.visit_i64(view.as_raw().payload.int()),
            TypeIndex::FLOAT => visitor.visit_f64(view.as_raw().payload.float()),
            _ => visit_other(view, visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.0.is_none() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        if let Some(name) = <&str>::decode(self.0, &mut ()) {
            return visitor.visit_enum(name.into_deserializer());
        }
        let mut holder = Default::default();
        match MapRef::<AnyView<'_>, AnyView<'_>>::decode(self.0, &mut holder) {
            Some(entries) if entries.len() == 1 => {
                let entries = entries.iter().map(|(key, value)| (View(key), View(value)));
                let _level = level()?;
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(entries)))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// Containers inside each other have as many levels as the stack has room for.
fn level() -> Result<Nested, Refused> {
    Nested::enter().ok_or_else(|| Refused::custom("containers are nested too deeply"))
}

fn visit_other<'de, V: Visitor<'de>>(view: AnyView<'_>, visitor: V) -> Result<V::Value, Refused> {
    if let Some(text) = <&str>::decode(view, &mut ()) {
        return visitor.visit_str(text);
    }
    if let Some(bytes) = <&[u8]>::decode(view, &mut ()) {
        return visitor.visit_bytes(bytes);
    }
    let _level = level()?;
    let mut holder = Default::default();
    if let Some(elements) = ArrayRef::<AnyView<'_>>::decode(view, &mut holder) {
        let mut elements = SeqDeserializer::new(elements.iter().map(View));
        let value = visitor.visit_seq(&mut elements)?;
        return elements.end().map(|()| value);
    }
    let mut holder = Default::default();
    if let Some(entries) = MapRef::<AnyView<'_>, AnyView<'_>>::decode(view, &mut holder) {
        let entries = entries.iter().map(|(key, value)| (View(key), View(value)));
        let mut entries = MapDeserializer::new(entries);
        let value = visitor.visit_map(&mut entries)?;
        return entries.end().map(|()| value);
    }
    if let Some(number) = i128::decode(view, &mut ()) {
        return visitor.visit_i128(number);
    }
    if let Some(number) = u128::decode(view, &mut ()) {
        return visitor.visit_u128(number);
    }
    if let Some(dtype) = DType::decode(view, &mut ()) {
        return visitor.visit_str(&dtype.to_string());
    }
    if let Some(device) = Device::decode(view, &mut ()) {
        return visitor.visit_str(&device.to_string());
    }
    Err(Refused::invalid_type(Unexpected::Other("an object"), &visitor))
}
