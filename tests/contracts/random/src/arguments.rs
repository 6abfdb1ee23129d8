//! Arguments of a call as data, valid or not.

use crate::contracts::elements::DType;

/// An argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// An omitted argument, after which all are omitted.
    Absent,
    /// `None`.
    None,
    /// A boolean.
    Bool(bool),
    /// An integer of any size.
    Integer(i128),
    /// A float.
    Float(f64),
    /// A short text.
    Text,
    /// A `DLTensor*` that is NULL.
    NullTensor,
    /// A tensor.
    Tensor(Tensor),
    /// A container and its elements.
    List(Container, Vec<Argument>),
    /// A map, whose keys are `a`, `b`, and so on.
    Map(Vec<Argument>),
}

/// The key of an entry of a map.
pub fn key(index: usize) -> &'static str {
    ["a", "b", "c", "d"][index]
}

/// Containers with indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// `Array`, which is immutable.
    Array,
    /// `List`, which is mutable.
    List,
}

/// The form in which a tensor is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// As a `DLTensor*`.
    Pointer,
    /// As an object.
    Object,
    /// As an rvalue reference to an object.
    Moved,
}

/// The fields of a `DLTensor`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tensor {
    /// The form in which it is passed.
    pub passing: Passing,
    /// The address, 0 for NULL.
    pub data: u64,
    /// Bytes from there to the first element.
    pub byte_offset: u64,
    /// Device type and number.
    pub device: (i32, i32),
    /// Number of dimensions.
    pub ndim: i32,
    /// Element type.
    pub dtype: DType,
    /// Extents, `None` for NULL.
    pub shape: Option<Vec<i64>>,
    /// Strides, `None` for NULL.
    pub strides: Option<Vec<i64>>,
}

impl Tensor {
    /// The extents.
    pub fn extents(&self) -> &[i64] {
        self.shape.as_deref().unwrap_or_default()
    }

    /// Whether the extents are valid, and memory can hold so many elements.
    pub fn is_sane(&self) -> bool {
        self.ndim >= 0 && (self.ndim == 0 || self.shape.is_some()) && self.defect().is_none()
    }

    /// The error for an invalid shape.
    pub fn defect(&self) -> Option<String> {
        let shape = self.extents();
        if let Some(index) = shape.iter().position(|extent| *extent < 0) {
            return Some(format!("shape[{index}] is {}, expected 0 or more", shape[index]));
        }
        if shape.contains(&0) {
            return None;
        }
        let limit = i128::from(i64::MAX);
        let numel = shape.iter().fold(1i128, |numel, extent| numel.saturating_mul(i128::from(*extent)));
        let bits = numel.saturating_mul(i128::from(self.dtype.element_bits()));
        let is_too_large = numel > limit || bits.saturating_add(7) / 8 > limit;
        is_too_large.then(|| "shape has more elements than memory can hold".to_owned())
    }

    /// The number of elements of a tensor with a valid shape.
    pub fn numel(&self) -> i128 {
        if self.extents().contains(&0) {
            return 0;
        }
        self.extents().iter().map(|extent| i128::from(*extent)).product()
    }

    /// The address of the first element.
    pub fn address(&self) -> u64 {
        self.data.wrapping_add(self.byte_offset)
    }

    /// The strides of a contiguous tensor with this shape.
    pub fn contiguous_strides(&self) -> Vec<i64> {
        let mut strides = Vec::new();
        let mut stride = 1i64;
        for extent in self.extents().iter().rev() {
            strides.push(stride);
            stride = stride.wrapping_mul(*extent);
        }
        strides.reverse();
        strides
    }

    /// The strides; those of a contiguous tensor for NULL.
    pub fn effective_strides(&self) -> Vec<i64> {
        self.strides.clone().unwrap_or_else(|| self.contiguous_strides())
    }

    /// Whether the tensor is contiguous. The strides of dimensions of extent 1 and of tensors without elements do not matter.
    pub fn is_contiguous(&self) -> bool {
        let (strides, expected) = (self.effective_strides(), self.contiguous_strides());
        let matters = |index: usize| self.extents()[index] != 1;
        self.numel() == 0
            || (0..strides.len()).all(|index| !matters(index) || strides[index] == expected[index])
    }
}
