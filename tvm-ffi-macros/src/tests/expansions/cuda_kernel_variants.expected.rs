#[doc(hidden)]
#[non_exhaustive]
#[allow(non_camel_case_types)]
#[cfg(feature = "rms")]
pub struct __tvm_ffi_kernel_RMS;
#[doc(hidden)]
#[allow(non_camel_case_types)]
#[cfg(feature = "rms")]
pub struct __tvm_ffi_kernel_RMS_of<T>(::core::marker::PhantomData<fn(T)>);
#[cfg(feature = "rms")]
pub static RMS: __tvm_ffi_kernel_RMS = __tvm_ffi_kernel_RMS;
#[allow(non_upper_case_globals, dead_code, elided_lifetimes_in_paths)]
const _: () = {
    const __TVM_FFI_IMAGE_0: &[::core::primitive::u8] = ::tvm_ffi::cuda::__private::bytes(
        BYTES,
    );
    #[allow(dead_code, long_running_const_eval)]
    const __TVM_FFI_CONTENTS_0: &::tvm_ffi::cuda::__private::Index<'static> = &::tvm_ffi::cuda::__private::Index::new(
        __TVM_FFI_IMAGE_0,
    );
    const __TVM_FFI_IMAGE_1: &[::core::primitive::u8] = ::tvm_ffi::cuda::__private::bytes(
        ::core::include_bytes!("rms.ptx"),
    );
    #[allow(dead_code, long_running_const_eval)]
    const __TVM_FFI_CONTENTS_1: &::tvm_ffi::cuda::__private::Index<'static> = &::tvm_ffi::cuda::__private::Index::new(
        __TVM_FFI_IMAGE_1,
    );
    static __TVM_FFI_TEXT_1: [::core::primitive::u8; __TVM_FFI_IMAGE_1.len() + 1] = ::tvm_ffi::cuda::__private::terminated(
        __TVM_FFI_IMAGE_1,
    );
    static __TVM_FFI_IMAGES: &[::tvm_ffi::cuda::__private::Image] = &[
        ::tvm_ffi::cuda::__private::Image::Cubin {
            arch: ::core::option::Option::Some(90u32),
            suffix: ::core::option::Option::Some('a'),
            bytes: __TVM_FFI_IMAGE_0,
        },
        ::tvm_ffi::cuda::__private::Image::Ptx(&__TVM_FFI_TEXT_1),
    ];
    static __TVM_FFI_LIBRARY: ::tvm_ffi::cuda::__private::Library = unsafe {
        ::tvm_ffi::cuda::__private::Library::new(__TVM_FFI_IMAGES)
    };
    #[cfg(feature = "rms")]
    const __TVM_FFI_OPTIONS_OF_RMS: ::tvm_ffi::cuda::__private::Options = ::tvm_ffi::cuda::__private::Options {
        max_smem: 96 * 1024,
        ..::tvm_ffi::cuda::__private::Options::DEFAULT
    };
    #[cfg(feature = "rms")]
    ::tvm_ffi::cuda::__private::enter! {
        ::tvm_ffi::cuda::__private::enter_kernel, & 'static
        ::tvm_ffi::cuda::__private::Kernel, & __TVM_FFI_KERNELS_OF_RMS[0usize]
    }
    #[cfg(feature = "rms")]
    #[allow(long_running_const_eval)]
    const _: () = {
        ::tvm_ffi::cuda::__private::check_max_smem(&__TVM_FFI_OPTIONS_OF_RMS);
        ::tvm_ffi::cuda::__private::check_size(
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
        );
        ::tvm_ffi::cuda::__private::check_image(
            __TVM_FFI_CONTENTS_0,
            ::tvm_ffi::cuda::__private::Format::Cubin {
                arch: ::core::option::Option::Some(90u32),
                suffix: ::core::option::Option::Some('a'),
            },
            "BYTES",
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
            &__TVM_FFI_OPTIONS_OF_RMS,
        )
    };
    #[cfg(feature = "rms")]
    #[allow(long_running_const_eval)]
    const _: () = {
        ::tvm_ffi::cuda::__private::check_max_smem(&__TVM_FFI_OPTIONS_OF_RMS);
        ::tvm_ffi::cuda::__private::check_size(
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
        );
        ::tvm_ffi::cuda::__private::check_image(
            __TVM_FFI_CONTENTS_1,
            ::tvm_ffi::cuda::__private::Format::Ptx,
            "rms.ptx",
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
            &__TVM_FFI_OPTIONS_OF_RMS,
        )
    };
    #[cfg(feature = "rms")]
    static __TVM_FFI_KERNELS_OF_RMS: [::tvm_ffi::cuda::__private::Kernel; 1usize] = [
        ::tvm_ffi::cuda::__private::Kernel::new(
            &__TVM_FFI_LIBRARY,
            c"rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
            __TVM_FFI_OPTIONS_OF_RMS,
        ),
    ];
    #[cfg(feature = "rms")]
    impl __tvm_ffi_kernel_RMS {
        /// The kernel for element types. One that is not listed for the kernel is a compile error.
        #[inline(always)]
        #[must_use]
        #[allow(dead_code)]
        pub const fn of<T: ::tvm_ffi::cuda::__private::Element>(
            &self,
        ) -> __tvm_ffi_kernel_RMS_of<T> {
            let _ = __tvm_ffi_kernel_RMS_of::<T>::__INDEX;
            __tvm_ffi_kernel_RMS_of(::core::marker::PhantomData)
        }
        #[doc(hidden)]
        #[allow(dead_code)]
        pub unsafe fn launch<__A: ::tvm_ffi::cuda::__private::LaunchedByType>(
            &self,
            _: &::tvm_ffi::cuda::__private::Cuda<'_>,
            _: &::tvm_ffi::cuda::__private::Launch,
            _: __A,
        ) -> ::tvm_ffi::cuda::__private::Result<()> {
            ::core::result::Result::Ok(())
        }
    }
    #[cfg(feature = "rms")]
    impl<T: ::tvm_ffi::cuda::__private::Element> __tvm_ffi_kernel_RMS_of<T> {
        const __PARAMETERS: &'static [::tvm_ffi::cuda::__private::Parameter] = &[
            <PtrMut<T> as ::tvm_ffi::cuda::__private::KernelParam>::PARAMETER,
        ];
        const __INDEX: ::core::primitive::usize = ::tvm_ffi::cuda::__private::variant::<
            T,
        >("RMS", "T", &[<f16 as ::tvm_ffi::cuda::__private::Element>::DTYPE], "`f16`");
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
        pub unsafe fn launch(
            &self,
            __cx: &::tvm_ffi::cuda::__private::Cuda<'_>,
            __launch: &::tvm_ffi::cuda::__private::Launch,
            __args: (PtrMut<T>,),
        ) -> ::tvm_ffi::cuda::__private::Result<()> {
            let mut __pointers: [*mut ::core::ffi::c_void; 1usize] = [
                (&raw const __args.0).cast::<::core::ffi::c_void>().cast_mut(),
            ];
            unsafe {
                ::tvm_ffi::cuda::__private::launch(
                    &__TVM_FFI_KERNELS_OF_RMS[Self::__INDEX],
                    __cx,
                    __launch,
                    (&raw mut __pointers).cast(),
                )
            }
        }
    }
    #[cfg(feature = "rms")]
    impl<T: ::tvm_ffi::cuda::__private::Element> ::core::ops::Deref
    for __tvm_ffi_kernel_RMS_of<T> {
        type Target = ::tvm_ffi::cuda::__private::Kernel;
        #[inline(always)]
        fn deref(&self) -> &::tvm_ffi::cuda::__private::Kernel {
            &__TVM_FFI_KERNELS_OF_RMS[Self::__INDEX]
        }
    }
    #[cfg(feature = "rms")]
    impl<T> ::core::clone::Clone for __tvm_ffi_kernel_RMS_of<T> {
        #[inline(always)]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[cfg(feature = "rms")]
    impl<T> ::core::marker::Copy for __tvm_ffi_kernel_RMS_of<T> {}
};
