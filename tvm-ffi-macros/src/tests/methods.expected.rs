impl Mean {
    /// A weight.
    const UNIT: f64 = 1.0;
    /// A mean of nothing.
    pub fn new(start: f64) -> Self {
        Self { count: 0, mean: start }
    }
    /// The mean of both.
    fn merged(&self, other: &Self) -> Self {
        Self {
            count: self.count + other.count,
            mean: self.mean.max(other.mean),
        }
    }
    #[cfg(feature = "of")]
    fn of(values: Vec<f64>) -> Result<Self> {
        Ok(Self {
            count: values.len() as i64,
            mean: 0.0,
        })
    }
    fn add(&mut self, mut value: f64) {
        value += 1.0;
        self.mean += value;
    }
    fn hidden(self) -> f64 {
        self.mean
    }
}
const _: () = {
    fn __tvm_ffi_class() -> &'static ::tvm_ffi::__private::Class {
        <Mean as ::tvm_ffi::__private::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "new\0\0A mean of nothing.\0", ::core::file!(), "\0",
                        ::core::line!(),
                        "\0my-kernels\x001.2.3\0start\0=?Mean::UNIT\0Where it starts.\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<f64>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<Mean>::tag().result_type(),
                    flags: 0 | ::tvm_ffi::__private::CONSTRUCTOR,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            use ::tvm_ffi::__private::assert_constructed as __assert;
            __assert::<Mean, Mean>()
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: ::tvm_ffi::__private::Args<'_>,
            __slot: ::tvm_ffi::__private::Slot<'_>,
        ) -> ::core::ffi::c_int {
            match __args.count() {
                0..=1 => {}
                _ => return ::tvm_ffi::__private::REFUSED,
            }
            let mut __holder0 = ::tvm_ffi::__private::holder::<f64, _>();
            let __arg0: f64 = if __args.given(0) {
                let ::core::option::Option::Some(__value) = __args
                    .get::<::tvm_ffi::__private::NoView, f64, _>(0, &mut __holder0) else {
                    return ::tvm_ffi::__private::REFUSED
                };
                __value
            } else {
                ::tvm_ffi::__private::default_value::<f64>(|| Mean::UNIT)
            };
            let __value = <Mean>::new(__arg0);
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "new")
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
            kind: ::tvm_ffi::__private::MethodKind::Init,
        }
    };
    const __TVM_FFI_METHOD_1: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "merged\0\0The mean of both.\0", ::core::file!(), "\0",
                        ::core::line!(), "\0my-kernels\x001.2.3\0self\0\0\0\0other\0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<&Mean>::tag().parameter_type(),
                        ::tvm_ffi::__private::Taken::<&Mean>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<Mean>::tag().result_type(),
                    flags: 0 | ::tvm_ffi::__private::METHOD,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .parents::<17164345123488576281>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .itself::<17164345123488576281>()
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
            let mut __holder0 = ::tvm_ffi::__private::Receiver::<&Mean>::tag().holder();
            let ::core::option::Option::Some(__arg0) = ::tvm_ffi::__private::Receiver::<
                &Mean,
            >::tag()
                .get::<::tvm_ffi::__private::NoView>(__args, 0, &mut __holder0) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let mut __holder1 = ::tvm_ffi::__private::Receiver::<&Mean>::tag().holder();
            let ::core::option::Option::Some(__arg1) = ::tvm_ffi::__private::Receiver::<
                &Mean,
            >::tag()
                .get::<::tvm_ffi::__private::NoView>(__args, 1, &mut __holder1) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let __value = <Mean>::merged(__arg0, __arg1);
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "merged")
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
    #[cfg(feature = "of")]
    const __TVM_FFI_METHOD_2: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "of\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0values\0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<Vec<f64>>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<Result<Mean>>::tag()
                        .result_type(),
                    flags: 0,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .parents::<626105934427877640>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .itself::<626105934427877640>()
                .name_that_a_field_has();
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
            let mut __holder0 = ::tvm_ffi::__private::holder::<Vec<f64>, _>();
            let ::core::option::Option::Some(__arg0) = __args
                .get::<::tvm_ffi::__private::NoView, Vec<f64>, _>(0, &mut __holder0)
            else { return ::tvm_ffi::__private::REFUSED };
            let __value = <Mean>::of(__arg0);
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "of")
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
            kind: ::tvm_ffi::__private::MethodKind::Static,
        }
    };
    const __TVM_FFI_METHOD_3: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "push\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0self\0\0\0\0value\0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<&mut Mean>::tag().parameter_type(),
                        ::tvm_ffi::__private::Taken::<f64>::tag().parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<()>::tag().result_type(),
                    flags: 0 | ::tvm_ffi::__private::METHOD,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            {
                use ::tvm_ffi::__private::ClassOf as __ClassOf;
                __ClassOf::<Mean>::tag().assert_mutable_receiver()
            }
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .parents::<7818252312440358301>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .itself::<7818252312440358301>()
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
            let mut __holder0 = ::tvm_ffi::__private::Receiver::<&mut Mean>::tag()
                .holder();
            let ::core::option::Option::Some(__arg0) = ::tvm_ffi::__private::Receiver::<
                &mut Mean,
            >::tag()
                .get::<::tvm_ffi::__private::NoView>(__args, 0, &mut __holder0) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let mut __holder1 = ::tvm_ffi::__private::holder::<f64, _>();
            let ::core::option::Option::Some(__arg1) = __args
                .get::<::tvm_ffi::__private::NoView, f64, _>(1, &mut __holder1) else {
                return ::tvm_ffi::__private::REFUSED
            };
            let __value = <Mean>::add(__arg0, __arg1);
            ::tvm_ffi::__private::ClassOf::<Mean>::tag()
                .returned(&__value)
                .write_or_raise(__value, __slot, "push")
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
    impl ::tvm_ffi::__private::DeclaresMethod<17164345123488576281> for Mean {}
    #[cfg(feature = "of")]
    impl ::tvm_ffi::__private::DeclaresMethod<626105934427877640> for Mean {}
    impl ::tvm_ffi::__private::DeclaresMethod<7818252312440358301> for Mean {}
    impl ::tvm_ffi::__private::HasMethods for Mean {
        const METHODS: &'static [::tvm_ffi::__private::Method] = &[
            __TVM_FFI_METHOD_0,
            __TVM_FFI_METHOD_1,
            #[cfg(feature = "of")]
            __TVM_FFI_METHOD_2,
            __TVM_FFI_METHOD_3,
        ];
    }
};
impl Counter {
    fn push_all(&mut self, args: &[AnyView<'_>]) -> usize {
        self.count += args.len();
        self.count
    }
}
const _: () = {
    fn __tvm_ffi_class() -> &'static ::tvm_ffi::__private::Class {
        <Counter as ::tvm_ffi::__private::ObjectType>::class()
    }
    const __TVM_FFI_METHOD_0: ::tvm_ffi::__private::Method = {
        fn __tvm_ffi_describe(
            __see: &mut dyn ::core::ops::FnMut(&::tvm_ffi::__private::Description<'_>),
        ) {
            __see(
                &::tvm_ffi::__private::Description {
                    text: ::core::concat!(
                        "push_all\0\0\0", ::core::file!(), "\0", ::core::line!(),
                        "\0my-kernels\x001.2.3\0self\0\0\0"
                    ),
                    shim: unsafe { ::tvm_ffi::__private::Shim::new(__tvm_ffi_shim) },
                    exact: ::core::option::Option::None,
                    parameters: &[
                        ::tvm_ffi::__private::Taken::<&mut Counter>::tag()
                            .parameter_type(),
                    ],
                    result: ::tvm_ffi::__private::Returned::<usize>::tag().result_type(),
                    flags: 0 | ::tvm_ffi::__private::PACKED
                        | ::tvm_ffi::__private::METHOD,
                    constants: &[],
                    variables: &[],
                    instance: ::core::option::Option::None,
                    class: ::core::option::Option::Some(__tvm_ffi_class),
                },
            )
        }
        fn __tvm_ffi_questions() {
            {
                use ::tvm_ffi::__private::ClassOf as __ClassOf;
                __ClassOf::<Counter>::tag().assert_mutable_receiver()
            }
            ::tvm_ffi::__private::ClassOf::<Counter>::tag()
                .parents::<15537805505112988933>()
                .name_that_a_parent_has();
            ::tvm_ffi::__private::ClassOf::<Counter>::tag()
                .itself::<15537805505112988933>()
                .name_that_a_field_has();
        }
        #[inline]
        fn __tvm_ffi_body(
            __args: ::tvm_ffi::__private::Args<'_>,
            __slot: ::tvm_ffi::__private::Slot<'_>,
        ) -> ::core::ffi::c_int {
            let mut __holder0 = ::tvm_ffi::__private::Receiver::<&mut Counter>::tag()
                .holder();
            let ::core::option::Option::Some(__arg0) = ::tvm_ffi::__private::Receiver::<
                &mut Counter,
            >::tag()
                .get::<::tvm_ffi::__private::NoView>(__args, 0, &mut __holder0) else {
                return ::tvm_ffi::__private::REFUSED
            };
            __args
                .with_views(|__views| {
                    let __value = <Counter>::push_all(__arg0, &__views[1..]);
                    ::tvm_ffi::__private::ClassOf::<Counter>::tag()
                        .returned(&__value)
                        .write_or_raise(__value, __slot, "push_all")
                })
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
    impl ::tvm_ffi::__private::DeclaresMethod<15537805505112988933> for Counter {}
    impl ::tvm_ffi::__private::HasMethods for Counter {
        const METHODS: &'static [::tvm_ffi::__private::Method] = &[__TVM_FFI_METHOD_0];
    }
};
