//! What a type asks of tensors, and how tensor memory can be reached through its values.

use super::Kind;
use crate::device::{Device, DeviceType};
use crate::dtype::DType;

/// What a type asks of a tensor by itself, before any contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TensorType {
    /// The type of the elements; any if there is none.
    pub dtype: Option<DType>,
    /// The number of dimensions; any if there is none.
    pub ndim: Option<usize>,
    /// How the elements lie; in any way if there is none.
    pub layout: Option<LayoutKind>,
    /// The number of the device type; any if there is none.
    pub device: Option<i32>,
    /// What may be done with the elements.
    pub access: AccessKind,
    /// What the address of the first element is a multiple of, in bytes.
    pub align: usize,
    /// Whether it is one tensor.
    pub form: Form,
}

impl TensorType {
    /// Any tensor.
    pub const ANY: Self = Self {
        dtype: None,
        ndim: None,
        layout: None,
        device: None,
        access: AccessKind::Shared,
        align: 1,
        form: Form::One,
    };

    /// The same for a list, if it is of the form of one tensor.
    pub(crate) const fn listed(of: Option<Self>) -> Option<Self> {
        match of {
            Some(of) if matches!(of.form, Form::One) => Some(Self { form: Form::List, ..of }),
            _ => None,
        }
    }

    /// The same for an `Option`, if it is not that of one already.
    pub(crate) const fn optional(of: Option<Self>) -> Option<Self> {
        match of {
            Some(of) => match of.form {
                Form::One => Some(Self { form: Form::Optional, ..of }),
                Form::List => Some(Self { form: Form::OptionalList, ..of }),
                Form::Optional | Form::OptionalList => None,
            },
            None => None,
        }
    }
}

impl TensorType {
    /// Appends what is required of a tensor in a container: `([_, _], float32, strided, cuda, inout)`.
    #[cold]
    pub(super) fn push_requirements(self, out: &mut String) {
        let Some(dtype) = self.dtype else { return };
        let extents = self.ndim.map_or_else(|| "..".to_owned(), |ndim| vec!["_"; ndim].join(", "));
        out.extend(["([", &extents, "], "]);
        dtype.push_name(out);
        if self.layout == Some(LayoutKind::Strided) {
            out.push_str(", strided");
        }
        let device = self.device.filter(|device| *device != DeviceType::CPU);
        if let Some(device) = device.and_then(|device| Device::new(device, 0).kind()) {
            out.extend([", ", device]);
        }
        out.push_str(if self.access == AccessKind::Shared { ")" } else { ", inout)" });
    }
}

/// How the elements of a view lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutKind {
    /// In order, without gaps.
    Contiguous,
    /// With any strides.
    Strided,
}

/// What may be done with the elements of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessKind {
    /// They are read.
    Shared,
    /// They are read and written, and no other code reads or writes them.
    Exclusive,
    /// They are read and written, and so may others do.
    Cells,
}

/// In which form a parameter takes tensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One tensor.
    One,
    /// A tensor, or `None`.
    Optional,
    /// Any number of tensors.
    List,
    /// Any number of tensors, or `None`.
    OptionalList,
}

impl Form {
    /// Whether it is any number of tensors.
    pub const fn is_list(self) -> bool {
        matches!(self, Self::List | Self::OptionalList)
    }

    /// Whether there may be `None` instead.
    pub const fn is_optional(self) -> bool {
        matches!(self, Self::Optional | Self::OptionalList)
    }
}

/// How a value holds a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holding {
    /// As a view of memory on a device, through which the function works on the tensor.
    View,
    /// As a view of any tensor.
    AnyView,
    /// As a tensor of its own, which the function may work on or not.
    Owned,
}

impl Holding {
    /// How a type holds the tensor that it is.
    pub(crate) const fn of(tensor: Option<TensorType>) -> Self {
        match tensor {
            Some(TensorType { device: Some(_), .. }) => Self::View,
            Some(_) => Self::AnyView,
            None => Self::Owned,
        }
    }
}

/// How tensor memory can be reached through a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Not at all.
    Nothing,
    /// The value is a tensor.
    Tensor,
    /// Perhaps: it takes a look at the value, and into containers.
    Any,
}

impl Reach {
    /// For all types that do not say otherwise.
    pub(crate) const fn of_kind(kind: Kind) -> Self {
        match kind {
            Kind::Scalar | Kind::Function => Self::Nothing,
            Kind::Tensor | Kind::Container | Kind::Object => Self::Any,
        }
    }

    /// For a container of elements with this reach.
    pub(crate) const fn within(self) -> Self {
        match self {
            Self::Nothing => Self::Nothing,
            Self::Tensor | Self::Any => Self::Any,
        }
    }

    /// For a container of two types of elements.
    pub(crate) const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, other) => other,
            (this, Self::Nothing) => this,
            _ => Self::Any,
        }
    }
}

/// Whether values of a type may lead to tensors.
pub(crate) const fn leads_to_tensors(reach: Reach) -> bool {
    !matches!(reach, Reach::Nothing)
}
