/// Only a role: nothing to check.
fn role(x: CpuView<'_, f32, 1>, y: CpuViewMut<'_, f32, 1>) {}
const _: () = {
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
    ) {
        __see(
            &::tvm_ffi::__private::Description {
                text: ::core::concat!(
                    "role\0\0Only a role: nothing to check.\0", ::core::file!(), "\0",
                    ::core::line!(), "\0my-kernels\x001.2.3\0x\0\0\0\0y\0\0\0out"
                ),
                shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                fallback: ::core::option::Option::None,
                parameters: &[
                    ::tvm_ffi::__private::Taken::<CpuView<'_, f32, 1>>::tag()
                        .parameter_type(),
                    ::tvm_ffi::__private::Taken::<CpuViewMut<'_, f32, 1>>::tag()
                        .parameter_type(),
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
    #[inline]
    fn __tvm_ffi_body(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            2 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::holder::<CpuView<'_, f32, 1>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CpuView<'_, f32, 1>,
                _,
            >(0, &mut __holder0) else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder1 = ::tvm_ffi::__private::holder::<CpuViewMut<'_, f32, 1>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CpuViewMut<'_, f32, 1>,
                _,
            >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
        if const {
            ::tvm_ffi::__private::writes::<CpuView<'_, f32, 1>>()
                | ::tvm_ffi::__private::writes::<CpuViewMut<'_, f32, 1>>()
        } {
            let __apart = if const {
                ::tvm_ffi::__private::writes_or_needs_scan::<CpuView<'_, f32, 1>>()
                    | ::tvm_ffi::__private::needs_scan::<CpuViewMut<'_, f32, 1>>()
            } {
                ::tvm_ffi::__private::scan(__tvm_ffi_describe, __args, &[])
            } else {
                ::tvm_ffi::__private::apart::<
                    CpuView<'_, f32, 1>,
                    CpuViewMut<'_, f32, 1>,
                >(&__arg0, &__arg1)
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __value = role(__arg0, __arg1);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "role")
    }
    #[unsafe(export_name = "__tvm_ffi_role")]
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
    #[unsafe(export_name = "__tvm_ffi__metadata_role")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::metadata(__tvm_ffi_describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_role")]
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
