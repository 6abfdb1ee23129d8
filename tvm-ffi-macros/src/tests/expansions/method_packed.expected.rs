impl Counter {
    fn push_all(&mut self, args: &[AnyView<'_>]) -> usize {
        self.count += args.len();
        self.count
    }
}
const _: () = {
    fn __tvm_ffi_class() -> &'static ::tvm_ffi::__private::Class {
        <Counter as ::tvm_ffi::__private::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "push_all\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0self\0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<&mut Counter>::tag()
                            .parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<usize>::tag().result_type(),
                    flags: 0 | ::tvm_ffi::__private::PACKED
                        | ::tvm_ffi::__private::METHOD,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            {
                use ::tvm_ffi::__private::ClassOf as __ClassOf;
                __ClassOf::<Counter>::tag().assert_mutable_receiver()
            }
            ::tvm_ffi::__private::ClassOf::<Counter>::tag()
                .parents::<15537805505112988933>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<Counter>::tag()
                .itself::<15537805505112988933>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: ::tvm_ffi::__private::Args<'_>,
            __slot: ::tvm_ffi::__private::Slot<'_>,
        ) -> ::core::ffi::c_int {
            let mut __holder0 = ::tvm_ffi::__private::Receiver::<&mut Counter>::tag()
                .holder();
            let ::core::option::Option::Some(__arg0) = ::tvm_ffi::__private::Receiver::<
                &mut Counter,
            >::tag()
                .get::<::tvm_ffi::__private::NoView>(__args, 0, &mut __holder0) else {
                return ::tvm_ffi::__private::REFUSED
            };
            __args
                .with_views(|__views| {
                    let __value = <Counter>::push_all(__arg0, &__views[1..]);
                    ::tvm_ffi::__private::ClassOf::<Counter>::tag()
                        .returned(&__value)
                        .write_or_raise(__value, __slot, "push_all")
                })
        }
        unsafe extern "C" fn __tvm_ffi_shim(
            _: *mut ::core::ffi::c_void,
            __args: *const ::tvm_ffi::__private::TVMFFIAny,
            __num_args: ::core::ffi::c_int,
            __result: *mut ::tvm_ffi::__private::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            if ::tvm_ffi::__private::has_on_load!() && ::tvm_ffi::__private::is_refused()
            {
                return -1;
            }
            unsafe {
                ::tvm_ffi::__private::call(
                    __tvm_ffi_describe,
                    ::core::option::Option::None,
                    __args,
                    __num_args,
                    __result,
                    __tvm_ffi_body,
                )
            }
        }
        ::tvm_ffi::__private::Method {
            export: __tvm_ffi_describe,
            kind: ::tvm_ffi::__private::MethodKind::Instance,
        }
    };
    impl ::tvm_ffi::__private::DeclaresMethod<15537805505112988933> for Counter {}
    impl ::tvm_ffi::__private::HasMethods for Counter {
        const METHODS: &'static [::tvm_ffi::__private::Method] = &[__TVM_FFI_METHOD_0];
    }
};
