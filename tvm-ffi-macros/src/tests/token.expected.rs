#[allow(dead_code)]
#[track_caller]
pub fn vadd<'a>(
    cx: Cuda<'a>,
    x: CudaView<'a, f32, 1>,
    y: CudaViewMut<'_, f32, 1>,
    by: f64,
) -> Result<()> {
    if !__tvm_ffi_of_vadd::__contract(&x, &y) {
        ::tvm_ffi::__private::contract_violated(
            __tvm_ffi_of_vadd::__describe,
            &[
                ::tvm_ffi::__private::Shown(&x).operand(),
                ::tvm_ffi::__private::Shown(&y).operand(),
                ::tvm_ffi::__private::Operand::Other,
            ],
        )
    }
    __tvm_ffi_of_vadd::vadd(cx, x, y, by)
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_vadd {}
const _: () = {
    impl __tvm_ffi_of_vadd {
        fn __describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "vadd\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0shape(n)\0y\0\0\0shape(n);out\0by\0=1.0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::Some(unsafe {
                        ::tvm_ffi::__private::Shim::new(__tvm_ffi_exact)
                    }),
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
        #[inline(always)]
        fn __contract(
            __arg0: &CudaView<'_, f32, 1>,
            __arg1: &CudaViewMut<'_, f32, 1>,
        ) -> ::core::primitive::bool {
            let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
                CudaView<'_, f32, 1>,
            >(__arg0) else { return false };
            let &[__sym_n] = __tensor0.shape() else { return false };
            let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                CudaViewMut<'_, f32, 1>,
            >(__arg1) else { return false };
            let &[__dim0] = __tensor1.shape() else { return false };
            if __dim0 != __sym_n {
                return false;
            }
            true
        }
        #[inline]
        fn vadd<'a>(
            cx: Cuda<'a>,
            x: CudaView<'a, f32, 1>,
            mut y: CudaViewMut<'_, f32, 1>,
            by: f64,
        ) -> Result<()> {
            launch(&cx, x, y, by)
        }
    }
    #[inline]
    fn __tvm_ffi_body<__M: ::tvm_ffi::__private::Mode>(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            2..=3 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        let mut __holder0 = ::tvm_ffi::__private::holder::<CudaView<'_, f32, 1>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<__M, CudaView<'_, f32, 1>, _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let ::core::option::Option::Some(__tensor0) = ::tvm_ffi::__private::tensor::<
            CudaView<'_, f32, 1>,
        >(&__arg0) else { return ::tvm_ffi::__private::REFUSED };
        let &[__sym_n] = __tensor0.shape() else { return ::tvm_ffi::__private::REFUSED };
        let mut __holder1 = ::tvm_ffi::__private::holder::<CudaViewMut<'_, f32, 1>, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<__M, CudaViewMut<'_, f32, 1>, _>(1, &mut __holder1) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
            CudaViewMut<'_, f32, 1>,
        >(&__arg1) else { return ::tvm_ffi::__private::REFUSED };
        let &[__dim0] = __tensor1.shape() else { return ::tvm_ffi::__private::REFUSED };
        if __dim0 != __sym_n {
            return ::tvm_ffi::__private::REFUSED;
        }
        let mut __holder2 = ::tvm_ffi::__private::holder::<f64, _>();
        let __arg2: f64 = if __args.has(2) {
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
            let __apart = if __M::EXACT
                || const {
                    ::tvm_ffi::__private::writes_or_needs_scan::<CudaView<'_, f32, 1>>()
                        | ::tvm_ffi::__private::needs_scan::<CudaViewMut<'_, f32, 1>>()
                }
            {
                ::tvm_ffi::__private::scan(__tvm_ffi_of_vadd::__describe, __args, &[])
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
        let __value = __tvm_ffi_of_vadd::vadd(__token, __arg0, __arg1, __arg2);
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
            ::tvm_ffi::__private::call_or_exact(
                __tvm_ffi_of_vadd::__describe,
                __tvm_ffi_exact,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body::<::tvm_ffi::__private::Hot>,
            )
        }
    }
    #[cold]
    #[inline(never)]
    unsafe extern "C" fn __tvm_ffi_exact(
        _: *mut ::core::ffi::c_void,
        __args: *const ::tvm_ffi::__private::TVMFFIAny,
        __num_args: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::call(
                __tvm_ffi_of_vadd::__describe,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body::<::tvm_ffi::__private::Exact>,
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
        unsafe {
            ::tvm_ffi::__private::metadata(__tvm_ffi_of_vadd::__describe, __result)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_vadd")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_of_vadd::__describe, __result) }
    }
    ::tvm_ffi::__private::inventory::submit! {
        ::tvm_ffi::__private::Registered(__tvm_ffi_of_vadd::__describe)
    }
};
fn fill<T: Element>(mut x: CudaViewMut<'_, T, 1>, by: f64, mut cx: cuda::Cuda) {}
const _: () = {
    const __TVM_FFI_DTYPE_0_0: ::tvm_ffi::__private::DType = <f32 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_0_0: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_0_0,
    );
    const __TVM_FFI_DTYPE_0_1: ::tvm_ffi::__private::DType = <f16 as ::tvm_ffi::__private::Element>::DTYPE;
    const __TVM_FFI_BITS_0_1: ::core::primitive::u32 = ::tvm_ffi::__private::dtype_bits(
        __TVM_FFI_DTYPE_0_1,
    );
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
    ) {
        fn __instance<T: Element>(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "fill\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0x\0\0\0var(T)\0by\0=0.0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::Some(unsafe {
                        ::tvm_ffi::__private::Shim::new(__tvm_ffi_exact)
                    }),
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<CudaViewMut<'_, T, 1>>::tag()
                            .parameter_type(),
                        ::tvm_ffi::__private::Taken::<f64>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
                    flags: 0,
                    constants: &[],
                    variables: &[("T", &[__TVM_FFI_DTYPE_0_0, __TVM_FFI_DTYPE_0_1])],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::None,
                },
            )
        }
        __instance::<f32>(__see)
    }
    #[inline]
    fn __tvm_ffi_instance<__M: ::tvm_ffi::__private::Mode, T: Element>(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        let mut __holder0 = ::tvm_ffi::__private::holder::<CudaViewMut<'_, T, 1>, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<__M, CudaViewMut<'_, T, 1>, _>(0, &mut __holder0) else {
            return ::tvm_ffi::__private::REFUSED
        };
        let mut __holder1 = ::tvm_ffi::__private::holder::<f64, _>();
        let __arg1: f64 = if __args.has(1) {
            let ::core::option::Option::Some(__value) = __args
                .get::<::tvm_ffi::__private::NoTensor, f64, _>(1, &mut __holder1) else {
                return ::tvm_ffi::__private::REFUSED
            };
            __value
        } else {
            ::tvm_ffi::__private::default_value::<f64>(|| 0.0)
        };
        let mut __gpu = ::core::option::Option::None;
        if !(::tvm_ffi::__private::on_one_gpu::<
            CudaViewMut<'_, T, 1>,
        >(__args, 0, &mut __gpu)) {
            return ::tvm_ffi::__private::REFUSED;
        }
        let __token = match ::tvm_ffi::__private::call_token::<
            cuda::Cuda,
        >(__args, __gpu) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => {
                return ::tvm_ffi::__private::raise_error(__error, "fill");
            }
        };
        let __value = fill::<T>(__arg0, __arg1, __token);
        ::tvm_ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "fill")
    }
    #[inline]
    fn __tvm_ffi_body<__M: ::tvm_ffi::__private::Mode>(
        __args: ::tvm_ffi::__private::Args<'_>,
        __slot: ::tvm_ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            1..=2 => {}
            _ => return ::tvm_ffi::__private::REFUSED,
        }
        match ::tvm_ffi::__private::dtype_of(__args, &[0]) {
            0 | __TVM_FFI_BITS_0_0 => __tvm_ffi_instance::<__M, f32>(__args, __slot),
            __TVM_FFI_BITS_0_1 => __tvm_ffi_instance::<__M, f16>(__args, __slot),
            _ => ::tvm_ffi::__private::REFUSED,
        }
    }
    #[unsafe(export_name = "__tvm_ffi_fill")]
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
            ::tvm_ffi::__private::call_or_exact(
                __tvm_ffi_describe,
                __tvm_ffi_exact,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body::<::tvm_ffi::__private::Hot>,
            )
        }
    }
    #[cold]
    #[inline(never)]
    unsafe extern "C" fn __tvm_ffi_exact(
        _: *mut ::core::ffi::c_void,
        __args: *const ::tvm_ffi::__private::TVMFFIAny,
        __num_args: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe {
            ::tvm_ffi::__private::call(
                __tvm_ffi_describe,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body::<::tvm_ffi::__private::Exact>,
            )
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_fill")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::metadata(__tvm_ffi_describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_fill")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::tvm_ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::tvm_ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::tvm_ffi::__private::doc(__tvm_ffi_describe, __result) }
    }
    ::tvm_ffi::__private::inventory::submit! {
        ::tvm_ffi::__private::Registered(__tvm_ffi_describe)
    }
};
impl Solver {
    fn step(&self, cx: Cuda<'_>, dt: f64) -> Result<()> {
        self.launch(&cx, dt)
    }
    #[allow(dead_code)]
    #[track_caller]
    fn solve(&self, x: CudaView<'_, f32, 1>, cx: Cuda<'_>, y: CudaView<'_, f32, 1>) {
        if !__tvm_ffi_of_Solver__solve::__contract(&x, &y) {
            ::tvm_ffi::__private::contract_violated(
                __tvm_ffi_of_Solver__solve::__describe,
                &[
                    ::tvm_ffi::__private::Operand::Other,
                    ::tvm_ffi::__private::Shown(&x).operand(),
                    ::tvm_ffi::__private::Shown(&y).operand(),
                ],
            )
        }
        <Solver>::__tvm_ffi_body_of_solve(self, x, cx, y)
    }
    #[doc(hidden)]
    #[inline]
    fn __tvm_ffi_body_of_solve(
        &self,
        x: CudaView<'_, f32, 1>,
        cx: Cuda<'_>,
        y: CudaView<'_, f32, 1>,
    ) {}
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_Solver__solve {}
const _: () = {
    fn __tvm_ffi_class() -> &'static ::tvm_ffi::__private::Class {
        <Solver as ::tvm_ffi::__private::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "step\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0self\0\0\0\0dt\0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<&Solver>::tag().parameter_type(),
                        ::tvm_ffi::__private::Taken::<f64>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<Result<()>>::tag()
                        .result_type(),
                    flags: 0 | ::tvm_ffi::__private::METHOD,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            ::tvm_ffi::__private::ClassOf::<Solver>::tag()
                .parents::<12613261051159514351>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<Solver>::tag()
                .itself::<12613261051159514351>()
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
            let mut __holder0 = ::tvm_ffi::__private::Receiver::<&Solver>::tag()
                .holder();
            let ::core::option::Option::Some(__arg0) = ::tvm_ffi::__private::Receiver::<
                &Solver,
            >::tag()
                .get::<::tvm_ffi::__private::NoView>(__args, 0, &mut __holder0) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let mut __holder1 = ::tvm_ffi::__private::holder::<f64, _>();
            let ::core::option::Option::Some(__arg1) = __args
                .get::<::tvm_ffi::__private::NoView, f64, _>(1, &mut __holder1) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let __token = match ::tvm_ffi::__private::call_token::<
                Cuda<'_>,
            >(__args, ::core::option::Option::None) {
                ::core::result::Result::Ok(__token) => __token,
                ::core::result::Result::Err(__error) => {
                    return ::tvm_ffi::__private::raise_error(__error, "step");
                }
            };
            let __value = <Solver>::step(__arg0, __token, __arg1);
            ::tvm_ffi::__private::ClassOf::<Solver>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "step")
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
    const __TVM_FFI_METHOD_1: ::tvm_ffi::__private::Method = {
        #[allow(non_local_definitions)]
        impl __tvm_ffi_of_Solver__solve {
            fn __describe(
                __see: &mut dyn ::core::ops::FnMut(
                    &::tvm_ffi::__private::Description<'_>,
                ),
            ) {
                __see(
                    &::tvm_ffi::__private::Description {
                        text: ::core::concat!(
                            "solve\0\0\0", ::core::file!(), "\0", ::core::line!(),
                            "\0my-kernels\x001.2.3\0self\0\0\0\0x\0\0\0shape(n)\0y\0\0\0shape(n)"
                        ),
                        shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                        exact: ::core::option::Option::Some(unsafe {
                            ::tvm_ffi::__private::Shim::new(__tvm_ffi_exact)
                        }),
                        parameters: &[
                            ::tvm_ffi::__private::Taken::<&Solver>::tag()
                                .parameter_type(),
                            ::tvm_ffi::__private::Taken::<CudaView<'_, f32, 1>>::tag()
                                .parameter_type(),
                            ::tvm_ffi::__private::Taken::<CudaView<'_, f32, 1>>::tag()
                                .parameter_type(),
                        ],
                        result: ::tvm_ffi::__private::Returned::<()>::tag()
                            .result_type(),
                        flags: 0 | ::tvm_ffi::__private::METHOD,
                        constants: &[],
                        variables: &[],
                        instance: ::core::option::Option::None,
                        class: ::core::option::Option::Some(__tvm_ffi_class),
                    },
                )
            }
            #[inline(always)]
            fn __contract(
                __arg1: &CudaView<'_, f32, 1>,
                __arg2: &CudaView<'_, f32, 1>,
            ) -> ::core::primitive::bool {
                let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                    CudaView<'_, f32, 1>,
                >(__arg1) else { return false };
                let &[__sym_n] = __tensor1.shape() else { return false };
                let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
                    CudaView<'_, f32, 1>,
                >(__arg2) else { return false };
                let &[__dim0] = __tensor2.shape() else { return false };
                if __dim0 != __sym_n {
                    return false;
                }
                true
            }
        }
        fn __tvm_ffi_questions() {
            ::tvm_ffi::__private::ClassOf::<Solver>::tag()
                .parents::<4513973936507620528>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<Solver>::tag()
                .itself::<4513973936507620528>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body<__M: ::tvm_ffi::__private::Mode>(
            __args: ::tvm_ffi::__private::Args<'_>,
            __slot: ::tvm_ffi::__private::Slot<'_>,
        ) -> ::core::ffi::c_int {
            match __args.count() {
                3 => {}
                _ => return ::tvm_ffi::__private::REFUSED,
            }
            let mut __holder0 = ::tvm_ffi::__private::Receiver::<&Solver>::tag()
                .holder();
            let ::core::option::Option::Some(__arg0) = ::tvm_ffi::__private::Receiver::<
                &Solver,
            >::tag()
                .get::<__M>(__args, 0, &mut __holder0) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let mut __holder1 = ::tvm_ffi::__private::holder::<
                CudaView<'_, f32, 1>,
                _,
            >();
            let ::core::option::Option::Some(__arg1) = __args
                .get::<__M, CudaView<'_, f32, 1>, _>(1, &mut __holder1) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                CudaView<'_, f32, 1>,
            >(&__arg1) else { return ::tvm_ffi::__private::REFUSED };
            let &[__sym_n] = __tensor1.shape() else {
                return ::tvm_ffi::__private::REFUSED
            };
            let mut __holder2 = ::tvm_ffi::__private::holder::<
                CudaView<'_, f32, 1>,
                _,
            >();
            let ::core::option::Option::Some(__arg2) = __args
                .get::<__M, CudaView<'_, f32, 1>, _>(2, &mut __holder2) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
                CudaView<'_, f32, 1>,
            >(&__arg2) else { return ::tvm_ffi::__private::REFUSED };
            let &[__dim0] = __tensor2.shape() else {
                return ::tvm_ffi::__private::REFUSED
            };
            if __dim0 != __sym_n {
                return ::tvm_ffi::__private::REFUSED;
            }
            let mut __gpu = ::core::option::Option::None;
            if !(::tvm_ffi::__private::on_one_gpu::<
                CudaView<'_, f32, 1>,
            >(__args, 1, &mut __gpu)
                && ::tvm_ffi::__private::on_one_gpu::<
                    CudaView<'_, f32, 1>,
                >(__args, 2, &mut __gpu))
            {
                return ::tvm_ffi::__private::REFUSED;
            }
            if const {
                ::tvm_ffi::__private::writes::<&Solver>()
                    | ::tvm_ffi::__private::writes::<CudaView<'_, f32, 1>>()
                    | ::tvm_ffi::__private::writes::<CudaView<'_, f32, 1>>()
            } {
                let __apart = if __M::EXACT
                    || const {
                        ::tvm_ffi::__private::writes_or_needs_scan::<
                            CudaView<'_, f32, 1>,
                        >()
                            | ::tvm_ffi::__private::writes_or_needs_scan::<
                                CudaView<'_, f32, 1>,
                            >() | ::tvm_ffi::__private::leads_to_tensors::<&Solver>()
                    }
                {
                    ::tvm_ffi::__private::scan(
                        __tvm_ffi_of_Solver__solve::__describe,
                        __args,
                        &[],
                    )
                } else {
                    true
                };
                if !__apart {
                    return ::tvm_ffi::__private::REFUSED;
                }
            }
            let __token = match ::tvm_ffi::__private::call_token::<
                Cuda<'_>,
            >(__args, __gpu) {
                ::core::result::Result::Ok(__token) => __token,
                ::core::result::Result::Err(__error) => {
                    return ::tvm_ffi::__private::raise_error(__error, "solve");
                }
            };
            let __value = <Solver>::__tvm_ffi_body_of_solve(
                __arg0,
                __arg1,
                __token,
                __arg2,
            );
            ::tvm_ffi::__private::ClassOf::<Solver>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "solve")
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
                ::tvm_ffi::__private::call_or_exact(
                    __tvm_ffi_of_Solver__solve::__describe,
                    __tvm_ffi_exact,
                    __args,
                    __num_args,
                    __result,
                    __tvm_ffi_body::<::tvm_ffi::__private::Hot>,
                )
            }
        }
        #[cold]
        #[inline(never)]
        unsafe extern "C" fn __tvm_ffi_exact(
            _: *mut ::core::ffi::c_void,
            __args: *const ::tvm_ffi::__private::TVMFFIAny,
            __num_args: ::core::ffi::c_int,
            __result: *mut ::tvm_ffi::__private::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            unsafe {
                ::tvm_ffi::__private::call(
                    __tvm_ffi_of_Solver__solve::__describe,
                    __args,
                    __num_args,
                    __result,
                    __tvm_ffi_body::<::tvm_ffi::__private::Exact>,
                )
            }
        }
        ::tvm_ffi::__private::Method {
            export: __tvm_ffi_of_Solver__solve::__describe,
            kind: ::tvm_ffi::__private::MethodKind::Instance,
        }
    };
    impl ::tvm_ffi::__private::DeclaresMethod<12613261051159514351> for Solver {}
    impl ::tvm_ffi::__private::DeclaresMethod<4513973936507620528> for Solver {}
    impl ::tvm_ffi::__private::HasMethods for Solver {
        const METHODS: &'static [::tvm_ffi::__private::Method] = &[
            __TVM_FFI_METHOD_0,
            __TVM_FFI_METHOD_1,
        ];
    }
};
