const _: () = {
    unsafe impl<'a, T: Element, const N: usize> crate::ffi::cuda::__private::KernelParam
    for Tensor<'a, T, N>
    where
        T: Copy,
        Ptr<'a, T>: crate::ffi::cuda::__private::KernelField,
    {
        const PARAMETER: crate::ffi::cuda::__private::Parameter = crate::ffi::cuda::__private::Parameter::of_struct::<
            Self,
        >("Tensor", ::core::option::Option::Some("Tensor<T>"));
    }
    #[allow(
        dead_code,
        unused_lifetimes,
        clippy::extra_unused_type_parameters,
        clippy::extra_unused_lifetimes
    )]
    fn __fields<'a, T: Element, const N: usize>()
    where
        T: Copy,
    {
        fn __is_field<__T: crate::ffi::cuda::__private::KernelField>() {}
        __is_field::<[i32; N]>();
    }
};
