//! [`Outline`]: what Python makes of a type where the value does not tell.

/// What a language with its own containers converts a type from and to. The value itself decides, and this only where it leaves a choice: an array
/// of the ABI may be a list, a tuple, or a set.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Outline {
    /// As the value says.
    Any,
    /// The object itself.
    Object,
    /// An integer.
    Int,
    /// A float.
    Float,
    /// Text.
    Text,
    /// The path of a file, as text.
    Path,
    /// Bytes.
    Bytes,
    /// A dtype.
    DType,
    /// A duration, in seconds.
    Duration,
    /// A time, in seconds since the first of January 1970 in UTC.
    SystemTime,
    /// A sequence of elements of one type.
    List(&'static Self),
    /// A set.
    Set(&'static Self),
    /// A sequence with a type for each element.
    Tuple(&'static [&'static Self]),
    /// Keys and values.
    Map(&'static Self, &'static Self),
}

impl Outline {
    /// Adds a word to a schema, by which tools know a form that the schema does not show.
    pub(crate) fn write_form(&self, schema: &mut String) {
        let form = match self {
            Self::Path => "path",
            Self::Set(_) => "set",
            Self::Duration => "duration",
            Self::SystemTime => "time",
            _ => return,
        };
        schema.pop();
        schema.extend([r#","form":""#, form, r#""}"#]);
    }

    /// The outline of an element of a sequence.
    pub fn element(&self, index: usize) -> &'static Self {
        match self {
            Self::List(element) | Self::Set(element) => element,
            Self::Tuple(elements) => elements.get(index).copied().unwrap_or(&Self::Any),
            _ => &Self::Any,
        }
    }

    /// The outlines of the keys and the values of a mapping.
    pub fn entry(&self) -> (&'static Self, &'static Self) {
        match self {
            Self::Map(key, value) => (key, value),
            _ => (&Self::Any, &Self::Any),
        }
    }
}
