impl Solver {
    fn step(&self, cx: Cuda<'_>, dt: f64) -> Result<()> {
        self.launch(&cx, dt)
    }
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    fn __tvm_ffi_class() -> &'static __tvm_ffi::Class {
        <Solver as __tvm_ffi::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: __tvm_ffi::Method = {
        const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "step",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "self",
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<&Solver>::TYPE,
                        )
                    },
                    __tvm_ffi::Param {
                        name: "dt",
                        ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<f64>::TYPE)
                    },
                ],
                flags: __tvm_ffi::METHOD,
                class: __tvm_ffi::Some(__tvm_ffi_class),
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<Result<()>>::tag().result_type(),
                )
            }
        };
        fn __tvm_ffi_questions() {
            __tvm_ffi::ClassOf::<Solver>::tag()
                .parents::<12613261051159514351>()
                .name_that_a_parent_has();
            __tvm_ffi::ClassOf::<Solver>::tag()
                .itself::<12613261051159514351>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: __tvm_ffi::Args<'_>,
            __slot: __tvm_ffi::Slot<'_>,
        ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
            __args.require_count(2, 2)?;
            let mut __holder0 = __tvm_ffi::Receiver::<&Solver>::tag().holder();
            let __arg0 = __tvm_ffi::Receiver::<&Solver>::tag()
                .get::<__tvm_ffi::NoView>(__args, 0, &mut __holder0)?;
            let mut __holder1 = __tvm_ffi::holder::<f64, _>();
            let __arg1 = __args.get::<__tvm_ffi::NoView, f64, _>(1, &mut __holder1)?;
            let __gpu = __tvm_ffi::Gpu::NONE;
            let (__token, __on_gpu) = match __tvm_ffi::call_token::<
                Cuda<'_>,
            >(__args, __gpu.device(__args)) {
                ::core::result::Result::Ok(__token) => __token,
                ::core::result::Result::Err(__error) => {
                    return __tvm_ffi::Some(__tvm_ffi::raise_error(__error, "step"));
                }
            };
            let __value = <Solver>::step(__arg0, __token, __arg1);
            __tvm_ffi::Some(
                __tvm_ffi::ClassOf::<Solver>::tag()
                    .returned(&__value)
                    .write_or_raise(__value, __slot, "step"),
            )
        }
        __tvm_ffi::shim! {
            unsafe unsafe __tvm_ffi_shim, __TVM_FFI_RECORD, __tvm_ffi_body
        }
        __tvm_ffi::Method {
            export: __TVM_FFI_RECORD,
            kind: __tvm_ffi::MethodKind::Instance,
        }
    };
    impl __tvm_ffi::DeclaresMethod<12613261051159514351> for Solver {}
    impl __tvm_ffi::OneBlockOfMethods for Solver {
        const METHODS: &'static [__tvm_ffi::Method] = &[__TVM_FFI_METHOD_0];
    }
};
