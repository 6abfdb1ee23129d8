impl super::Scale {
    /// Scales a vector.
    #[allow(dead_code)]
    #[track_caller]
    fn apply(&self, x: CpuView<'_, f32, 1>, out: CpuViewMut<'_, f32, 2>) {
        if !__tvm_ffi_of_super_Scale__apply::__contract(&x, &out) {
            ::tvm_ffi::__private::contract_violated(
                __tvm_ffi_of_super_Scale__apply::__describe,
                &[
                    ::tvm_ffi::__private::Operand::Other,
                    ::tvm_ffi::__private::Shown(&x).operand(),
                    ::tvm_ffi::__private::Shown(&out).operand(),
                ],
            )
        }
        <super::Scale>::__tvm_ffi_body_of_apply(self, x, out)
    }
    #[doc(hidden)]
    #[inline(never)]
    fn __tvm_ffi_body_of_apply(
        &self,
        x: CpuView<'_, f32, 1>,
        mut out: CpuViewMut<'_, f32, 2>,
    ) {
        out[[0, 0]] = x[[0]] * self.factor;
    }
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
enum __tvm_ffi_of_super_Scale__apply {}
const _: () = {
    fn __tvm_ffi_class() -> &'static ::tvm_ffi::__private::Class {
        <super::Scale as ::tvm_ffi::__private::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: ::tvm_ffi::__private::Method = {
        const __TVM_FFI_CONSTANT_0: ::core::primitive::i64 = {
            use ::tvm_ffi::__private::{
                constant as __constant, is_integer as __is_integer,
            };
            let __value = { super::Scale::WIDTH };
            __is_integer(&__value);
            let __wide = __value as ::core::primitive::i128;
            __constant(__wide)
        };
        #[allow(non_local_definitions)]
        impl __tvm_ffi_of_super_Scale__apply {
            fn __describe(
                __see: &mut dyn ::core::ops::FnMut(
                    &::tvm_ffi::__private::Description<'_>,
                ),
            ) {
                __see(
                    &::tvm_ffi::__private::Description {
                        text: ::core::concat!(
                            "apply\0\0Scales a vector.\0", ::core::file!(), "\0",
                            ::core::line!(),
                            "\0my-kernels\x001.2.3\0self\0\0\0\0x\0\0\0shape(n)\0out\0\0\0shape(n, {super::Scale::WIDTH})"
                        ),
                        shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                        fallback: ::core::option::Option::None,
                        parameters: &[
                            ::tvm_ffi::__private::Taken::<&super::Scale>::tag()
                                .parameter_type(),
                            ::tvm_ffi::__private::Taken::<CpuView<'_, f32, 1>>::tag()
                                .parameter_type(),
                            ::tvm_ffi::__private::Taken::<CpuViewMut<'_, f32, 2>>::tag()
                                .parameter_type(),
                        ],
                        result: ::tvm_ffi::__private::Returned::<()>::tag()
                            .result_type(),
                        flags: 0 | ::tvm_ffi::__private::METHOD,
                        constants: &[__TVM_FFI_CONSTANT_0],
                        variables: &[],
                        instance: ::core::option::Option::None,
                        class: ::core::option::Option::Some(__tvm_ffi_class),
                    },
                )
            }
            #[inline(always)]
            fn __contract(
                __arg1: &CpuView<'_, f32, 1>,
                __arg2: &CpuViewMut<'_, f32, 2>,
            ) -> ::core::primitive::bool {
                let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                    CpuView<'_, f32, 1>,
                >(__arg1) else { return false };
                let &[__sym_n] = __tensor1.shape() else { return false };
                let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
                    CpuViewMut<'_, f32, 2>,
                >(__arg2) else { return false };
                let &[__dim0, __dim1] = __tensor2.shape() else { return false };
                if __dim0 != __sym_n {
                    return false;
                }
                if __dim1 != __TVM_FFI_CONSTANT_0 {
                    return false;
                }
                true
            }
        }
        fn __tvm_ffi_questions() {
            ::tvm_ffi::__private::ClassOf::<super::Scale>::tag()
                .parents::<17819185323880423355>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<super::Scale>::tag()
                .itself::<17819185323880423355>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: ::tvm_ffi::__private::Args<'_>,
            __slot: ::tvm_ffi::__private::Slot<'_>,
        ) -> ::core::ffi::c_int {
            match __args.count() {
                3 => {}
                _ => return ::tvm_ffi::__private::REFUSED,
            }
            let mut __holder0 = ::tvm_ffi::__private::Receiver::<&super::Scale>::tag()
                .holder();
            let ::core::option::Option::Some(__arg0) = ::tvm_ffi::__private::Receiver::<
                &super::Scale,
            >::tag()
                .get::<::tvm_ffi::__private::AnyType>(__args, 0, &mut __holder0) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let mut __holder1 = ::tvm_ffi::__private::holder::<CpuView<'_, f32, 1>, _>();
            let ::core::option::Option::Some(__arg1) = __args
                .get::<
                    ::tvm_ffi::__private::AnyType,
                    CpuView<'_, f32, 1>,
                    _,
                >(1, &mut __holder1) else { return ::tvm_ffi::__private::REFUSED };
            let ::core::option::Option::Some(__tensor1) = ::tvm_ffi::__private::tensor::<
                CpuView<'_, f32, 1>,
            >(&__arg1) else { return ::tvm_ffi::__private::REFUSED };
            let &[__sym_n] = __tensor1.shape() else {
                return ::tvm_ffi::__private::REFUSED
            };
            let mut __holder2 = ::tvm_ffi::__private::holder::<
                CpuViewMut<'_, f32, 2>,
                _,
            >();
            let ::core::option::Option::Some(__arg2) = __args
                .get::<
                    ::tvm_ffi::__private::AnyType,
                    CpuViewMut<'_, f32, 2>,
                    _,
                >(2, &mut __holder2) else { return ::tvm_ffi::__private::REFUSED };
            let ::core::option::Option::Some(__tensor2) = ::tvm_ffi::__private::tensor::<
                CpuViewMut<'_, f32, 2>,
            >(&__arg2) else { return ::tvm_ffi::__private::REFUSED };
            let &[__dim0, __dim1] = __tensor2.shape() else {
                return ::tvm_ffi::__private::REFUSED
            };
            if __dim0 != __sym_n {
                return ::tvm_ffi::__private::REFUSED;
            }
            if __dim1 != __TVM_FFI_CONSTANT_0 {
                return ::tvm_ffi::__private::REFUSED;
            }
            if const {
                ::tvm_ffi::__private::writes::<&super::Scale>()
                    | ::tvm_ffi::__private::writes::<CpuView<'_, f32, 1>>()
                    | ::tvm_ffi::__private::writes::<CpuViewMut<'_, f32, 2>>()
            } {
                let __apart = if const {
                    ::tvm_ffi::__private::writes_or_needs_scan::<CpuView<'_, f32, 1>>()
                        | ::tvm_ffi::__private::needs_scan::<CpuViewMut<'_, f32, 2>>()
                        | ::tvm_ffi::__private::leads_to_tensors::<&super::Scale>()
                } {
                    ::tvm_ffi::__private::scan(
                        __tvm_ffi_of_super_Scale__apply::__describe,
                        __args,
                        &[],
                    )
                } else {
                    ::tvm_ffi::__private::apart::<
                        CpuView<'_, f32, 1>,
                        CpuViewMut<'_, f32, 2>,
                    >(&__arg1, &__arg2)
                };
                if !__apart {
                    return ::tvm_ffi::__private::REFUSED;
                }
            }
            let __value = <super::Scale>::__tvm_ffi_body_of_apply(
                __arg0,
                __arg1,
                __arg2,
            );
            ::tvm_ffi::__private::ClassOf::<super::Scale>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "apply")
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
                    __tvm_ffi_of_super_Scale__apply::__describe,
                    ::core::option::Option::None,
                    __args,
                    __num_args,
                    __result,
                    __tvm_ffi_body,
                )
            }
        }
        ::tvm_ffi::__private::Method {
            export: __tvm_ffi_of_super_Scale__apply::__describe,
            kind: ::tvm_ffi::__private::MethodKind::Instance,
        }
    };
    impl ::tvm_ffi::__private::DeclaresMethod<17819185323880423355> for super::Scale {}
    impl ::tvm_ffi::__private::HasMethods for super::Scale {
        const METHODS: &'static [::tvm_ffi::__private::Method] = &[__TVM_FFI_METHOD_0];
    }
};
