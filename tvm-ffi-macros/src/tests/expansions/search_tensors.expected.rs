unsafe impl<
    'a,
    T: Clone + ::my_crate::ffi::__private::SearchTensors,
    const N: usize,
> ::my_crate::ffi::__private::SearchTensors for Weights<'a, T, N>
where
    T: Send,
{
    const LEADS_TO_TENSORS: ::core::primitive::bool = ::my_crate::ffi::__private::any_of(
        &[
            <&'a [T; N] as ::my_crate::ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            true,
        ],
    );
    fn search(&self, __search: &mut ::my_crate::ffi::__private::TensorSearch) {
        match self {
            Self { first: __part0, next: __part1, activation: _ } => {
                <&'a [T; N] as ::my_crate::ffi::__private::SearchTensors>::search(
                    __part0,
                    __search,
                );
                <Option<
                    Box<Self>,
                > as ::my_crate::ffi::__private::SearchTensors>::search(
                    __part1,
                    __search,
                );
            }
        }
    }
}
const _: () = unsafe { ::my_crate::ffi::__private::no_tensors() };
unsafe impl ::tvm_ffi::__private::SearchTensors for Source {
    const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
        &[
            <Tensor as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            <i64 as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            <Tensor as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
        ],
    );
    fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
        match self {
            Self::Nothing {} => {}
            Self::Tensor { 0: __part0, 1: _, 2: __part2 } => {
                <Tensor as ::tvm_ffi::__private::SearchTensors>::search(
                    __part0,
                    __search,
                );
                <i64 as ::tvm_ffi::__private::SearchTensors>::search(__part2, __search);
            }
            Self::Named { tensor: __part0 } => {
                <Tensor as ::tvm_ffi::__private::SearchTensors>::search(
                    __part0,
                    __search,
                );
            }
        }
    }
}
const _: () = unsafe { ::tvm_ffi::__private::no_tensors() };
unsafe impl ::tvm_ffi::__private::SearchTensors for Unit {
    const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(&[]);
    fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
        match self {
            Self {} => {}
        }
    }
}
#[repr(C)]
struct Layer {
    #[cfg(test)]
    weights: Weights,
    activation: Box<dyn Fn(f32) -> f32 + Send + Sync>,
}
const _: () = {
    static __TVM_FFI_CLASS: ::tvm_ffi::__private::Class = unsafe {
        ::tvm_ffi::__private::Class::new::<
            Layer,
        >(::core::option::Option::None, __TVM_FFI_RECORD)
    };
    unsafe impl ::tvm_ffi::__private::ObjectType for Layer {
        const TYPE_KEY: &'static ::core::primitive::str = "nets.Layer";
        type Access = ::tvm_ffi::__private::Frozen;
        type Parent = ::tvm_ffi::__private::NoParent;
        fn class() -> &'static ::tvm_ffi::__private::Class {
            &__TVM_FFI_CLASS
        }
    }
    impl ::tvm_ffi::__private::Extendable for Layer {}
    impl ::tvm_ffi::__private::FfiType for Layer {
        fn type_name(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::object_type_name::<Layer>(__out)
        }
        fn type_schema(__out: &mut ::tvm_ffi::__private::String) {
            ::tvm_ffi::__private::object_type_schema::<Layer>(__out)
        }
    }
    impl ::tvm_ffi::__private::IntoAny for Layer {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            ::tvm_ffi::__private::object_into_any(self)
        }
    }
    const _: fn() = || {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::{NotSend as _, NotSync as _};
        #[cfg(test)]
        ::tvm_ffi::__private::SharedByThreads::<
            Layer,
        >::objects_are_sent_between_threads::<Weights>();
        #[cfg(test)]
        ::tvm_ffi::__private::SharedByThreads::<
            Layer,
        >::objects_are_shared_between_threads::<Weights>();
        ::tvm_ffi::__private::SharedByThreads::<
            Layer,
        >::objects_are_sent_between_threads::<Box<dyn Fn(f32) -> f32 + Send + Sync>>();
        ::tvm_ffi::__private::SharedByThreads::<
            Layer,
        >::objects_are_shared_between_threads::<Box<dyn Fn(f32) -> f32 + Send + Sync>>();
    };
    const __TVM_FFI_RECORD: &'static ::tvm_ffi::__private::ClassRecord = {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::{NoMethods as _, NoValue as _};
        &::tvm_ffi::__private::ClassRecord {
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            flags: 0,
            structural: 0,
            fields: &[],
            hooks: ::tvm_ffi::__private::Hooks {
                repr: ::core::option::Option::None,
                eq: ::core::option::Option::None,
                hash: ::core::option::Option::None,
                compare: ::core::option::Option::None,
                copy: ::core::option::Option::None,
            },
            from_fields: ::core::option::Option::None,
            methods: ::tvm_ffi::__private::MethodsOf::<Layer>::METHODS,
            constants: ::tvm_ffi::__private::MethodsOf::<Layer>::CONSTANTS,
            ..::tvm_ffi::__private::ClassRecord::new::<Layer>("nets.Layer")
        }
    };
    unsafe impl ::tvm_ffi::__private::SearchTensors for Layer {
        const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[
                #[cfg(test)]
                <Weights as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            ],
        );
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            match self {
                Self { #[cfg(test)] weights: __part0, activation: _ } => {
                    #[cfg(test)]
                    <Weights as ::tvm_ffi::__private::SearchTensors>::search(
                        __part0,
                        __search,
                    );
                }
            }
        }
    }
    ::tvm_ffi::__private::enter! {
        class : & __TVM_FFI_CLASS
    }
};
const _: () = unsafe { ::tvm_ffi::__private::no_tensors() };
