pub fn vadd<'a>(
    cx: Cuda<'a>,
    x: CudaView<'a, f32, 1>,
    mut y: CudaViewMut<'_, f32, 1>,
    by: f64,
) -> Result<()> {
    launch(&cx, x, y, by)
}
const _: () = {
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
    ) {
        __see(
            &::tvm_ffi::__private::Description {
                text: ::core::concat!(
                    "vadd\0\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3\0x\0\0\0\0y\0\0\0\0by\0=1.0\0\0"
                ),
                shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                fallback: ::core::option::Option::None,
                parameters: &[
                    ::tvm_ffi::__private::Taken::<CudaView<'_, f32, 1>>::tag()
                        .parameter_type(),
                    ::tvm_ffi::__private::Taken::<CudaViewMut<'_, f32, 1>>::tag()
                        .parameter_type(),
                    ::tvm_ffi::__private::Taken::<f64>::tag().parameter_type(),
                ],
                result: ::tvm_ffi::__private::Returned::<Result<()>>::tag()
                    .result_type(),
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
            2..=3 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::holder::<CudaView<'_, f32, 1>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CudaView<'_, f32, 1>,
                _,
            >(0, &mut __holder0) else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder1 = ::tvm_ffi::__private::holder::<CudaViewMut<'_, f32, 1>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<
                ::tvm_ffi::__private::AnyType,
                CudaViewMut<'_, f32, 1>,
                _,
            >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder2 = ::tvm_ffi::__private::holder::<f64, _>();
        let __arg2: f64 = if __args.given(2) {
            let ::core::option::Option::Some(__value) = __args
                .get::<::tvm_ffi::__private::NoTensor, f64, _>(2, &mut __holder2) else {
                return ::tvm_ffi::__private::REFUSED
            };
            __value
        } else {
            ::tvm_ffi::__private::default_value::<f64>(|| 1.0)
        };
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<
            CudaView<'_, f32, 1>,
        >(__args, 0, &mut __gpu)
            && ::tvm_ffi::__private::on_one_gpu::<
                CudaViewMut<'_, f32, 1>,
            >(__args, 1, &mut __gpu))
        {
            return ::tvm_ffi::__private::REFUSED;
        }
        if const {
            ::tvm_ffi::__private::writes::<CudaView<'_, f32, 1>>()
                | ::tvm_ffi::__private::writes::<CudaViewMut<'_, f32, 1>>()
        } {
            let __apart = if const {
                ::tvm_ffi::__private::writes_or_needs_scan::<CudaView<'_, f32, 1>>()
                    | ::tvm_ffi::__private::needs_scan::<CudaViewMut<'_, f32, 1>>()
            } {
                ::tvm_ffi::__private::scan(__tvm_ffi_describe, __args, &[])
            } else {
                ::tvm_ffi::__private::apart::<
                    CudaView<'_, f32, 1>,
                    CudaViewMut<'_, f32, 1>,
                >(&__arg0, &__arg1)
            };
            if !__apart {
                return ::tvm_ffi::__private::REFUSED;
            }
        }
        let __token = match ::tvm_ffi::__private::call_token::<Cuda<'_>>(__args, __gpu) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => {
                return ::tvm_ffi::__private::raise_error(__error, "vadd");
            }
        };
        let __value = vadd(__token, __arg0, __arg1, __arg2);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "vadd")
    }
    #[unsafe(export_name = "__tvm_ffi_vadd")]
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
    #[unsafe(export_name = "__tvm_ffi__metadata_vadd")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::metadata(__tvm_ffi_describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_vadd")]
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
