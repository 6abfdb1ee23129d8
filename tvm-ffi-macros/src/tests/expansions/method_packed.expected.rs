impl Counter {
    fn push_all(&mut self, args: &[AnyView<'_>]) -> usize {
        self.count += args.len();
        self.count
    }
}
const _: () = {
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    fn __tvm_ffi_class() -> &'static __tvm_ffi::Class {
        <Counter as __tvm_ffi::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: __tvm_ffi::Method = {
        const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "push_all",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "self",
                        ..__tvm_ffi::Param::new(
                            __tvm_ffi::ParameterProbe::<&mut Counter>::TYPE,
                        )
                    },
                ],
                flags: __tvm_ffi::PACKED | __tvm_ffi::METHOD,
                class: __tvm_ffi::Some(__tvm_ffi_class),
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<usize>::tag().result_type(),
                )
            }
        };
        fn __tvm_ffi_questions() {
            {
                use __tvm_ffi::ClassOf as __ClassOf;
                __ClassOf::<Counter>::tag().assert_mutable_receiver()
            }
            __tvm_ffi::ClassOf::<Counter>::tag()
                .parents::<15537805505112988933>()
                .name_that_a_parent_has();
            __tvm_ffi::ClassOf::<Counter>::tag()
                .itself::<15537805505112988933>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: __tvm_ffi::Args<'_>,
            __slot: __tvm_ffi::Slot<'_>,
        ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
            let mut __holder0 = __tvm_ffi::Receiver::<&mut Counter>::tag().holder();
            let __arg0 = __tvm_ffi::Receiver::<&mut Counter>::tag()
                .get::<__tvm_ffi::NoView>(__args, 0, &mut __holder0)?;
            __args
                .with_views(|__views| {
                    let __value = <Counter>::push_all(__arg0, &__views[1..]);
                    __tvm_ffi::Some(
                        __tvm_ffi::ClassOf::<Counter>::tag()
                            .returned(&__value)
                            .write_or_raise(__value, __slot, "push_all"),
                    )
                })
        }
        __tvm_ffi::shim! {
            unsafe unsafe __tvm_ffi_shim, __TVM_FFI_RECORD, __tvm_ffi_body
        }
        __tvm_ffi::Method {
            export: __TVM_FFI_RECORD,
            kind: __tvm_ffi::MethodKind::Instance,
        }
    };
    impl __tvm_ffi::DeclaresMethod<15537805505112988933> for Counter {}
    impl __tvm_ffi::OneBlockOfMethods for Counter {
        const METHODS: &'static [__tvm_ffi::Method] = &[__TVM_FFI_METHOD_0];
    }
};
