fn seen(x: Image<'_>) {}
const _: () = {
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
    ) {
        __see(
            &::tvm_ffi::__private::Description {
                text: ::core::concat!(
                    "seen\0\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3\0x\0\0\0"
                ),
                shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                fallback: ::core::option::Option::Some(unsafe {
                    ::tvm_ffi::__private::Shim::new(__tvm_ffi_fallback_shim)
                }),
                parameters: &[
                    ::tvm_ffi::__private::Taken::<Image<'_>>::tag().parameter_type(),
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
        use ::tvm_ffi::__private::assert_fallback as __assert;
        __assert(::tvm_ffi::__private::takes_cuda::<Image<'_>>())
    };
    #[inline]
    fn __tvm_ffi_body(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            1 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::holder::<Image<'_>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<::tvm_ffi::__private::AnyType, Image<'_>, _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<Image<'_>>(__args, 0, &mut __gpu)) {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const { ::tvm_ffi::__private::writes::<Image<'_>>() } {
            let __apart = if const { ::tvm_ffi::__private::needs_scan::<Image<'_>>() } {
                ::tvm_ffi::__private::scan(
                    __tvm_ffi_describe,
                    __args,
                    &[::tvm_ffi::__private::held::<Image<'_>>(0, &__arg0)],
                )
            } else {
                true
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = seen(__arg0);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "seen")
    }
    #[inline]
    fn __tvm_ffi_fallback(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            1 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::FallbackArgument::<Image<'_>>::tag()
            .holder();
        let ::core::option::Option::Some(__arg0) = ::tvm_ffi::__private::FallbackArgument::<
            Image<'_>,
        >::tag()
            .get::<::tvm_ffi::__private::AnyType>(__args, 0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<Image<'_>>(__args, 0, &mut __gpu)) {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const { ::tvm_ffi::__private::writes::<Image<'_>>() } {
            let __apart = if const { ::tvm_ffi::__private::needs_scan::<Image<'_>>() } {
                ::tvm_ffi::__private::scan(
                    __tvm_ffi_describe,
                    __args,
                    &[::tvm_ffi::__private::held::<_>(0, &__arg0)],
                )
            } else {
                true
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value: () = seen_on_cpu(__arg0);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "seen")
    }
    #[unsafe(export_name = "__tvm_ffi_seen")]
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
                ::core::option::Option::Some(__tvm_ffi_fallback_shim),
                __args,
                __num_args,
                __result,
                __tvm_ffi_body,
            )
        }
    }
    #[inline(never)]
    unsafe extern "C" fn __tvm_ffi_fallback_shim(
        _: *mut ::core::ffi::c_void,
        __args: *const ::tvm_ffi::__private::TVMFFIAny,
        __num_args: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::call(
                __tvm_ffi_describe,
                ::core::option::Option::None,
                __args,
                __num_args,
                __result,
                __tvm_ffi_fallback,
            )
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_seen")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::metadata(__tvm_ffi_describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_seen")]
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
