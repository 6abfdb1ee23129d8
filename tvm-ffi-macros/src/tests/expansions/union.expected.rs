const _: () = {
    use ::tvm_ffi::__private::{NoResult as _, NoVariant as _};
    const fn __tvm_ffi_variant<__T: ::tvm_ffi::__private::Variant>() {}
    const _: () = {
        __tvm_ffi_variant::<f64>();
        __tvm_ffi_variant::<Vec<Scale>>();
    };
    fn __tvm_ffi_among() -> &'static [::tvm_ffi::__private::Alternative] {
        const {
            &[
                unsafe {
                    ::tvm_ffi::__private::VariantOf::<'static, f64>::ALTERNATIVE
                        .for_calls()
                },
                unsafe {
                    ::tvm_ffi::__private::VariantOf::<'static, Vec<Scale>>::ALTERNATIVE
                        .for_calls()
                },
                ::tvm_ffi::__private::Alternative::none(),
            ]
        }
    }
    impl ::tvm_ffi::__private::FfiType for Scale {
        const FACTS: ::tvm_ffi::__private::TypeFacts<Self> = {
            let __kind = ::tvm_ffi::__private::union_kind(
                &[::tvm_ffi::__private::VariantOf::<'static, f64>::KIND],
            );
            let __reach = ::tvm_ffi::__private::union_reach(
                &[
                    ::tvm_ffi::__private::VariantOf::<'static, f64>::REACH,
                    ::tvm_ffi::__private::Reach::Any,
                ],
            );
            unsafe { ::tvm_ffi::__private::TypeFacts::new(__kind, __reach) }
        };
        fn tensor_within(
            &self,
        ) -> ::core::option::Option<::tvm_ffi::__private::TensorMetadata<'_>> {
            match self {
                Self::Number(__value) => {
                    ::tvm_ffi::__private::VariantOf::<'_, f64>::tensor_within(__value)
                }
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
                Self::Number(__value) => {
                    ::tvm_ffi::__private::VariantOf::<
                        '_,
                        f64,
                    >::all_tensors(__value, __test)
                }
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
            ::tvm_ffi::__private::union_distance(__view, __tvm_ffi_among())
        }
        fn type_name(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::union_name(__out, __tvm_ffi_among())
        }
        fn type_schema(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::union_schema(__out, __tvm_ffi_among())
        }
    }
    impl<'__a> Scale {
        #[doc(hidden)]
        fn __tvm_ffi_decode<__F: ::tvm_ffi::__private::DecodeForm>(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            __holder: &'__a ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::option::Option<Self> {
            let __turn = ::tvm_ffi::__private::Turn::begin::<
                __F,
            >(__view, __tvm_ffi_among())?;
            if __turn.is(0) {
                if let ::core::option::Option::Some(__value) = ::tvm_ffi::__private::VariantOf::<
                    '__a,
                    f64,
                >::decode::<__F>(__view, __holder) {
                    return ::core::option::Option::Some(Self::Number(__value));
                }
            }
            if __turn.is(1) {
                if let ::core::option::Option::Some(__value) = ::tvm_ffi::__private::VariantOf::<
                    '__a,
                    Vec<Scale>,
                >::decode::<__F>(__view, __holder) {
                    return ::core::option::Option::Some(Self::Each(__value));
                }
            }
            if __turn.is(2) {
                if let ::core::option::Option::Some(__value) = ::tvm_ffi::__private::VariantOf::<
                    '__a,
                    (),
                >::decode::<__F>(__view, __holder) {
                    return ::core::option::Option::Some({
                        let () = __value;
                        Self::Default
                    });
                }
            }
            ::core::option::Option::None
        }
    }
    impl<'__a> ::tvm_ffi::__private::FromAnyView<'__a> for Scale {
        type Holder = ::tvm_ffi::__private::UnionHolder;
        fn decode(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            __holder: &'__a mut ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::option::Option<Self> {
            Self::__tvm_ffi_decode::<::tvm_ffi::__private::AnyForm>(__view, __holder)
        }
        fn decode_hot(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            __holder: &'__a mut ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::option::Option<Self> {
            Self::__tvm_ffi_decode::<::tvm_ffi::__private::SettledForm>(__view, __holder)
        }
        fn canonical(
            __view: ::tvm_ffi::__private::AnyView<'_>,
        ) -> ::core::option::Option<::tvm_ffi::__private::Canonical> {
            ::tvm_ffi::__private::canonical_union(__view, __tvm_ffi_among())
        }
        fn decode_element(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            __holders: &'__a ::tvm_ffi::__private::Holders<
                ::tvm_ffi::__private::UnionHolder,
            >,
        ) -> ::core::option::Option<Self> {
            Self::__tvm_ffi_decode::<
                ::tvm_ffi::__private::AnyForm,
            >(__view, ::tvm_ffi::__private::Holders::shared(__holders))
        }
        fn try_decode(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            __holder: &'__a mut ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::result::Result<Self, ::tvm_ffi::__private::Mismatch> {
            ::core::option::Option::ok_or_else(
                Self::__tvm_ffi_decode::<
                    ::tvm_ffi::__private::AnyForm,
                >(__view, __holder),
                || ::tvm_ffi::__private::union_mismatch::<
                    Self,
                >(__view, __tvm_ffi_among()),
            )
        }
        fn explain_argument(
            __view: ::tvm_ffi::__private::AnyView<'__a>,
            _: &'__a mut ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::result::Result<(), ::tvm_ffi::__private::Mismatch> {
            ::tvm_ffi::__private::explain_union::<Self>(__view, __tvm_ffi_among())
        }
    }
    impl ::tvm_ffi::__private::IntoAny for Scale {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            match self {
                Self::Number(__value) => {
                    ::tvm_ffi::__private::ResultOf::<f64>::into_any(__value)
                }
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
            &[<f64 as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS, true],
        );
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            match self {
                Self::Number { 0: __part0 } => {
                    <f64 as ::tvm_ffi::__private::SearchTensors>::search(
                        __part0,
                        __search,
                    );
                }
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
