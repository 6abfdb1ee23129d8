//! What a class says about itself, from which its registration, messages, and metadata are made.

use super::access::{get_field, set_field};
use super::construct::FieldValues;
use super::field::Field;
use super::method::Method;
use crate::abi::{FieldFlag, TVMFFIFieldGetter, TVMFFIFieldSetter, TVMFFISafeCallType};
use crate::any::Any;
use crate::contract::parameter_type;
use crate::convert::FfiType;
use crate::description::ParameterType;
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

/// What a macro knows of a field and its type does not tell.
pub struct FieldMetadata {
    /// [`FieldFlag`]s; `WRITABLE` is added by [`Field::SETTABLE`].
    pub flags: i64,
    /// The default value, or the factory as a function, by the flags.
    pub default: Option<fn() -> Any>,
}

impl FieldDescription {
    /// Whether the constructor from the fields takes it.
    pub(crate) fn is_init(&self) -> bool {
        self.flags & FieldFlag::INIT_OFF == 0
    }

    /// The description of a field.
    pub const fn of<F: Field>(metadata: FieldMetadata) -> Self {
        let writable = if F::SETTABLE { FieldFlag::WRITABLE } else { 0 };
        let size = size_of::<F::Value>();
        Self {
            offset: F::OFFSET,
            size,
            align: align_of::<F::Value>(),
            flags: metadata.flags | writable,
            static_index: const { field_index::<F::Value>() },
            getter: get_field::<F>,
            setter: set_field::<F>,
            default: metadata.default,
            of: parameter_type::<F::Value>(),
        }
    }
}

/// What the runtime may take the memory of a field for. It copies and releases what it takes for an object or for any value, in
/// the objects that it makes itself; everything that is neither is plain data to it.
const fn field_index<V: FfiType>() -> i32 {
    use crate::abi::TypeIndex;
    let index = V::FACTS.field_index;
    let expected = match index {
        TypeIndex::ANY => size_of::<crate::abi::TVMFFIAny>(),
        index if index >= TypeIndex::STATIC_OBJECT_BEGIN => size_of::<*const ()>(),
        _ => return index,
    };
    assert!(size_of::<V>() == expected && align_of::<V>() == align_of::<*const ()>());
    index
}

/// A class with a constructor from its fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no constructor from its fields",
    label = "the parent of an object with option `init` needs option `init` too",
    note = "where the parent has an `#[init]` function, give this object one too, and call that of the parent in it"
)]
pub trait FromFields: ObjectType {
    /// The value, from the arguments of the constructor: first those of the parent, then its own in their order. `None` if one does
    /// not convert.
    ///
    /// Each field but those with `init = false` asks [`FieldValues::next`] once.
    fn from_fields(values: &mut FieldValues<'_>) -> Option<Self>;
}
