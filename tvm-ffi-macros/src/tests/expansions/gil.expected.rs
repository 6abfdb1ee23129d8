fn wait(seconds: f64) {
    std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
}
const _: () = {
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
    ) {
        __see(
            &::tvm_ffi::__private::Description {
                text: ::core::concat!(
                    "wait\0\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3\0seconds\0\0\0"
                ),
                shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                fallback: ::core::option::Option::None,
                parameters: &[
                    ::tvm_ffi::__private::Taken::<f64>::tag().parameter_type(),
                ],
                result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
                flags: 0 | ::tvm_ffi::__private::GIL_RELEASED,
                constants: &[],
                variables: &[],
                instance: ::core::option::Option::None,
                class: ::core::option::Option::None,
            },
        )
    }
    #[inline]
    fn __tvm_ffi_body(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            1 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::holder::<f64, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<::tvm_ffi::__private::NoView, f64, _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let __value = wait(__arg0);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "wait")
    }
    #[unsafe(export_name = "__tvm_ffi_wait")]
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
    #[unsafe(export_name = "__tvm_ffi__metadata_wait")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::metadata(__tvm_ffi_describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_wait")]
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
