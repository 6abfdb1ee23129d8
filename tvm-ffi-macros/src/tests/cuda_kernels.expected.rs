#[doc(hidden)]
#[non_exhaustive]
#[allow(non_camel_case_types)]
pub(crate) struct __tvm_ffi_kernel_VADD;
/// Adds.
pub(crate) static VADD: __tvm_ffi_kernel_VADD = __tvm_ffi_kernel_VADD;
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
    static __TVM_FFI_LIBRARY: crate::ffi::cuda::__private::Library = crate::ffi::cuda::__private::Library::new(
        __TVM_FFI_IMAGES,
    );
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
    crate::ffi::cuda::__private::inventory::submit! {
        crate ::ffi::cuda::__private::Registered(& __TVM_FFI_KERNELS_OF_VADD[0usize])
    }
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_cluster(&__TVM_FFI_OPTIONS_OF_VADD);
        crate::ffi::cuda::__private::check_size(
            "vadd",
            __tvm_ffi_kernel_VADD::__PARAMETERS,
        );
        crate::ffi::cuda::__private::check_cubin(
            __TVM_FFI_CONTENTS_0,
            "vadd.sm90.cubin",
            ::core::option::Option::None,
            ::core::option::Option::None,
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
#[allow(non_upper_case_globals, dead_code, elided_lifetimes_in_paths)]
const _: () = {
    const __TVM_FFI_IMAGE_0: &[::core::primitive::u8] = crate::ffi::cuda::__private::bytes(
        ::core::include_bytes!("rms.sm80.cubin"),
    );
    #[allow(dead_code, long_running_const_eval)]
    const __TVM_FFI_CONTENTS_0: &crate::ffi::cuda::__private::Index<'static> = &crate::ffi::cuda::__private::Index::new(
        __TVM_FFI_IMAGE_0,
    );
    const __TVM_FFI_IMAGE_1: &[::core::primitive::u8] = crate::ffi::cuda::__private::bytes(
        BYTES,
    );
    #[allow(dead_code, long_running_const_eval)]
    const __TVM_FFI_CONTENTS_1: &crate::ffi::cuda::__private::Index<'static> = &crate::ffi::cuda::__private::Index::new(
        __TVM_FFI_IMAGE_1,
    );
    const __TVM_FFI_IMAGE_2: &[::core::primitive::u8] = crate::ffi::cuda::__private::bytes(
        ::core::include_bytes!("rms.ptx"),
    );
    #[allow(dead_code, long_running_const_eval)]
    const __TVM_FFI_CONTENTS_2: &crate::ffi::cuda::__private::Index<'static> = &crate::ffi::cuda::__private::Index::new(
        __TVM_FFI_IMAGE_2,
    );
    static __TVM_FFI_TEXT_2: [::core::primitive::u8; __TVM_FFI_IMAGE_2.len() + 1] = crate::ffi::cuda::__private::terminated(
        __TVM_FFI_IMAGE_2,
    );
    static __TVM_FFI_IMAGES: &[crate::ffi::cuda::__private::Image] = &[
        crate::ffi::cuda::__private::Image::Cubin {
            arch: ::core::option::Option::Some(80u32),
            suffix: ::core::option::Option::None,
            bytes: __TVM_FFI_IMAGE_0,
        },
        crate::ffi::cuda::__private::Image::Cubin {
            arch: ::core::option::Option::Some(90u32),
            suffix: ::core::option::Option::Some('a'),
            bytes: __TVM_FFI_IMAGE_1,
        },
        crate::ffi::cuda::__private::Image::Ptx(&__TVM_FFI_TEXT_2),
    ];
    static __TVM_FFI_LIBRARY: crate::ffi::cuda::__private::Library = crate::ffi::cuda::__private::Library::new(
        __TVM_FFI_IMAGES,
    );
    #[cfg(feature = "rms")]
    const __TVM_FFI_OPTIONS_OF_RMS: crate::ffi::cuda::__private::Options = crate::ffi::cuda::__private::Options {
        max_smem: 96 * 1024,
        ..crate::ffi::cuda::__private::Options::DEFAULT
    };
    #[cfg(feature = "rms")]
    crate::ffi::cuda::__private::inventory::submit! {
        crate ::ffi::cuda::__private::Registered(& __TVM_FFI_KERNELS_OF_RMS[0usize])
    }
    #[cfg(feature = "rms")]
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_max_smem(&__TVM_FFI_OPTIONS_OF_RMS);
        crate::ffi::cuda::__private::check_size(
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
        );
        crate::ffi::cuda::__private::check_cubin(
            __TVM_FFI_CONTENTS_0,
            "rms.sm80.cubin",
            ::core::option::Option::Some(80u32),
            ::core::option::Option::None,
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
            &__TVM_FFI_OPTIONS_OF_RMS,
        )
    };
    #[cfg(feature = "rms")]
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_max_smem(&__TVM_FFI_OPTIONS_OF_RMS);
        crate::ffi::cuda::__private::check_size(
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
        );
        crate::ffi::cuda::__private::check_cubin(
            __TVM_FFI_CONTENTS_1,
            "BYTES",
            ::core::option::Option::Some(90u32),
            ::core::option::Option::Some('a'),
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
            &__TVM_FFI_OPTIONS_OF_RMS,
        )
    };
    #[cfg(feature = "rms")]
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_max_smem(&__TVM_FFI_OPTIONS_OF_RMS);
        crate::ffi::cuda::__private::check_size(
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
        );
        crate::ffi::cuda::__private::check_ptx(
            __TVM_FFI_CONTENTS_2,
            "rms.ptx",
            "rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
            &__TVM_FFI_OPTIONS_OF_RMS,
        )
    };
    #[cfg(feature = "rms")]
    crate::ffi::cuda::__private::inventory::submit! {
        crate ::ffi::cuda::__private::Registered(& __TVM_FFI_KERNELS_OF_RMS[1usize])
    }
    #[cfg(feature = "rms")]
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_max_smem(&__TVM_FFI_OPTIONS_OF_RMS);
        crate::ffi::cuda::__private::check_size(
            "rms_bf16",
            __tvm_ffi_kernel_RMS_of::<bf16>::__PARAMETERS,
        );
        crate::ffi::cuda::__private::check_cubin(
            __TVM_FFI_CONTENTS_0,
            "rms.sm80.cubin",
            ::core::option::Option::Some(80u32),
            ::core::option::Option::None,
            "rms_bf16",
            __tvm_ffi_kernel_RMS_of::<bf16>::__PARAMETERS,
            &__TVM_FFI_OPTIONS_OF_RMS,
        )
    };
    #[cfg(feature = "rms")]
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_max_smem(&__TVM_FFI_OPTIONS_OF_RMS);
        crate::ffi::cuda::__private::check_size(
            "rms_bf16",
            __tvm_ffi_kernel_RMS_of::<bf16>::__PARAMETERS,
        );
        crate::ffi::cuda::__private::check_cubin(
            __TVM_FFI_CONTENTS_1,
            "BYTES",
            ::core::option::Option::Some(90u32),
            ::core::option::Option::Some('a'),
            "rms_bf16",
            __tvm_ffi_kernel_RMS_of::<bf16>::__PARAMETERS,
            &__TVM_FFI_OPTIONS_OF_RMS,
        )
    };
    #[cfg(feature = "rms")]
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_max_smem(&__TVM_FFI_OPTIONS_OF_RMS);
        crate::ffi::cuda::__private::check_size(
            "rms_bf16",
            __tvm_ffi_kernel_RMS_of::<bf16>::__PARAMETERS,
        );
        crate::ffi::cuda::__private::check_ptx(
            __TVM_FFI_CONTENTS_2,
            "rms.ptx",
            "rms_bf16",
            __tvm_ffi_kernel_RMS_of::<bf16>::__PARAMETERS,
            &__TVM_FFI_OPTIONS_OF_RMS,
        )
    };
    #[cfg(feature = "rms")]
    static __TVM_FFI_KERNELS_OF_RMS: [crate::ffi::cuda::__private::Kernel; 2usize] = [
        crate::ffi::cuda::__private::Kernel::new(
            &__TVM_FFI_LIBRARY,
            c"rms_f16",
            __tvm_ffi_kernel_RMS_of::<f16>::__PARAMETERS,
            __TVM_FFI_OPTIONS_OF_RMS,
        ),
        crate::ffi::cuda::__private::Kernel::new(
            &__TVM_FFI_LIBRARY,
            c"rms_bf16",
            __tvm_ffi_kernel_RMS_of::<bf16>::__PARAMETERS,
            __TVM_FFI_OPTIONS_OF_RMS,
        ),
    ];
    #[cfg(feature = "rms")]
    impl __tvm_ffi_kernel_RMS {
        /// The kernel for element types. One that is not listed for the kernel is a compile error.
        #[inline(always)]
        #[must_use]
        #[allow(dead_code)]
        pub const fn of<T: crate::ffi::cuda::__private::Element>(
            &self,
        ) -> __tvm_ffi_kernel_RMS_of<T> {
            let _ = __tvm_ffi_kernel_RMS_of::<T>::__INDEX;
            __tvm_ffi_kernel_RMS_of(::core::marker::PhantomData)
        }
        #[doc(hidden)]
        #[allow(dead_code)]
        pub unsafe fn launch<__A: crate::ffi::cuda::__private::LaunchedByType>(
            &self,
            _: &crate::ffi::cuda::__private::Cuda<'_>,
            _: &crate::ffi::cuda::__private::Launch,
            _: __A,
        ) -> crate::ffi::cuda::__private::Result<()> {
            ::core::result::Result::Ok(())
        }
    }
    #[cfg(feature = "rms")]
    impl<T: crate::ffi::cuda::__private::Element> __tvm_ffi_kernel_RMS_of<T> {
        const __PARAMETERS: &'static [crate::ffi::cuda::__private::Parameter] = &[
            <Ptr<T> as crate::ffi::cuda::__private::KernelParam>::PARAMETER,
            <PtrMut<T> as crate::ffi::cuda::__private::KernelParam>::PARAMETER,
            <f32 as crate::ffi::cuda::__private::KernelParam>::PARAMETER,
        ];
        const __INDEX: ::core::primitive::usize = crate::ffi::cuda::__private::variant::<
            T,
        >(
            "RMS",
            "T",
            &[
                <f16 as crate::ffi::cuda::__private::Element>::DTYPE,
                <bf16 as crate::ffi::cuda::__private::Element>::DTYPE,
            ],
            "`f16`, `bf16`",
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
        pub unsafe fn launch(
            &self,
            __cx: &crate::ffi::cuda::__private::Cuda<'_>,
            __launch: &crate::ffi::cuda::__private::Launch,
            __args: (
                impl crate::ffi::cuda::__private::PtrArgument<T, 0usize>,
                PtrMut<T>,
                f32,
            ),
        ) -> crate::ffi::cuda::__private::Result<()> {
            let _: ::core::option::Option<Ptr<T>> = ::core::option::Option::<
                crate::ffi::cuda::__private::Ptr<'_, T>,
            >::None;
            let mut __pointers: [*mut ::core::ffi::c_void; 3usize] = [
                (&raw const __args.0).cast::<::core::ffi::c_void>().cast_mut(),
                (&raw const __args.1).cast::<::core::ffi::c_void>().cast_mut(),
                (&raw const __args.2).cast::<::core::ffi::c_void>().cast_mut(),
            ];
            unsafe {
                crate::ffi::cuda::__private::launch(
                    &__TVM_FFI_KERNELS_OF_RMS[Self::__INDEX],
                    __cx,
                    __launch,
                    (&raw mut __pointers).cast(),
                )
            }
        }
    }
    #[cfg(feature = "rms")]
    impl<T: crate::ffi::cuda::__private::Element> ::core::ops::Deref
    for __tvm_ffi_kernel_RMS_of<T> {
        type Target = crate::ffi::cuda::__private::Kernel;
        #[inline(always)]
        fn deref(&self) -> &crate::ffi::cuda::__private::Kernel {
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
#[allow(non_upper_case_globals, dead_code, elided_lifetimes_in_paths)]
const _: () = {
    static __TVM_FFI_TEXT_0: crate::ffi::cuda::__private::Source = crate::ffi::cuda::__private::Source {
        name: "kernels/cast.cu",
        text: ::core::include_str!("kernels/cast.cu"),
        headers: &[
            ("common.cuh", ::core::include_str!("kernels/common.cuh")),
            ("../shared/math.cuh", ::core::include_str!("shared/math.cuh")),
        ],
        options: &["--use_fast_math"],
        kernels: &[
            &__TVM_FFI_KERNELS_OF_CAST[0usize],
            &__TVM_FFI_KERNELS_OF_CAST[1usize],
        ],
    };
    static __TVM_FFI_IMAGES: &[crate::ffi::cuda::__private::Image] = &[
        crate::ffi::cuda::__private::Image::Source(&__TVM_FFI_TEXT_0),
    ];
    static __TVM_FFI_LIBRARY: crate::ffi::cuda::__private::Library = crate::ffi::cuda::__private::Library::new(
        __TVM_FFI_IMAGES,
    );
    const __TVM_FFI_OPTIONS_OF_CAST: crate::ffi::cuda::__private::Options = crate::ffi::cuda::__private::Options {
        ..crate::ffi::cuda::__private::Options::DEFAULT
    };
    crate::ffi::cuda::__private::inventory::submit! {
        crate ::ffi::cuda::__private::Registered(& __TVM_FFI_KERNELS_OF_CAST[0usize])
    }
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_size(
            "cast<__half, float>",
            __tvm_ffi_kernel_CAST_of::<f16, f32>::__PARAMETERS,
        );
    };
    crate::ffi::cuda::__private::inventory::submit! {
        crate ::ffi::cuda::__private::Registered(& __TVM_FFI_KERNELS_OF_CAST[1usize])
    }
    #[allow(long_running_const_eval)]
    const _: () = {
        crate::ffi::cuda::__private::check_size(
            "cast<__half, double>",
            __tvm_ffi_kernel_CAST_of::<f16, f64>::__PARAMETERS,
        );
    };
    static __TVM_FFI_KERNELS_OF_CAST: [crate::ffi::cuda::__private::Kernel; 2usize] = [
        crate::ffi::cuda::__private::Kernel::new(
            &__TVM_FFI_LIBRARY,
            c"cast<__half, float>",
            __tvm_ffi_kernel_CAST_of::<f16, f32>::__PARAMETERS,
            __TVM_FFI_OPTIONS_OF_CAST,
        ),
        crate::ffi::cuda::__private::Kernel::new(
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
            T: crate::ffi::cuda::__private::Element,
            U: crate::ffi::cuda::__private::Element + Copy,
        >(&self) -> __tvm_ffi_kernel_CAST_of<T, U> {
            let _ = __tvm_ffi_kernel_CAST_of::<T, U>::__INDEX;
            __tvm_ffi_kernel_CAST_of(::core::marker::PhantomData)
        }
        #[doc(hidden)]
        #[allow(dead_code)]
        unsafe fn launch<__A: crate::ffi::cuda::__private::LaunchedByType>(
            &self,
            _: &crate::ffi::cuda::__private::Cuda<'_>,
            _: &crate::ffi::cuda::__private::Launch,
            _: __A,
        ) -> crate::ffi::cuda::__private::Result<()> {
            ::core::result::Result::Ok(())
        }
    }
    impl<
        T: crate::ffi::cuda::__private::Element,
        U: crate::ffi::cuda::__private::Element + Copy,
    > __tvm_ffi_kernel_CAST_of<T, U> {
        const __PARAMETERS: &'static [crate::ffi::cuda::__private::Parameter] = &[
            <Ptr<T> as crate::ffi::cuda::__private::KernelParam>::PARAMETER,
            <PtrMut<U> as crate::ffi::cuda::__private::KernelParam>::PARAMETER,
        ];
        const __INDEX: ::core::primitive::usize = (crate::ffi::cuda::__private::variant::<
            T,
        >("CAST", "T", &[<f16 as crate::ffi::cuda::__private::Element>::DTYPE], "`f16`"))
            * 2usize
            + crate::ffi::cuda::__private::variant::<
                U,
            >(
                "CAST",
                "U",
                &[
                    <f32 as crate::ffi::cuda::__private::Element>::DTYPE,
                    <f64 as crate::ffi::cuda::__private::Element>::DTYPE,
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
            __cx: &crate::ffi::cuda::__private::Cuda<'_>,
            __launch: &crate::ffi::cuda::__private::Launch,
            __args: (impl crate::ffi::cuda::__private::PtrArgument<T, 0usize>, PtrMut<U>),
        ) -> crate::ffi::cuda::__private::Result<()> {
            let _: ::core::option::Option<Ptr<T>> = ::core::option::Option::<
                crate::ffi::cuda::__private::Ptr<'_, T>,
            >::None;
            let mut __pointers: [*mut ::core::ffi::c_void; 2usize] = [
                (&raw const __args.0).cast::<::core::ffi::c_void>().cast_mut(),
                (&raw const __args.1).cast::<::core::ffi::c_void>().cast_mut(),
            ];
            unsafe {
                crate::ffi::cuda::__private::launch(
                    &__TVM_FFI_KERNELS_OF_CAST[Self::__INDEX],
                    __cx,
                    __launch,
                    (&raw mut __pointers).cast(),
                )
            }
        }
    }
    impl<
        T: crate::ffi::cuda::__private::Element,
        U: crate::ffi::cuda::__private::Element + Copy,
    > ::core::ops::Deref for __tvm_ffi_kernel_CAST_of<T, U> {
        type Target = crate::ffi::cuda::__private::Kernel;
        #[inline(always)]
        fn deref(&self) -> &crate::ffi::cuda::__private::Kernel {
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
