const _: () = {
    use ::tvm_ffi::__private::{NoResult as _, NoVariant as _};
    const fn __tvm_ffi_variant<__T: ::tvm_ffi::__private::VariantIn<'static>>() {}
    const _: () = {
        __tvm_ffi_variant::<&'static str>();
        __tvm_ffi_variant::<CpuView<'static, f32, 1>>();
    };
    fn __tvm_ffi_among() -> &'static [::tvm_ffi::__private::Alternative] {
        const {
            &[
                unsafe {
                    ::tvm_ffi::__private::VariantOf::<'static, &'static str>::ALTERNATIVE
                        .for_calls()
                },
                unsafe {
                    ::tvm_ffi::__private::VariantOf::<
                        'static,
                        CpuView<'static, f32, 1>,
                    >::ALTERNATIVE
                        .for_calls()
                },
            ]
        }
    }
    impl<'a> ::tvm_ffi::__private::FfiType for Text<'a> {
        const FACTS: ::tvm_ffi::__private::TypeFacts<Self> = {
            let __kind = ::tvm_ffi::__private::union_kind(
                &[
                    ::tvm_ffi::__private::VariantOf::<'static, &'static str>::KIND,
                    ::tvm_ffi::__private::VariantOf::<
                        'static,
                        CpuView<'static, f32, 1>,
                    >::KIND,
                ],
            );
            let __reach = ::tvm_ffi::__private::union_reach(
                &[
                    ::tvm_ffi::__private::VariantOf::<'static, &'static str>::REACH,
                    ::tvm_ffi::__private::VariantOf::<
                        'static,
                        CpuView<'static, f32, 1>,
                    >::REACH,
                ],
            );
            unsafe { ::tvm_ffi::__private::TypeFacts::new(__kind, __reach) }
        };
        fn tensor_within(
            &self,
        ) -> ::core::option::Option<::tvm_ffi::__private::TensorMetadata<'_>> {
            match self {
                Self::Characters(__value) => {
                    ::tvm_ffi::__private::VariantOf::<
                        '_,
                        &'a str,
                    >::tensor_within(__value)
                }
                Self::View(__value) => {
                    ::tvm_ffi::__private::VariantOf::<
                        '_,
                        CpuView<'a, f32, 1>,
                    >::tensor_within(__value)
                }
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
                Self::Characters(__value) => {
                    ::tvm_ffi::__private::VariantOf::<
                        '_,
                        &'a str,
                    >::all_tensors(__value, __test)
                }
                Self::View(__value) => {
                    ::tvm_ffi::__private::VariantOf::<
                        '_,
                        CpuView<'a, f32, 1>,
                    >::all_tensors(__value, __test)
                }
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
    impl<'a> Text<'a> {
        #[doc(hidden)]
        fn __tvm_ffi_decode<__F: ::tvm_ffi::__private::DecodeForm>(
            __view: ::tvm_ffi::__private::AnyView<'a>,
            __holder: &'a ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::option::Option<Self> {
            let __turn = ::tvm_ffi::__private::Turn::begin::<
                __F,
            >(__view, __tvm_ffi_among())?;
            if __turn.is(0) {
                if let ::core::option::Option::Some(__value) = ::tvm_ffi::__private::VariantOf::<
                    'a,
                    &'a str,
                >::decode::<__F>(__view, __holder) {
                    return ::core::option::Option::Some(Self::Characters(__value));
                }
            }
            if __turn.is(1) {
                if let ::core::option::Option::Some(__value) = ::tvm_ffi::__private::VariantOf::<
                    'a,
                    CpuView<'a, f32, 1>,
                >::decode::<__F>(__view, __holder) {
                    return ::core::option::Option::Some(Self::View(__value));
                }
            }
            ::core::option::Option::None
        }
    }
    impl<'a> ::tvm_ffi::__private::FromAnyView<'a> for Text<'a> {
        type Holder = ::tvm_ffi::__private::UnionHolder;
        fn decode(
            __view: ::tvm_ffi::__private::AnyView<'a>,
            __holder: &'a mut ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::option::Option<Self> {
            Self::__tvm_ffi_decode::<::tvm_ffi::__private::AnyForm>(__view, __holder)
        }
        fn decode_hot(
            __view: ::tvm_ffi::__private::AnyView<'a>,
            __holder: &'a mut ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::option::Option<Self> {
            Self::__tvm_ffi_decode::<::tvm_ffi::__private::SettledForm>(__view, __holder)
        }
        fn canonical(
            __view: ::tvm_ffi::__private::AnyView<'_>,
        ) -> ::core::option::Option<::tvm_ffi::__private::Canonical> {
            ::tvm_ffi::__private::canonical_union(__view, __tvm_ffi_among())
        }
        fn decode_element(
            __view: ::tvm_ffi::__private::AnyView<'a>,
            __holders: &'a ::tvm_ffi::__private::Holders<
                ::tvm_ffi::__private::UnionHolder,
            >,
        ) -> ::core::option::Option<Self> {
            Self::__tvm_ffi_decode::<
                ::tvm_ffi::__private::AnyForm,
            >(__view, ::tvm_ffi::__private::Holders::shared(__holders))
        }
        fn try_decode(
            __view: ::tvm_ffi::__private::AnyView<'a>,
            __holder: &'a mut ::tvm_ffi::__private::UnionHolder,
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
            __view: ::tvm_ffi::__private::AnyView<'a>,
            _: &'a mut ::tvm_ffi::__private::UnionHolder,
        ) -> ::core::result::Result<(), ::tvm_ffi::__private::Mismatch> {
            ::tvm_ffi::__private::explain_union::<Self>(__view, __tvm_ffi_among())
        }
    }
    impl<'a> ::tvm_ffi::__private::IntoAny for Text<'a>
    where
        &'a str: ::tvm_ffi::__private::IntoAny,
        CpuView<'a, f32, 1>: ::tvm_ffi::__private::IntoAny,
    {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            match self {
                Self::Characters(__value) => {
                    ::tvm_ffi::__private::ResultOf::<&'a str>::into_any(__value)
                }
                Self::View(__value) => {
                    ::tvm_ffi::__private::ResultOf::<
                        CpuView<'a, f32, 1>,
                    >::into_any(__value)
                }
            }
        }
    }
    impl ::tvm_ffi::__private::Parameter for Text<'_> {
        type Item<'__a> = Text<'__a>;
    }
    unsafe impl<'a> ::tvm_ffi::__private::SearchTensors for Text<'a> {
        const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[
                <&'a str as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
                <CpuView<
                    'a,
                    f32,
                    1,
                > as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            ],
        );
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            match self {
                Self::Characters { 0: __part0 } => {
                    <&'a str as ::tvm_ffi::__private::SearchTensors>::search(
                        __part0,
                        __search,
                    );
                }
                Self::View { 0: __part0 } => {
                    <CpuView<
                        'a,
                        f32,
                        1,
                    > as ::tvm_ffi::__private::SearchTensors>::search(__part0, __search);
                }
            }
        }
    }
};
