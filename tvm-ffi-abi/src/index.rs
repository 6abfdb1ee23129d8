//! Enumerations of the ABI, as integer constants.

macro_rules! constants {
    ($(#[$meta:meta])* $name:ident: $repr:ty { $($(#[$doc:meta])* $variant:ident = $value:expr,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        #[non_exhaustive]
        pub struct $name;

        impl $name {
            $($(#[$doc])* pub const $variant: $repr = $value;)*

            /// Every constant with its name, in the order of the header.
            pub const ALL: &'static [(&'static str, $repr)] = &[$((stringify!($variant), $value),)*];
        }
    };
}

constants! {
    /// `TVMFFITypeIndex`: what a `TVMFFIAny` holds.
    TypeIndex: i32 {
        /// Any value; only in type schemas and field declarations.
        ANY = -1,
        /// `None`.
        NONE = 0,
        /// A signed 64-bit integer.
        INT = 1,
        /// A boolean, stored as the integer 0 or 1.
        BOOL = 2,
        /// A 64-bit float.
        FLOAT = 3,
        /// A raw pointer.
        OPAQUE_PTR = 4,
        /// A `DLDataType`.
        DATA_TYPE = 5,
        /// A `DLDevice`.
        DEVICE = 6,
        /// A borrowed `DLTensor*`; only in views.
        DL_TENSOR_PTR = 7,
        /// A NUL-terminated `const char*`; only in views.
        RAW_STR = 8,
        /// A `TVMFFIByteArray*`; only in views.
        BYTE_ARRAY_PTR = 9,
        /// The address of an owned object that the callee may take; only in views.
        OBJECT_RVALUE_REF = 10,
        /// A string of at most seven bytes, stored inside the value.
        SMALL_STR = 11,
        /// At most seven bytes, stored inside the value.
        SMALL_BYTES = 12,
        /// The "unchanged" marker of structural mutation.
        UNCHANGED = 13,
        /// The first index of an object.
        STATIC_OBJECT_BEGIN = 64,
        /// The root of all objects.
        OBJECT = 64,
        /// A string on the heap.
        STR = 65,
        /// Bytes on the heap.
        BYTES = 66,
        /// An error.
        ERROR = 67,
        /// A function.
        FUNCTION = 68,
        /// A shape: a sequence of 64-bit integers.
        SHAPE = 69,
        /// An owned tensor.
        TENSOR = 70,
        /// An immutable sequence.
        ARRAY = 71,
        /// An immutable mapping.
        MAP = 72,
        /// A module.
        MODULE = 73,
        /// A Python object with no conversion of its own.
        OPAQUE_PY_OBJECT = 74,
        /// A mutable sequence.
        LIST = 75,
        /// A mutable mapping.
        DICT = 76,
        /// The interrupt value of structural visits.
        VISIT_INTERRUPT = 77,
        /// An integer that does not fit `i64`.
        BIG_INT = 78,
        /// One past the last built-in object.
        STATIC_OBJECT_END = 79,
        /// The first index given to types registered at run time.
        DYN_OBJECT_BEGIN = 128,
    }
}

constants! {
    /// `TVMFFIObjectDeleterFlagBitMask`: which phase of deletion a deleter is asked for.
    DeleterFlag: i32 {
        /// Destroy the payload; the memory stays.
        STRONG = 1,
        /// Free the memory.
        WEAK = 2,
        /// Both at once.
        BOTH = 3,
    }
}

constants! {
    /// `TVMFFIBacktraceUpdateMode`.
    BacktraceUpdateMode: i32 {
        /// Replace the text.
        REPLACE = 0,
        /// Append to the text.
        APPEND = 1,
    }
}

constants! {
    /// `TVMFFIFieldFlagBitMask`, for fields and methods.
    FieldFlag: i64 {
        /// The field may be set.
        WRITABLE = 1,
        /// The field has a default.
        HAS_DEFAULT = 2,
        /// The method takes no `self`.
        IS_STATIC_METHOD = 4,
        /// Structural comparison ignores the field.
        SEQ_HASH_IGNORE = 8,
        /// The field defines a pattern of variables.
        SEQ_HASH_DEF_PATTERN = 16,
        /// The default is a factory to call.
        DEFAULT_FROM_FACTORY = 32,
        /// `repr` leaves the field out.
        REPR_OFF = 64,
        /// Comparison leaves the field out.
        COMPARE_OFF = 128,
        /// Hashing leaves the field out.
        HASH_OFF = 256,
        /// The generated constructor leaves the field out.
        INIT_OFF = 512,
        /// The generated constructor takes the field by keyword only.
        KW_ONLY = 1024,
        /// The setter is a function object, not a C function.
        SETTER_IS_FUNCTION_OBJ = 2048,
        /// The field defines one variable.
        SEQ_HASH_DEF_SIMPLE = 4096,
    }
}

constants! {
    /// `TVMFFISEqHashKind`: how structural comparison treats a type.
    SEqHashKind: i32 {
        /// Not supported.
        UNSUPPORTED = 0,
        /// A tree node.
        TREE_NODE = 1,
        /// A free variable.
        FREE_VAR = 2,
        /// A node of a directed acyclic graph.
        DAG_NODE = 3,
        /// A tree node without variables.
        CONST_TREE_NODE = 4,
        /// Compared by identity.
        UNIQUE_INSTANCE = 5,
    }
}

constants! {
    /// Property mask of a module (`tvm::ffi::Module::ModulePropertyMask`).
    ModulePropertyMask: i32 {
        /// Can be serialised to bytes.
        BINARY_SERIALIZABLE = 1,
        /// Has functions that run.
        RUNNABLE = 2,
        /// Can be exported for compilation.
        COMPILATION_EXPORTABLE = 4,
    }
}

/// Whether values of a type index hold a reference to an object.
#[inline(always)]
pub fn is_object_index(type_index: i32) -> bool {
    type_index >= TypeIndex::STATIC_OBJECT_BEGIN
}
