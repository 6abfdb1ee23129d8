//! What a class says about itself, from which its registration, messages, and metadata are made.

use super::record::{ParameterType, Record};
use crate::abi::{FieldFlag, TVMFFIFieldGetter, TVMFFIFieldSetter, TVMFFISafeCallType};
use crate::any::Any;

/// One class.
pub struct ClassDescription<'a> {
    /// Type key, documentation, source file, line, crate name, crate version; then of each field: name, default as written with
    /// `=` in front, documentation. NUL bytes separate them; a missing one is empty.
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
#[derive(Default, Clone, Copy)]
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
    /// [`FieldFlag`]s.
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

impl FieldDescription {
    /// Whether the constructor from the fields takes it.
    pub(crate) fn is_init(&self) -> bool {
        self.flags & FieldFlag::INIT_OFF == 0
    }
}

/// A method of a class.
#[derive(Clone, Copy)]
pub struct Method {
    /// Its description, with its entry point.
    pub export: &'static Record,
    /// Of which kind it is.
    pub kind: MethodKind,
}

/// Of which kind a method is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodKind {
    /// The constructor.
    Init,
    /// Without a receiver.
    Static,
    /// With a receiver, the first parameter of its description.
    Instance,
}
