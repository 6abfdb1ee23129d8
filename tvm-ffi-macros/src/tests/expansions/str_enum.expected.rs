const _: () = {
    impl ::my_crate::ffi::__private::StrEnum for Mode {
        const NAMES: &'static [&'static ::core::primitive::str] = &[
            "fast_mode",
            "slow \"mode\"",
        ];
        fn as_str(&self) -> &'static ::core::primitive::str {
            match self {
                Self::FastMode => "fast_mode",
                Self::Slow => "slow \"mode\"",
            }
        }
        fn from_name(__name: &::core::primitive::str) -> ::core::option::Option<Self> {
            match __name {
                "fast_mode" => ::core::option::Option::Some(Self::FastMode),
                "slow \"mode\"" => ::core::option::Option::Some(Self::Slow),
                _ => ::core::option::Option::None,
            }
        }
    }
    impl ::my_crate::ffi::__private::FfiType for Mode {
        const FACTS: ::my_crate::ffi::__private::TypeFacts<Self> = unsafe {
            ::my_crate::ffi::__private::TypeFacts::new(
                ::my_crate::ffi::__private::Kind::Scalar,
                ::my_crate::ffi::__private::Reach::Nothing,
            )
        };
        const VARIANTS: &'static [(
            &'static ::core::primitive::str,
            &'static ::core::primitive::str,
        )] = &[("FastMode", "fast_mode"), ("Slow", "slow \"mode\"")];
        fn distance(
            __view: ::my_crate::ffi::__private::AnyView<'_>,
        ) -> ::core::option::Option<::core::primitive::u32> {
            ::my_crate::ffi::__private::exactly(
                ::core::option::Option::is_some(
                    &::my_crate::ffi::__private::decode_str_enum::<Self>(__view),
                ),
            )
        }
        fn type_name(__out: &mut ::my_crate::ffi::__private::String) {
            <&::core::primitive::str as ::my_crate::ffi::__private::FfiType>::type_name(
                __out,
            )
        }
        fn type_schema(__out: &mut ::my_crate::ffi::__private::String) {
            <&::core::primitive::str as ::my_crate::ffi::__private::FfiType>::type_schema(
                __out,
            )
        }
    }
    impl<'__a> ::my_crate::ffi::__private::FromAnyView<'__a> for Mode {
        type Holder = ();
        fn decode(
            __view: ::my_crate::ffi::__private::AnyView<'__a>,
            _: &'__a mut (),
        ) -> ::core::option::Option<Self> {
            ::my_crate::ffi::__private::decode_str_enum(__view)
        }
        fn try_decode(
            __view: ::my_crate::ffi::__private::AnyView<'__a>,
            _: &'__a mut (),
        ) -> ::core::result::Result<Self, ::my_crate::ffi::__private::Mismatch> {
            ::core::option::Option::ok_or_else(
                ::my_crate::ffi::__private::decode_str_enum(__view),
                || ::my_crate::ffi::__private::str_enum_mismatch::<Self>(__view),
            )
        }
    }
    impl ::my_crate::ffi::__private::IntoAny for Mode {
        fn into_any(self) -> ::my_crate::ffi::__private::Any {
            ::my_crate::ffi::__private::IntoAny::into_any(
                ::my_crate::ffi::__private::StrEnum::as_str(&self),
            )
        }
    }
    unsafe impl ::my_crate::ffi::__private::SearchTensors for Mode {
        const LEADS_TO_TENSORS: ::core::primitive::bool = false;
        fn search(&self, _: &mut ::my_crate::ffi::__private::TensorSearch) {}
    }
    impl ::my_crate::ffi::__private::Parameter for Mode {
        type Item<'__a> = Self;
    }
};
