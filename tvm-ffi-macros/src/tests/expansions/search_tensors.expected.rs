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
    const LEADS_TO_PYTHON: ::core::primitive::bool = ::my_crate::ffi::__private::any_of(
        &[
            <&'a [T; N] as ::my_crate::ffi::__private::SearchTensors>::LEADS_TO_PYTHON,
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
            <i64 as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            <Tensor as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
        ],
    );
    const LEADS_TO_PYTHON: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
        &[
            <i64 as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_PYTHON,
            <Tensor as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_PYTHON,
        ],
    );
    fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
        match self {
            Self::Nothing {} => {}
            Self::Tensor { 0: _, 1: __part1 } => {
                <i64 as ::tvm_ffi::__private::SearchTensors>::search(__part1, __search);
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
    const LEADS_TO_PYTHON: ::core::primitive::bool = ::tvm_ffi::__private::any_of(&[]);
    fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
        match self {
            Self {} => {}
        }
    }
}
