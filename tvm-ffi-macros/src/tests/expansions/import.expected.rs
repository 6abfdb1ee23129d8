#[repr(transparent)]
pub(crate) struct Config {
    __object: ::tvm_ffi::__private::ImportedObject<Self>,
}
const _: () = {
    static __TVM_FFI_TYPE: ::tvm_ffi::__private::ImportedType = ::tvm_ffi::__private::ImportedType::new(
        "my_ext.Config",
    );
    unsafe impl ::tvm_ffi::__private::ForeignType for Config {
        const TYPE_KEY: &'static ::core::primitive::str = "my_ext.Config";
        fn imported() -> &'static ::tvm_ffi::__private::ImportedType {
            &__TVM_FFI_TYPE
        }
        fn from_imported(__object: ::tvm_ffi::__private::ImportedObject<Self>) -> Self {
            Self { __object }
        }
        fn imported_object(&self) -> &::tvm_ffi::__private::ImportedObject<Self> {
            &self.__object
        }
        fn into_imported(self) -> ::tvm_ffi::__private::ImportedObject<Self> {
            self.__object
        }
    }
    impl ::tvm_ffi::__private::FfiType for Config {
        const FACTS: ::tvm_ffi::__private::TypeFacts<Self> = unsafe {
            ::tvm_ffi::__private::TypeFacts::object()
        };
        fn distance(
            __view: ::tvm_ffi::__private::AnyView<'_>,
        ) -> ::core::option::Option<::core::primitive::u32> {
            ::tvm_ffi::__private::foreign_distance::<Self>(__view)
        }
        const TAG: &'static ::tvm_ffi::__private::TypeTag = &::tvm_ffi::__private::TypeTag::Object(
            "my_ext.Config",
        );
    }
    impl<'__a> ::tvm_ffi::__private::FromAnyView<'__a> for Config {
        type Holder = ();
        fn decode(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            _: &'__a mut (),
        ) -> ::core::option::Option<Self> {
            ::tvm_ffi::__private::decode_foreign(__view)
        }
        fn explain(
            __view: ::tvm_ffi::__private::AnyView<'_>,
        ) -> ::core::option::Option<::tvm_ffi::__private::Mismatch> {
            ::tvm_ffi::__private::explain_foreign::<Self>(__view)
        }
    }
    unsafe impl ::tvm_ffi::__private::SearchTensors for Config {
        const LEADS_TO_TENSORS: ::core::primitive::bool = true;
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            ::tvm_ffi::__private::SearchTensors::search(
                ::tvm_ffi::__private::ForeignType::as_object(self),
                __search,
            )
        }
    }
    impl ::tvm_ffi::__private::IntoAny for Config {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            ::tvm_ffi::__private::IntoAny::into_any(
                ::tvm_ffi::__private::ForeignType::into_object(self),
            )
        }
    }
    impl ::tvm_ffi::__private::IntoArgument for &Config {
        fn into_argument<'__a>(self) -> ::tvm_ffi::__private::Argument<'__a>
        where
            Self: '__a,
        {
            ::tvm_ffi::__private::foreign_argument(self)
        }
    }
    impl ::tvm_ffi::__private::Parameter for Config {
        type Item<'__a> = Self;
    }
    impl ::core::clone::Clone for Config {
        fn clone(&self) -> Self {
            Self {
                __object: ::core::clone::Clone::clone(&self.__object),
            }
        }
    }
    impl ::core::fmt::Debug for Config {
        fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(
                ::tvm_ffi::__private::ForeignType::as_object(self),
                __f,
            )
        }
    }
    impl ::core::convert::From<Config> for ::tvm_ffi::__private::ObjectRef {
        fn from(__value: Config) -> Self {
            ::tvm_ffi::__private::ForeignType::into_object(__value)
        }
    }
    impl ::core::convert::TryFrom<::tvm_ffi::__private::ObjectRef> for Config {
        type Error = ::tvm_ffi::__private::ObjectRef;
        fn try_from(
            __object: ::tvm_ffi::__private::ObjectRef,
        ) -> ::core::result::Result<Self, ::tvm_ffi::__private::ObjectRef> {
            ::tvm_ffi::__private::foreign_from_object(__object)
        }
    }
};
impl Config {
    /// In pixels.
    ///
    /// # Errors
    ///
    /// If the type is not registered or has no such field, and if the value is of another type.
    #[allow(dead_code)]
    #[track_caller]
    pub(crate) fn kind(&self) -> ::tvm_ffi::__private::Result<Option<String>> {
        static __IMPORTED: ::tvm_ffi::__private::ImportedField = unsafe {
            ::tvm_ffi::__private::ImportedField::new("type")
        };
        ::tvm_ffi::__private::get_field::<Self, Option<String>>(self, &__IMPORTED)
    }
    /// Sets the field `type`.
    ///
    /// # Errors
    ///
    /// If the type is not registered or has no such field, and what the field raises.
    #[allow(dead_code)]
    #[track_caller]
    pub(crate) fn set_kind(
        &self,
        __value: Option<String>,
    ) -> ::tvm_ffi::__private::Result<()> {
        static __IMPORTED: ::tvm_ffi::__private::ImportedField = unsafe {
            ::tvm_ffi::__private::ImportedField::new("type")
        };
        ::tvm_ffi::__private::set_field(
            self,
            &__IMPORTED,
            ::tvm_ffi::__private::imported_argument(__value),
        )
    }
    #[track_caller]
    pub(crate) fn new(width: i64, kind: &str) -> Result<Self> {
        static __IMPORTED: ::tvm_ffi::__private::ImportedFunction = ::tvm_ffi::__private::ImportedFunction::new(
            "__ffi_init__",
        );
        ::tvm_ffi::__private::construct::<
            Self,
            Result<Self>,
        >(
            &__IMPORTED,
            (::tvm_ffi::__private::imported_argument(width),),
            &["kind"],
            (::tvm_ffi::__private::imported_argument(kind),),
        )
    }
    #[track_caller]
    pub(crate) fn area(&self, scale: f64) -> Result<f64> {
        static __IMPORTED: ::tvm_ffi::__private::ImportedFunction = ::tvm_ffi::__private::ImportedFunction::new(
            "area",
        );
        ::tvm_ffi::__private::call_foreign::<
            Self,
            Result<f64>,
        >(self, &__IMPORTED, (::tvm_ffi::__private::imported_argument(scale),))
    }
}
/// Adds one.
#[track_caller]
pub fn add_one(x: i64) -> Result<i64> {
    static __IMPORTED: ::tvm_ffi::__private::ImportedFunction = ::tvm_ffi::__private::ImportedFunction::new(
        "my_ext.add_one",
    );
    __IMPORTED.call::<Result<i64>>((::tvm_ffi::__private::imported_argument(x),))
}
