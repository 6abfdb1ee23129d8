const _: () = {
    use ::tvm_ffi::__private::{NoResult as _, NoVariant as _};
    const fn __tvm_ffi_variant<__T: ::tvm_ffi::__private::Variant>() {}
    const _: () = {
        __tvm_ffi_variant::<Vec<Scale>>();
    };
    const __TVM_FFI_ALTERNATIVES: &'static [::tvm_ffi::__private::Alternative] = &[
        ::tvm_ffi::__private::VariantOf::<'static, Vec<Scale>>::ALTERNATIVE,
        ::tvm_ffi::__private::Alternative::none(),
    ];
    static __TVM_FFI_VARIANTS: ::tvm_ffi::__private::Variants = ::tvm_ffi::__private::Variants::of::<
        Scale,
    >(__TVM_FFI_ALTERNATIVES);
    impl ::tvm_ffi::__private::FfiType for Scale {
        const FACTS: ::tvm_ffi::__private::TypeFacts<Self> = {
            let __kind = ::tvm_ffi::__private::union_kind(&[]);
            let __reach = ::tvm_ffi::__private::union_reach(
                &[::tvm_ffi::__private::Reach::Any],
            );
            unsafe { ::tvm_ffi::__private::TypeFacts::new(__kind, __reach) }
        };
        fn tensor_within(
            &self,
        ) -> ::core::option::Option<::tvm_ffi::__private::TensorMetadata<'_>> {
            match self {
                Self::Each(__value) => {
                    ::tvm_ffi::__private::VariantOf::<
                        '_,
                        Vec<Scale>,
                    >::tensor_within(__value)
                }
                Self::Default => ::core::option::Option::None,
            }
        }
        fn all_tensors(
            &self,
            __test: &mut impl ::core::ops::FnMut(
                ::tvm_ffi::__private::TensorMetadata<'_>,
                ::tvm_ffi::__private::Holding,
            ) -> ::core::primitive::bool,
        ) -> ::core::primitive::bool {
            match self {
                Self::Each(__value) => {
                    ::tvm_ffi::__private::VariantOf::<
                        '_,
                        Vec<Scale>,
                    >::all_tensors(__value, __test)
                }
                Self::Default => true,
            }
        }
        fn distance(
            __view: ::tvm_ffi::__private::AnyView<'_>,
        ) -> ::core::option::Option<::core::primitive::u32> {
            ::tvm_ffi::__private::Variants::distance(&__TVM_FFI_VARIANTS, __view)
        }
        const TAG: &'static ::tvm_ffi::__private::TypeTag = &::tvm_ffi::__private::TypeTag::Union(||
        &__TVM_FFI_VARIANTS);
    }
    impl<'__a> Scale {
        #[doc(hidden)]
        fn __tvm_ffi_decode(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            __holder: &'__a ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::option::Option<Self> {
            let __turn = ::tvm_ffi::__private::Turn::begin(__view, &__TVM_FFI_VARIANTS)?;
            match ::tvm_ffi::__private::Turn::variant(&__turn) {
                0 => {
                    ::core::option::Option::map(
                        ::tvm_ffi::__private::VariantOf::<
                            '__a,
                            Vec<Scale>,
                        >::decode(__view, __holder),
                        Self::Each,
                    )
                }
                1 => {
                    ::core::option::Option::map(
                        ::tvm_ffi::__private::VariantOf::<
                            '__a,
                            (),
                        >::decode(__view, __holder),
                        |()| Self::Default,
                    )
                }
                _ => ::core::option::Option::None,
            }
        }
    }
    impl<'__a> ::tvm_ffi::__private::FromAnyView<'__a> for Scale {
        type Holder = ::tvm_ffi::__private::UnionHolder;
        fn decode(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            __holder: &'__a mut ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::option::Option<Self> {
            Self::__tvm_ffi_decode(__view, __holder)
        }
        fn decode_element(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            __holders: &'__a ::tvm_ffi::__private::Holders<
                ::tvm_ffi::__private::UnionHolder,
            >,
        ) -> ::core::option::Option<Self> {
            Self::__tvm_ffi_decode(
                __view,
                ::tvm_ffi::__private::Holders::shared(__holders),
            )
        }
        fn explain(
            __view: ::tvm_ffi::__private::AnyView<'_>,
        ) -> ::core::option::Option<::tvm_ffi::__private::Mismatch> {
            ::tvm_ffi::__private::Variants::explain(&__TVM_FFI_VARIANTS, __view)
        }
        fn freeze(
            __view: ::tvm_ffi::__private::AnyView<'_>,
        ) -> ::core::option::Option<::tvm_ffi::__private::Any> {
            ::tvm_ffi::__private::Variants::freeze(&__TVM_FFI_VARIANTS, __view)
        }
    }
    impl ::tvm_ffi::__private::IntoAny for Scale {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            match self {
                Self::Each(__value) => {
                    ::tvm_ffi::__private::ResultOf::<Vec<Scale>>::into_any(__value)
                }
                Self::Default => ::tvm_ffi::__private::Any::none(),
            }
        }
    }
    impl ::tvm_ffi::__private::Parameter for Scale {
        type Item<'__a> = Scale;
    }
    unsafe impl ::tvm_ffi::__private::SearchTensors for Scale {
        const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[true],
        );
        const LEADS_TO_PYTHON: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[true],
        );
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            match self {
                Self::Each { 0: __part0 } => {
                    <Vec<
                        Scale,
                    > as ::tvm_ffi::__private::SearchTensors>::search(__part0, __search);
                }
                Self::Default {} => {}
            }
        }
    }
};
