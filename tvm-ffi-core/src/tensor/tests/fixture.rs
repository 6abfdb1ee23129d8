//! A tensor that a test lays out itself.

use core::ptr::NonNull;

use crate::abi::{DLTensor, TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use crate::any::AnyView;
use crate::device::Device;
use crate::tensor::typed::{CpuViewMut, Layout};
use crate::tensor::{Element, TensorView};

/// A `DLTensor` and what it points to.
pub(crate) struct Fixture<T> {
    pub(crate) elements: Vec<T>,
    shape: Vec<i64>,
    strides: Vec<i64>,
    pub(crate) raw: DLTensor,
}

impl<T: Element> Fixture<T> {
    pub(crate) fn new(elements: Vec<T>, shape: &[i64]) -> Self {
        let raw = DLTensor {
            data: core::ptr::null_mut(),
            device: Device::cpu().to_dl(),
            ndim: shape.len() as i32,
            dtype: T::DTYPE.to_dl(),
            shape: core::ptr::null_mut(),
            strides: core::ptr::null_mut(),
            byte_offset: 0,
        };
        let mut fixture = Self { elements, shape: shape.to_vec(), strides: Vec::new(), raw };
        fixture.raw.data = fixture.elements.as_mut_ptr().cast();
        fixture.raw.shape = fixture.shape.as_mut_ptr();
        fixture
    }

    pub(crate) fn with_strides(mut self, strides: &[i64]) -> Self {
        assert_eq!(strides.len(), self.shape.len());
        self.strides = strides.to_vec();
        self.raw.strides = self.strides.as_mut_ptr();
        self
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut DLTensor)) -> Self {
        change(&mut self.raw);
        self
    }

    pub(crate) fn view(&self) -> TensorView<'_> {
        self.try_view().unwrap()
    }

    pub(crate) fn try_view(&self) -> crate::Result<TensorView<'_>> {
        // SAFETY: shape, strides, and elements live as long as the fixture.
        unsafe { TensorView::from_raw(NonNull::from(&self.raw)) }
    }

    /// The value through which a caller lends the tensor.
    pub(crate) fn lent(&self) -> TVMFFIAny {
        let pointer = (&raw const self.raw).cast_mut().cast();
        TVMFFIAny::new(TypeIndex::DL_TENSOR_PTR, TVMFFIAnyPayload::from_ptr(pointer))
    }

    /// Runs `test` on the value through which a caller lends the tensor.
    pub(crate) fn with_value<R>(&self, test: impl FnOnce(AnyView<'_>) -> R) -> R {
        let lent = self.lent();
        // SAFETY: the value and the tensor live longer than the view.
        test(unsafe { AnyView::from_raw(NonNull::from(&lent)) })
    }

    /// The tensor as one without another owner.
    pub(crate) fn exclusive<const N: usize, L: Layout>(&mut self) -> CpuViewMut<'_, T, N, L> {
        // SAFETY: the fixture owns the elements, and is borrowed as long as the view.
        unsafe { self.view().assume_cpu_mut() }.unwrap()
    }
}
