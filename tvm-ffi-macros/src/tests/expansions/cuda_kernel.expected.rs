#[doc(hidden)]
#[non_exhaustive]
#[allow(non_camel_case_types)]
pub(crate) struct __tvm_ffi_kernel_VADD;
/// Adds.
pub(crate) static VADD: __tvm_ffi_kernel_VADD = __tvm_ffi_kernel_VADD;
#[allow(non_upper_case_globals, dead_code, elided_lifetimes_in_paths)]
const _: () = {
    const __TVM_FFI_IMAGE_0: &[::core::primitive::u8] = crate::ffi::cuda::__private::bytes(
        ::core::include_bytes!("vadd.sm90.cubin"),
    );
    #[allow(dead_code, long_running_const_eval)]
    const __TVM_FFI_CONTENTS_0: &crate::ffi::cuda::__private::Index<'static> = &crate::ffi::cuda::__private::Index::new(
        __TVM_FFI_IMAGE_0,
    );
    static __TVM_FFI_IMAGES: &[crate::ffi::cuda::__private::Image] = &[
        crate::ffi::cuda::__private::Image::Cubin {
            arch: ::core::option::Option::None,
            suffix: ::core::option::Option::None,
            bytes: __TVM_FFI_IMAGE_0,
        },
    ];
    static __TVM_FFI_LIBRARY: crate::ffi::cuda::__private::Library = unsafe {
        crate::ffi::cuda::__private::Library::new(__TVM_FFI_IMAGES)
    };
    const __TVM_FFI_OPTIONS_OF_VADD: crate::ffi::cuda::__private::Options = crate::ffi::cuda::__private::Options {
        cluster: ::core::option::Option::Some([2, 1, 1]),
        pdl: true,
        ..crate::ffi::cuda::__private::Options::DEFAULT
    };
    impl __tvm_ffi_kernel_VADD {
        const __PARAMETERS: &'static [crate::ffi::cuda::__private::Parameter] = &[
            <Ptr<f32> as crate::ffi::cuda::__private::KernelParam>::PARAMETER,
            <PtrMut<f32> as crate::ffi::cuda::__private::KernelParam>::PARAMETER,
            <i64 as crate::ffi::cuda::__private::KernelParam>::PARAMETER,
        ];
    }
    crate::ffi::cuda::__private::enter! {
        crate ::ffi::cuda::__private::enter_kernel, & 'static crate
        ::ffi::cuda::__private::Kernel, & __TVM_FFI_KERNELS_OF_VADD[0usize]
    }
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_cluster(&__TVM_FFI_OPTIONS_OF_VADD);
        crate::ffi::cuda::__private::check_size(
            "vadd",
            __tvm_ffi_kernel_VADD::__PARAMETERS,
        );
        crate::ffi::cuda::__private::check_image(
            __TVM_FFI_CONTENTS_0,
            crate::ffi::cuda::__private::Format::Cubin {
                arch: ::core::option::Option::None,
                suffix: ::core::option::Option::None,
            },
            "vadd.sm90.cubin",
            "vadd",
            __tvm_ffi_kernel_VADD::__PARAMETERS,
            &__TVM_FFI_OPTIONS_OF_VADD,
        )
    };
    static __TVM_FFI_KERNELS_OF_VADD: [crate::ffi::cuda::__private::Kernel; 1usize] = [
        crate::ffi::cuda::__private::Kernel::new(
            &__TVM_FFI_LIBRARY,
            c"vadd",
            __tvm_ffi_kernel_VADD::__PARAMETERS,
            __TVM_FFI_OPTIONS_OF_VADD,
        ),
    ];
    impl __tvm_ffi_kernel_VADD {
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
        pub(crate) unsafe fn launch(
            &self,
            __cx: &crate::ffi::cuda::__private::Cuda<'_>,
            __launch: &crate::ffi::cuda::__private::Launch,
            __args: (
                impl crate::ffi::cuda::__private::PtrArgument<f32, 0usize>,
                PtrMut<f32>,
                i64,
            ),
        ) -> crate::ffi::cuda::__private::Result<()> {
            let _: ::core::option::Option<Ptr<f32>> = ::core::option::Option::<
                crate::ffi::cuda::__private::Ptr<'_, f32>,
            >::None;
            let mut __pointers: [*mut ::core::ffi::c_void; 3usize] = [
                (&raw const __args.0).cast::<::core::ffi::c_void>().cast_mut(),
                (&raw const __args.1).cast::<::core::ffi::c_void>().cast_mut(),
                (&raw const __args.2).cast::<::core::ffi::c_void>().cast_mut(),
            ];
            unsafe {
                crate::ffi::cuda::__private::launch(
                    &__TVM_FFI_KERNELS_OF_VADD[0],
                    __cx,
                    __launch,
                    (&raw mut __pointers).cast(),
                )
            }
        }
    }
    impl ::core::ops::Deref for __tvm_ffi_kernel_VADD {
        type Target = crate::ffi::cuda::__private::Kernel;
        #[inline(always)]
        fn deref(&self) -> &crate::ffi::cuda::__private::Kernel {
            &__TVM_FFI_KERNELS_OF_VADD[0]
        }
    }
};
