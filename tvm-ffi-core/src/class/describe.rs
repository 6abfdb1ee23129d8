//! What a class says about itself, from which its registration, messages, and metadata are made.

use core::marker::PhantomData;

use super::field::FieldValue;
use super::method::Method;
use crate::abi::{TVMFFIFieldGetter, TVMFFIFieldSetter, TVMFFISafeCallType};
use crate::any::Any;
use crate::export::ParameterType;
use crate::object::ObjectType;

/// One class.
pub struct ClassDescription<'a> {
    /// Type key, documentation, source file, line, crate name, crate version; then of each field: name, default as written with
    /// `=` in front, documentation. They are joined by NUL bytes; what there is none of is empty.
    pub text: &'static str,
    /// Size and alignment of the struct, in bytes.
    pub size: usize,
    /// See `size`.
    pub align: usize,
    /// [`FINAL`] and [`MUTABLE`].
    pub flags: u8,
    /// The kind of structural comparison, a number of [`SEqHashKind`](crate::abi::SEqHashKind).
    pub structural: i32,
    /// The fields that are visible from outside, without those of the parent.
    pub fields: &'a [FieldDescription],
    /// What Rust's derives give.
    pub hooks: Hooks,
    /// The constructor from the fields, `construct_from_fields::<T>`, where the class has option `init`.
    pub from_fields: Option<TVMFFISafeCallType>,
    /// The methods, static methods, and the constructor.
    pub methods: &'a [Method],
}

/// Nothing extends the class.
pub const FINAL: u8 = 1;
/// Objects of the class can be changed.
pub const MUTABLE: u8 = 2;

/// Functions of the signature SafeCall that the runtime asks for values of the class.
#[derive(Default)]
pub struct Hooks {
    /// `(value, _) -> str`
    pub repr: Option<TVMFFISafeCallType>,
    /// `(a, b, _) -> bool`
    pub eq: Option<TVMFFISafeCallType>,
    /// `(value, _) -> int`
    pub hash: Option<TVMFFISafeCallType>,
    /// `(a, b, _) -> int`: negative, zero, positive
    pub compare: Option<TVMFFISafeCallType>,
    /// `(value) -> value`
    pub copy: Option<TVMFFISafeCallType>,
}

/// A field that is visible from outside.
pub struct FieldDescription {
    /// From the start of the struct, in bytes.
    pub(crate) offset: usize,
    pub(crate) size: usize,
    pub(crate) align: usize,
    /// [`FieldFlag`](crate::abi::FieldFlag)s.
    pub(crate) flags: i64,
    /// What the runtime takes the memory of the field for, in objects that it made itself.
    pub(crate) static_index: i32,
    pub(crate) getter: TVMFFIFieldGetter,
    pub(crate) setter: TVMFFIFieldSetter,
    /// The default value, or the factory as a function.
    pub(crate) default: Option<fn() -> Any>,
    /// Name and schema of the type.
    pub(crate) of: &'static ParameterType,
}

/// What a macro knows of a field and its type does not tell.
pub struct FieldMetadata {
    /// [`FieldFlag`](crate::abi::FieldFlag)s.
    pub flags: i64,
    /// The default value, or the factory as a function, by the flags.
    pub default: Option<fn() -> Any>,
}

/// A class with a constructor from its fields.
pub trait FromFields: ObjectType {
    /// The value, from the arguments of the constructor: first those of the parent, then its own in their order. `None` if one does
    /// not convert.
    fn from_fields(values: &mut FieldValues<'_>) -> Option<Self>;
}

/// The arguments of a constructor from the fields, in the order of the fields.
pub struct FieldValues<'call> {
    marker: PhantomData<&'call Any>,
}

impl FieldValues<'_> {
    /// The value of the next field, or its default if the caller gave none.
    pub fn next<V: FieldValue>(&mut self, default: Option<fn() -> V>) -> Option<V> {
        default.map(|default| default())
    }
}
