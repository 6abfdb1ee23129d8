//! What the macro cannot tell from tokens, asserted while the user's crate compiles.

use crate::abi::DLDeviceType;
use crate::convert::{AccessKind, FfiType, Form, LayoutKind, TensorType};
use crate::tensor::Element;

/// Whether safe code can write tensor memory through a parameter of a type.
#[inline(always)]
pub const fn writes<T: FfiType>() -> bool {
    T::FACTS.writes
}

/// The type of a parameter with a role, which only this code requires to be a tensor.
#[track_caller]
const fn tensor_type<T: FfiType>() -> TensorType {
    match T::FACTS.tensor {
        Some(tensor) => tensor,
        None => panic!("`#[out]` and `#[alias]` belong on tensor views, and this parameter is not one"),
    }
}

/// `#[shape]` of so many entries, apart from those for any number of dimensions.
///
/// Here and below, the code that reads extents reports other types.
#[track_caller]
pub const fn assert_shape<T: FfiType>(entries: usize, has_rest: bool) {
    let Some(tensor) = T::FACTS.tensor else { return };
    assert!(
        matches!(tensor.form, Form::One | Form::Optional),
        "`#[shape]` cannot be used on a list: its tensors may differ in shape"
    );
    assert_rank(tensor, entries, has_rest, true);
}

/// `#[strides]` of so many entries, apart from those for any number of dimensions.
#[track_caller]
pub const fn assert_strides<T: FfiType>(entries: usize, has_rest: bool) {
    let Some(tensor) = T::FACTS.tensor else { return };
    assert!(
        !matches!(tensor.layout, Some(LayoutKind::Contiguous)),
        "`#[strides]` is on a contiguous view, whose strides follow from its shape: it needs a `Strided` one, such as `CpuView<'_, f32, 2, Strided>`"
    );
    assert_rank(tensor, entries, has_rest, false);
}

#[track_caller]
const fn assert_rank(tensor: TensorType, entries: usize, has_rest: bool, is_shape: bool) {
    let Some(ndim) = tensor.ndim else { return };
    match (has_rest, is_shape) {
        (true, true) => panic!(
            "`#[shape]` has `..` on a view with a fixed number of dimensions: it needs one whose rank is known at run time, such as `CpuViewD<'_, f32>`"
        ),
        (true, false) => panic!(
            "`#[strides]` has `..` on a view with a fixed number of dimensions: it needs one whose rank is known at run time, such as `CpuViewD<'_, f32, Strided>`"
        ),
        (false, true) => assert!(
            ndim == entries,
            "`#[shape]` has another number of entries than the view has dimensions: it needs one entry for each"
        ),
        (false, false) => assert!(
            ndim == entries,
            "`#[strides]` has another number of entries than the view has dimensions: it needs one entry for each"
        ),
    }
}

/// A tensor that is there in every call, because an expression needs its extents.
#[track_caller]
pub const fn assert_present<T: FfiType>() {
    assert!(
        !matches!(T::FACTS.tensor, Some(tensor) if tensor.form.is_optional()),
        "an expression in the contract needs a symbol that only an optional tensor binds, which may be missing: take the symbol as an integer parameter"
    );
}

/// Elements of a variable of `dispatch`, if the type is a tensor.
#[track_caller]
pub const fn assert_element<T: FfiType, E: Element>() {
    let Some(TensorType { dtype: Some(dtype), .. }) = T::FACTS.tensor else { return };
    assert!(
        dtype.to_bits() == E::DTYPE.to_bits(),
        "the elements of a tensor are not of the type parameter that its type mentions: `dispatch` chooses that by the dtype of the tensor"
    );
}

/// What a caller has to know of a type.
#[derive(Clone, Copy)]
pub struct UseOfType {
    is_view: bool,
    lent: bool,
    writes: bool,
}

/// What a caller has to know of `T`.
pub const fn use_of<T: FfiType>() -> UseOfType {
    let is_view = matches!(T::FACTS.tensor, Some(tensor) if !tensor.form.is_list());
    UseOfType { is_view, lent: T::FACTS.lent, writes: T::FACTS.writes }
}

/// A parameter whose type depends on `dispatch`. Callers know the first of its types: what they lend and may not be written is neither kept nor
/// written by the others. A view keeps nothing that is lent, because it accepts only tensors.
#[track_caller]
pub const fn assert_same_use(this: UseOfType, first: UseOfType) {
    let keeps = first.lent && !this.lent && !this.is_view;
    let writes = first.is_view && !first.writes && this.writes;
    assert!(
        !keeps && !writes,
        "for a later type of `dispatch`, the parameter writes a tensor or keeps what it refers to, and for the first type it does not: list that type first, or write an export for each"
    );
}

/// `#[dtype]`.
#[track_caller]
pub const fn assert_dtype<T: FfiType>() {
    assert!(
        !matches!(T::FACTS.tensor, Some(TensorType { dtype: Some(_), .. })),
        "`#[dtype]` is on a view whose type has an element type: it needs a `TensorView<'_>`"
    );
}

/// `#[device]`.
#[track_caller]
pub const fn assert_device<T: FfiType>() {
    assert!(
        !matches!(T::FACTS.tensor, Some(TensorType { device: Some(_), .. })),
        "`#[device]` is on a view whose type has a device: it needs a `TensorView<'_>`"
    );
}

/// `#[out]`.
#[track_caller]
pub const fn assert_out<T: FfiType>() {
    let tensor = tensor_type::<T>();
    assert!(
        !tensor.form.is_list(),
        "`#[out]` belongs on one tensor, and this parameter is a list: a caller could not tell how many tensors to allocate"
    );
    assert!(
        !matches!(tensor.access, AccessKind::Shared),
        "`#[out]` is on a view that cannot be written: it needs a mutable one, such as `CpuViewMut<'_, f32, 2>`"
    );
}

/// `#[alias]` between two parameters.
#[track_caller]
pub const fn assert_alias<T: FfiType, U: FfiType>() {
    let (this, other) = (tensor_type::<T>(), tensor_type::<U>());
    let cells = matches!(this.access, AccessKind::Cells) && matches!(other.access, AccessKind::Cells);
    assert!(
        cells || is_elsewhere(this) || is_elsewhere(other),
        "`#[alias]` lets two views share host memory, of which one could be written while the other is read: both need to be `CpuCells<'_, T, N>`"
    );
}

/// Whether a view is of memory that Rust does not access.
const fn is_elsewhere(tensor: TensorType) -> bool {
    match tensor.device {
        Some(device) => device != DLDeviceType::kDLCPU.cast_signed(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        CpuCells, CpuView, CpuViewD, CpuViewMut, CudaView, CudaViewMut, Strided, Tensor, TensorView,
    };

    /// What the compiler says where the assertion stands.
    fn said(assertion: fn()) -> Option<&'static str> {
        let payload = std::panic::catch_unwind(assertion).err()?;
        payload.downcast_ref::<&str>().copied()
    }

    #[track_caller]
    fn refused(assertion: fn(), about: &str) {
        assert!(said(assertion).is_some_and(|text| text.contains(about)), "{:?}", said(assertion));
    }

    #[test]
    fn shapes_have_an_entry_for_each_dimension() {
        assert_shape::<CpuView<'_, f32, 2>>(2, false);
        assert_shape::<Option<CpuViewD<'_, f32>>>(2, true);
        assert_shape::<TensorView<'_>>(0, true);
        refused(|| assert_shape::<CpuView<'_, f32, 2>>(1, false), "another number of entries");
        refused(|| assert_shape::<CpuView<'_, f32, 2>>(2, true), "`..` on a view with a fixed number");
        refused(|| assert_shape::<Vec<TensorView<'_>>>(2, false), "cannot be used on a list");
        // Reported by a trait bound.
        assert_shape::<Tensor>(2, false);
    }

    #[test]
    fn expressions_need_tensors_that_are_there() {
        assert_present::<CpuView<'_, f32, 2>>();
        refused(|| assert_present::<Option<CpuView<'_, f32, 2>>>(), "which may be missing");
    }

    #[test]
    fn elements_are_of_the_type_that_is_chosen() {
        assert_element::<CpuView<'_, f32, 2>, f32>();
        assert_element::<TensorView<'_>, f32>();
        assert_element::<Vec<f32>, f32>();
        refused(|| assert_element::<CpuView<'_, f32, 2>, f64>(), "not of the type parameter");
    }

    #[test]
    fn strides_are_those_of_strided_views() {
        assert_strides::<CpuView<'_, f32, 2, Strided>>(2, false);
        assert_strides::<Vec<TensorView<'_>>>(1, true);
        refused(|| assert_strides::<CpuView<'_, f32, 2>>(2, false), "on a contiguous view");
        refused(|| assert_strides::<CpuView<'_, f32, 2, Strided>>(3, false), "another number of entries");
        refused(
            || assert_strides::<CpuView<'_, f32, 2, Strided>>(1, true),
            "`..` on a view with a fixed number",
        );
    }

    #[test]
    fn what_a_type_says_needs_no_attribute() {
        assert_dtype::<TensorView<'_>>();
        assert_device::<Vec<TensorView<'_>>>();
        refused(|| assert_dtype::<CpuView<'_, f32, 2>>(), "whose type has an element type");
        refused(|| assert_device::<CudaView<'_, f32, 2>>(), "whose type has a device");
    }

    #[test]
    fn what_is_given_out_can_be_written() {
        assert_out::<CpuViewMut<'_, f32, 2>>();
        assert_out::<Option<CpuCells<'_, f32, 2>>>();
        refused(|| assert_out::<TensorView<'_>>(), "cannot be written");
        refused(|| assert_out::<Tensor>(), "this parameter is not one");
    }

    #[test]
    fn host_memory_is_shared_by_cells_alone() {
        type Cells = CpuCells<'static, f32, 1>;
        assert_alias::<Cells, Cells>();
        assert_alias::<CudaViewMut<'_, f32, 1>, CudaView<'_, f32, 1>>();
        assert_alias::<CudaViewMut<'_, f32, 1>, TensorView<'_>>();
        refused(|| assert_alias::<Cells, CpuView<'_, f32, 1>>(), "both need to be `CpuCells");
        refused(|| assert_alias::<Cells, TensorView<'_>>(), "both need to be `CpuCells");
        refused(|| assert_alias::<CpuViewMut<'_, f32, 1>, Cells>(), "both need to be `CpuCells");
    }

    #[test]
    fn types_say_whether_they_write() {
        assert!(writes::<Option<CpuViewMut<'_, f32, 1>>>() && writes::<CpuCells<'_, f32, 1>>());
        assert!(!writes::<CpuView<'_, f32, 1>>() && !writes::<Tensor>());
    }
}
