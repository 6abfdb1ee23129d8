#[doc(hidden)]
#[non_exhaustive]
#[allow(non_camel_case_types)]
struct __tvm_ffi_kernel_CAST;
#[doc(hidden)]
#[allow(non_camel_case_types)]
struct __tvm_ffi_kernel_CAST_of<T, U>(::core::marker::PhantomData<fn(T, U)>);
static CAST: __tvm_ffi_kernel_CAST = __tvm_ffi_kernel_CAST;
#[allow(non_upper_case_globals, dead_code, elided_lifetimes_in_paths)]
const _: () = {
    static __TVM_FFI_TEXT_0: ::tvm_ffi::cuda::__private::Source = ::tvm_ffi::cuda::__private::Source {
        name: "kernels/cast.cu",
        text: ::core::include_str!("kernels/cast.cu"),
        headers: &[
            ("common.cuh", ::core::include_str!("kernels/common.cuh")),
            ("../shared/math.cuh", ::core::include_str!("shared/math.cuh")),
        ],
        options: &["--use_fast_math"],
        kernels: &[
            &__TVM_FFI_KERNELS_OF_CAST[0usize].signature,
            &__TVM_FFI_KERNELS_OF_CAST[1usize].signature,
        ],
    };
    static __TVM_FFI_IMAGES: &[::tvm_ffi::cuda::__private::Image] = &[
        ::tvm_ffi::cuda::__private::Image::Source(&__TVM_FFI_TEXT_0),
    ];
    static __TVM_FFI_LIBRARY: ::tvm_ffi::cuda::__private::Library = unsafe {
        ::tvm_ffi::cuda::__private::Library::new(__TVM_FFI_IMAGES)
    };
    const __TVM_FFI_OPTIONS_OF_CAST: ::tvm_ffi::cuda::__private::Options = ::tvm_ffi::cuda::__private::Options {
        ..::tvm_ffi::cuda::__private::Options::DEFAULT
    };
    ::tvm_ffi::cuda::__private::enter! {
        ::tvm_ffi::cuda::__private::enter_kernel, & 'static
        ::tvm_ffi::cuda::__private::Kernel, & __TVM_FFI_KERNELS_OF_CAST[0usize]
    }
    #[allow(long_running_const_eval)]
    const _: () = {
        ::tvm_ffi::cuda::__private::check_size(
            "cast<__half, float>",
            __tvm_ffi_kernel_CAST_of::<f16, f32>::__PARAMETERS,
        );
    };
    ::tvm_ffi::cuda::__private::enter! {
        ::tvm_ffi::cuda::__private::enter_kernel, & 'static
        ::tvm_ffi::cuda::__private::Kernel, & __TVM_FFI_KERNELS_OF_CAST[1usize]
    }
    #[allow(long_running_const_eval)]
    const _: () = {
        ::tvm_ffi::cuda::__private::check_size(
            "cast<__half, double>",
            __tvm_ffi_kernel_CAST_of::<f16, f64>::__PARAMETERS,
        );
    };
    static __TVM_FFI_KERNELS_OF_CAST: [::tvm_ffi::cuda::__private::Kernel; 2usize] = [
        ::tvm_ffi::cuda::__private::Kernel::new(
            &__TVM_FFI_LIBRARY,
            c"cast<__half, float>",
            __tvm_ffi_kernel_CAST_of::<f16, f32>::__PARAMETERS,
            __TVM_FFI_OPTIONS_OF_CAST,
        ),
        ::tvm_ffi::cuda::__private::Kernel::new(
            &__TVM_FFI_LIBRARY,
            c"cast<__half, double>",
            __tvm_ffi_kernel_CAST_of::<f16, f64>::__PARAMETERS,
            __TVM_FFI_OPTIONS_OF_CAST,
        ),
    ];
    impl __tvm_ffi_kernel_CAST {
        /// The kernel for element types. One that is not listed for the kernel is a compile error.
        #[inline(always)]
        #[must_use]
        #[allow(dead_code)]
        const fn of<
            T: ::tvm_ffi::cuda::__private::Element,
            U: ::tvm_ffi::cuda::__private::Element + Copy,
        >(&self) -> __tvm_ffi_kernel_CAST_of<T, U> {
            let _ = __tvm_ffi_kernel_CAST_of::<T, U>::__INDEX;
            __tvm_ffi_kernel_CAST_of(::core::marker::PhantomData)
        }
        #[doc(hidden)]
        #[allow(dead_code)]
        unsafe fn launch<__A: ::tvm_ffi::cuda::__private::LaunchedByType>(
            &self,
            _: &::tvm_ffi::cuda::__private::Cuda<'_>,
            _: &::tvm_ffi::cuda::__private::Launch,
            _: __A,
        ) -> ::tvm_ffi::cuda::__private::Result<()> {
            ::core::result::Result::Ok(())
        }
    }
    impl<
        T: ::tvm_ffi::cuda::__private::Element,
        U: ::tvm_ffi::cuda::__private::Element + Copy,
    > __tvm_ffi_kernel_CAST_of<T, U> {
        const __PARAMETERS: &'static [::tvm_ffi::cuda::__private::Parameter] = &[
            <Ptr<T> as ::tvm_ffi::cuda::__private::KernelParam>::PARAMETER,
            <PtrMut<U> as ::tvm_ffi::cuda::__private::KernelParam>::PARAMETER,
        ];
        const __INDEX: ::core::primitive::usize = (::tvm_ffi::cuda::__private::variant::<
            T,
        >("CAST", "T", &[<f16 as ::tvm_ffi::cuda::__private::Element>::DTYPE], "`f16`"))
            * 2usize
            + ::tvm_ffi::cuda::__private::variant::<
                U,
            >(
                "CAST",
                "U",
                &[
                    <f32 as ::tvm_ffi::cuda::__private::Element>::DTYPE,
                    <f64 as ::tvm_ffi::cuda::__private::Element>::DTYPE,
                ],
                "`f32`, `f64`",
            );
        /// Launches the kernel.
        ///
        /// # Safety
        ///
        /// The kernel takes parameters of these types, and what it does with the arguments, launched in this way, is sound: it accesses only the
        /// memory that they point to, and no other code makes a conflicting access to that memory at the same time.
        ///
        /// # Errors
        ///
        /// If the kernel cannot be loaded or launched.
        #[inline(always)]
        #[track_caller]
        #[allow(dead_code, elided_lifetimes_in_paths)]
        unsafe fn launch(
            &self,
            __cx: &::tvm_ffi::cuda::__private::Cuda<'_>,
            __launch: &::tvm_ffi::cuda::__private::Launch,
            __args: (impl ::tvm_ffi::cuda::__private::PtrArgument<T, 0usize>, PtrMut<U>),
        ) -> ::tvm_ffi::cuda::__private::Result<()> {
            let _: ::core::option::Option<Ptr<T>> = ::core::option::Option::<
                ::tvm_ffi::cuda::__private::Ptr<'_, T>,
            >::None;
            let mut __pointers: [*mut ::core::ffi::c_void; 2usize] = [
                (&raw const __args.0).cast::<::core::ffi::c_void>().cast_mut(),
                (&raw const __args.1).cast::<::core::ffi::c_void>().cast_mut(),
            ];
            unsafe {
                ::tvm_ffi::cuda::__private::launch(
                    &__TVM_FFI_KERNELS_OF_CAST[Self::__INDEX],
                    __cx,
                    __launch,
                    (&raw mut __pointers).cast(),
                )
            }
        }
    }
    impl<
        T: ::tvm_ffi::cuda::__private::Element,
        U: ::tvm_ffi::cuda::__private::Element + Copy,
    > ::core::ops::Deref for __tvm_ffi_kernel_CAST_of<T, U> {
        type Target = ::tvm_ffi::cuda::__private::Kernel;
        #[inline(always)]
        fn deref(&self) -> &::tvm_ffi::cuda::__private::Kernel {
            &__TVM_FFI_KERNELS_OF_CAST[Self::__INDEX]
        }
    }
    impl<T, U> ::core::clone::Clone for __tvm_ffi_kernel_CAST_of<T, U> {
        #[inline(always)]
        fn clone(&self) -> Self {
            *self
        }
    }
    impl<T, U> ::core::marker::Copy for __tvm_ffi_kernel_CAST_of<T, U> {}
};
