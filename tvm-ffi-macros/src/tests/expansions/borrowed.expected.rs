fn longest<'a, 'b: 'a>(
    left: &'a str,
    right: &'b str,
    by: TypedFunction<fn(String) -> i64>,
) -> &'a str {
    if by.call((left.to_owned(),)) < by.call((right.to_owned(),)) { right } else { left }
}
const _: () = {
    fn __tvm_ffi_describe(
        __see: &mut dyn ::core::ops::FnMut(&::my_crate::ffi::__private::Description<'_>),
    ) {
        __see(
            &::my_crate::ffi::__private::Description {
                text: ::core::concat!(
                    "longest\0\0\0", ::core::file!(), "\0", ::core::line!(),
                    "\0my-kernels\x001.2.3\0left\0\0\0\0right\0\0\0\0by\0\0\0"
                ),
                shim: unsafe { ::my_crate::ffi::__private::Shim::new(__tvm_ffi_shim) },
                fallback: ::core::option::Option::None,
                parameters: &[
                    ::my_crate::ffi::__private::Taken::<&'_ str>::tag().parameter_type(),
                    ::my_crate::ffi::__private::Taken::<&'_ str>::tag().parameter_type(),
                    ::my_crate::ffi::__private::Taken::<
                        TypedFunction<fn(String) -> i64>,
                    >::tag()
                        .parameter_type(),
                ],
                result: ::my_crate::ffi::__private::Returned::<&'_ str>::tag()
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
        __args: ::my_crate::ffi::__private::Args<'_>,
        __slot: ::my_crate::ffi::__private::Slot<'_>,
    ) -> ::core::ffi::c_int {
        match __args.count() {
            3 => {}
            _ => return ::my_crate::ffi::__private::REFUSED,
        }
        let mut __holder0 = ::my_crate::ffi::__private::holder::<&'_ str, _>();
        let ::core::option::Option::Some(__arg0) = __args
            .get::<::my_crate::ffi::__private::NoView, &'_ str, _>(0, &mut __holder0)
        else { return ::my_crate::ffi::__private::REFUSED };
        let mut __holder1 = ::my_crate::ffi::__private::holder::<&'_ str, _>();
        let ::core::option::Option::Some(__arg1) = __args
            .get::<::my_crate::ffi::__private::NoView, &'_ str, _>(1, &mut __holder1)
        else { return ::my_crate::ffi::__private::REFUSED };
        let mut __holder2 = ::my_crate::ffi::__private::holder::<
            TypedFunction<fn(String) -> i64>,
            _,
        >();
        let ::core::option::Option::Some(__arg2) = __args
            .get::<
                ::my_crate::ffi::__private::NoView,
                TypedFunction<fn(String) -> i64>,
                _,
            >(2, &mut __holder2) else { return ::my_crate::ffi::__private::REFUSED };
        let __value = longest(__arg0, __arg1, __arg2);
        ::my_crate::ffi::__private::Returned::of(&__value)
            .write_or_raise(__value, __slot, "longest")
    }
    #[unsafe(export_name = "__tvm_ffi_longest")]
    unsafe extern "C" fn __tvm_ffi_shim(
        _: *mut ::core::ffi::c_void,
        __args: *const ::my_crate::ffi::__private::TVMFFIAny,
        __num_args: ::core::ffi::c_int,
        __result: *mut ::my_crate::ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        if ::my_crate::ffi::__private::has_on_load!()
            && ::my_crate::ffi::__private::is_refused()
        {
            return -1;
        }
        unsafe {
            ::my_crate::ffi::__private::call(
                __tvm_ffi_describe,
                ::core::option::Option::None,
                __args,
                __num_args,
                __result,
                __tvm_ffi_body,
            )
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_longest")]
    unsafe extern "C" fn __tvm_ffi_metadata(
        _: *mut ::core::ffi::c_void,
        _: *const ::my_crate::ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::my_crate::ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::my_crate::ffi::__private::metadata(__tvm_ffi_describe, __result) }
    }
    #[unsafe(export_name = "__tvm_ffi__doc_longest")]
    unsafe extern "C" fn __tvm_ffi_doc(
        _: *mut ::core::ffi::c_void,
        _: *const ::my_crate::ffi::__private::TVMFFIAny,
        _: ::core::ffi::c_int,
        __result: *mut ::my_crate::ffi::__private::TVMFFIAny,
    ) -> ::core::ffi::c_int {
        unsafe { ::my_crate::ffi::__private::doc(__tvm_ffi_describe, __result) }
    }
    ::my_crate::ffi::__private::list! {
        exports : ::my_crate::ffi::__private::Registered(__tvm_ffi_describe)
    }
};
