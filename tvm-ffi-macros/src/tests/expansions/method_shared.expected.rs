impl Mean {
    /// The mean of both.
    fn merged(&self, other: &Self) -> Self {
        Self {
            count: self.count + other.count,
            mean: self.mean.max(other.mean),
        }
    }
    fn hidden(self) -> f64 {
        self.mean
    }
}
const _: () = {
    fn __tvm_ffi_class() -> &'static ::tvm_ffi::__private::Class {
        <Mean as ::tvm_ffi::__private::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "merged\0\0The mean of both.\0", ::core::file!(), "\0",
                        ::core::line!(), "\0my-kernels\x001.2.3\0self\0\0\0\0other\0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    fallback: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<&Mean>::tag().parameter_type(),
                        ::tvm_ffi::__private::Taken::<&Mean>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<Mean>::tag().result_type(),
                    flags: 0 | ::tvm_ffi::__private::METHOD,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .parents::<17164345123488576281>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .itself::<17164345123488576281>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: ::tvm_ffi::__private::Args<'_>,
            __slot: ::tvm_ffi::__private::Slot<'_>,
        ) -> ::core::ffi::c_int {
            match __args.count() {
                2 => {}
                _ => return ::tvm_ffi::__private::REFUSED,
            }
            let mut __holder0 = ::tvm_ffi::__private::Receiver::<&Mean>::tag().holder();
            let ::core::option::Option::Some(__arg0) = ::tvm_ffi::__private::Receiver::<
                &Mean,
            >::tag()
                .get::<::tvm_ffi::__private::NoView>(__args, 0, &mut __holder0) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let mut __holder1 = ::tvm_ffi::__private::Receiver::<&Mean>::tag().holder();
            let ::core::option::Option::Some(__arg1) = ::tvm_ffi::__private::Receiver::<
                &Mean,
            >::tag()
                .get::<::tvm_ffi::__private::NoView>(__args, 1, &mut __holder1) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let __value = <Mean>::merged(__arg0, __arg1);
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "merged")
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
    impl ::tvm_ffi::__private::DeclaresMethod<17164345123488576281> for Mean {}
    impl ::tvm_ffi::__private::HasMethods for Mean {
        const METHODS: &'static [::tvm_ffi::__private::Method] = &[__TVM_FFI_METHOD_0];
    }
};
