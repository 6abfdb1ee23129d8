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
    use ::tvm_ffi::__private as __tvm_ffi;
    #[allow(unused_imports)]
    use __tvm_ffi::NoParameter as _;
    fn __tvm_ffi_class() -> &'static __tvm_ffi::Class {
        <Mean as __tvm_ffi::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: __tvm_ffi::Method = {
        const __TVM_FFI_RECORD: &'static __tvm_ffi::Record = {
            &__tvm_ffi::Record {
                name: "merged",
                doc: "The mean of both.",
                file: ::core::file!(),
                line: ::core::line!(),
                krate: "my-kernels",
                version: "1.2.3",
                parameters: &[
                    __tvm_ffi::Param {
                        name: "self",
                        ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<&Mean>::TYPE)
                    },
                    __tvm_ffi::Param {
                        name: "other",
                        ..__tvm_ffi::Param::new(__tvm_ffi::ParameterProbe::<&Mean>::TYPE)
                    },
                ],
                flags: __tvm_ffi::METHOD,
                class: __tvm_ffi::Some(__tvm_ffi_class),
                ..__tvm_ffi::Record::new(
                    __tvm_ffi::shim!(unsafe __tvm_ffi_shim),
                    || __tvm_ffi::Returned::<Mean>::tag().result_type(),
                )
            }
        };
        fn __tvm_ffi_questions() {
            __tvm_ffi::ClassOf::<Mean>::tag()
                .parents::<17164345123488576281>()
                .name_that_a_parent_has();
            __tvm_ffi::ClassOf::<Mean>::tag()
                .itself::<17164345123488576281>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: __tvm_ffi::Args<'_>,
            __slot: __tvm_ffi::Slot<'_>,
        ) -> __tvm_ffi::Option<__tvm_ffi::c_int> {
            __args.require_count(2, 2)?;
            let mut __holder0 = __tvm_ffi::Receiver::<&Mean>::tag().holder();
            let __arg0 = __tvm_ffi::Receiver::<&Mean>::tag()
                .get::<__tvm_ffi::NoView>(__args, 0, &mut __holder0)?;
            let mut __holder1 = __tvm_ffi::Receiver::<&Mean>::tag().holder();
            let __arg1 = __tvm_ffi::Receiver::<&Mean>::tag()
                .get::<__tvm_ffi::NoView>(__args, 1, &mut __holder1)?;
            let __value = <Mean>::merged(__arg0, __arg1);
            __tvm_ffi::Some(
                __tvm_ffi::ClassOf::<Mean>::tag()
                    .returned(&__value)
                    .write_or_raise(__value, __slot, "merged"),
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
    impl __tvm_ffi::DeclaresMethod<17164345123488576281> for Mean {}
    impl __tvm_ffi::OneBlockOfMethods for Mean {
        const METHODS: &'static [__tvm_ffi::Method] = &[__TVM_FFI_METHOD_0];
    }
};
