fn f(x: Image<'_>, y: Option<Image<'_>>, any: Any) {}
const _: () = {
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
    ) {
        __see(
            &::tvm_ffi::__private::Description {
                text: ::core::concat!(
                    "f\0\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3\0x\0\0\0\0y\0\0\0alias(x);out\0any\0\0\0"
                ),
                shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                fallback: ::core::option::Option::None,
                parameters: &[
                    ::tvm_ffi::__private::Taken::<Image<'_>>::tag().parameter_type(),
                    ::tvm_ffi::__private::Taken::<Option<Image<'_>>>::tag()
                        .parameter_type(),
                    ::tvm_ffi::__private::Taken::<Any>::tag().parameter_type(),
                ],
                result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
                flags: 0,
                constants: &[],
                variables: &[],
                instance: ::core::option::Option::None,
                class: ::core::option::Option::None,
            },
        )
    }
    const _: () = {
        {
            use ::tvm_ffi::__private::assert_out as __assert;
            __assert::<Option<Image<'_>>>()
        }
        {
            use ::tvm_ffi::__private::assert_alias as __assert;
            __assert::<Option<Image<'_>>, Image<'_>>()
        }
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            3 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::holder::<Image<'_>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<::tvm_ffi::__private::AnyType, Image<'_>, _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let mut __holder1 = ::tvm_ffi::__private::holder::<Option<Image<'_>>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                Option<Image<'_>>,
                _,
            >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder2 = ::tvm_ffi::__private::holder::<Any, _>();
        let ::core::option::Option::Some(__arg2) = __args
            .get::<::tvm_ffi::__private::AnyType, Any, _>(2, &mut __holder2) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<Image<'_>>(__args, 0, &mut __gpu)
            && ::tvm_ffi::__private::on_one_gpu::<
                Option<Image<'_>>,
            >(__args, 1, &mut __gpu))
        {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const {
            ::tvm_ffi::__private::writes::<Image<'_>>()
                | ::tvm_ffi::__private::writes::<Option<Image<'_>>>()
                | ::tvm_ffi::__private::writes::<Any>()
        } {
            let __apart = if const {
                ::tvm_ffi::__private::needs_scan::<Image<'_>>()
                    | ::tvm_ffi::__private::needs_scan::<Option<Image<'_>>>()
                    | ::tvm_ffi::__private::leads_to_tensors::<Any>()
            } {
                ::tvm_ffi::__private::scan(
                    __tvm_ffi_describe,
                    __args,
                    &[
                        ::tvm_ffi::__private::held::<Image<'_>>(0, &__arg0),
                        ::tvm_ffi::__private::held::<Option<Image<'_>>>(1, &__arg1),
                    ],
                )
            } else {
                true
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = f(__arg0, __arg1, __arg2);
        ::tvm_ffi::__private::Returned::of(&__value).write_or_raise(__value, __slot, "f")
    }
    #[unsafe(export_name = "__tvm_ffi_f")]
    unsafe extern "C" fn __tvm_ffi_shim(
        _: *mut ::core::ffi::c_void,
        __args: *const ::tvm_ffi::__private::TVMFFIAny,
        __num_args: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        if ::tvm_ffi::__private::has_on_load!() && ::tvm_ffi::__private::is_refused() {
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
    #[unsafe(export_name = "__tvm_ffi__metadata_f")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::metadata(__tvm_ffi_describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_f")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_describe, __result) }
    }
    ::tvm_ffi::__private::list! {
        exports : ::tvm_ffi::__private::Registered(__tvm_ffi_describe)
    }
};
