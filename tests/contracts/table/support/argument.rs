//! Arguments as the cases write them: `f32([2, 3]).strides([1, 2]).offset(4)`.

use std::fmt;

use tvm_ffi::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi::{Any, DType, Device, IntoAny};

/// An argument of a case.
pub(crate) enum Arg {
    Tensor(TensorSpec),
    /// Whatever has a form of its own.
    Value(Any),
    /// A value that only C callers can pass.
    Raw(TVMFFIAny),
    /// An array.
    List(Vec<Arg>),
    /// A map of one entry.
    Map(&'static str, Box<Arg>),
}

/// A tensor that is made when a case runs.
pub(crate) struct TensorSpec {
    pub(crate) dtype: DType,
    pub(crate) device: Device,
    pub(crate) shape: Vec<i64>,
    /// The `ndim` of the tensor, if it differs from `shape`.
    pub(crate) ndim: Option<i32>,
    pub(crate) shape_is_null: bool,
    pub(crate) strides: Strides,
    pub(crate) byte_offset: u64,
    pub(crate) place: Place,
    /// The form, if the case tests only one.
    pub(crate) form: Option<Form>,
}

/// The form in which a tensor is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A `DLTensor*`.
    Borrowed,
    /// A `Tensor` object.
    Object,
}

pub(crate) enum Strides {
    Contiguous,
    Null,
    Given(Vec<i64>),
}

/// The address in `data`.
pub(crate) enum Place {
    /// Separate memory.
    Own,
    /// An offset in bytes in memory that several tensors share.
    Shared(usize),
    /// A fixed address, which is never dereferenced.
    Address(usize),
}

/// A contiguous tensor whose elements are 0, 1, 2, ...
pub(crate) fn tensor<const N: usize>(dtype: DType, shape: [i64; N]) -> Arg {
    Arg::Tensor(TensorSpec {
        dtype,
        device: Device::cpu(),
        shape: shape.to_vec(),
        ndim: None,
        shape_is_null: false,
        strides: Strides::Contiguous,
        byte_offset: 0,
        place: Place::Own,
        form: None,
    })
}

macro_rules! tensors {
    ($($name:ident: $dtype:ident)*) => {$(
        /// A tensor of this dtype.
        pub(crate) fn $name<const N: usize>(shape: [i64; N]) -> Arg {
            tensor(DType::$dtype, shape)
        }
    )*};
}

tensors! { f32: F32 f64: F64 i8: I8 i32: I32 i64: I64 u8: U8 }

/// A value that converts.
pub(crate) fn value(value: impl IntoAny) -> Arg {
    Arg::Value(Any::new(value))
}

/// `None`.
pub(crate) fn none() -> Arg {
    value(())
}

/// An array.
pub(crate) fn list<const N: usize>(items: [Arg; N]) -> Arg {
    Arg::List(items.into())
}

/// A map of one entry.
pub(crate) fn map(key: &'static str, item: Arg) -> Arg {
    Arg::Map(key, Box::new(item))
}

/// A null pointer with a type index.
pub(crate) fn null_pointer(type_index: i32) -> Arg {
    Arg::Raw(TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(core::ptr::null_mut())))
}

/// A `DLTensor*` that is null.
pub(crate) fn null_tensor() -> Arg {
    null_pointer(TypeIndex::DL_TENSOR_PTR)
}

impl Arg {
    fn with(mut self, change: impl FnOnce(&mut TensorSpec)) -> Self {
        match &mut self {
            Self::Tensor(tensor) => change(tensor),
            _ => panic!("only tensors have such properties"),
        }
        self
    }

    /// Strides, in elements.
    pub(crate) fn strides<const N: usize>(self, strides: [i64; N]) -> Self {
        self.with(|tensor| {
            assert_eq!(tensor.shape.len(), N, "as many strides as dimensions");
            tensor.strides = Strides::Given(strides.to_vec());
        })
    }

    /// NULL strides, which mean contiguous. Only a `DLTensor*` may have them.
    pub(crate) fn null_strides(self) -> Self {
        self.with(|tensor| tensor.strides = Strides::Null).borrowed()
    }

    /// The device, by its name.
    pub(crate) fn on(self, device: &str) -> Self {
        let device = device.parse().expect("a device");
        self.with(|tensor| tensor.device = device)
    }

    /// The byte offset.
    pub(crate) fn offset(self, bytes: u64) -> Self {
        self.with(|tensor| tensor.byte_offset = bytes)
    }

    /// Memory that is shared with other tensors of the case, from this byte on.
    pub(crate) fn at(self, bytes: usize) -> Self {
        self.with(|tensor| tensor.place = Place::Shared(bytes))
    }

    /// A fixed address, which may not be read.
    pub(crate) fn address(self, address: usize) -> Self {
        self.with(|tensor| tensor.place = Place::Address(address))
    }

    /// No memory.
    pub(crate) fn null(self) -> Self {
        self.address(0)
    }

    /// An `ndim` that differs from the shape.
    pub(crate) fn ndim(self, ndim: i32) -> Self {
        self.with(|tensor| tensor.ndim = Some(ndim))
    }

    /// No shape.
    pub(crate) fn null_shape(self, ndim: i32) -> Self {
        self.with(|tensor| tensor.shape_is_null = true).ndim(ndim)
    }

    /// As a `DLTensor*` only.
    pub(crate) fn borrowed(self) -> Self {
        self.with(|tensor| tensor.form = Some(Form::Borrowed))
    }

    /// As a `Tensor` object only.
    pub(crate) fn object(self) -> Self {
        self.with(|tensor| tensor.form = Some(Form::Object))
    }

    /// Whether the argument contains a tensor, which has two forms.
    pub(crate) fn has_two_forms(&self) -> bool {
        matches!(self, Self::Tensor(TensorSpec { form: None, .. }))
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tensor(tensor) => tensor.fmt(f),
            Self::Value(value) => write!(f, "{value:?}"),
            Self::Raw(raw) => write!(f, "null pointer of type {}", raw.type_index),
            Self::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Map(key, item) => write!(f, "{{{key}: {item}}}"),
        }
    }
}

impl fmt::Display for TensorSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{:?}", self.dtype, self.shape)?;
        match &self.strides {
            Strides::Contiguous => {}
            Strides::Null => f.write_str(" null strides")?,
            Strides::Given(strides) => write!(f, " strides {strides:?}")?,
        }
        match self.place {
            Place::Own => {}
            Place::Shared(bytes) => write!(f, " at +{bytes}")?,
            Place::Address(address) => write!(f, " at {address:#x}")?,
        }
        if self.byte_offset != 0 {
            write!(f, " offset {}", self.byte_offset)?;
        }
        if self.device != Device::cpu() {
            write!(f, " on {}", self.device)?;
        }
        if let Some(ndim) = self.ndim {
            write!(f, " ndim {ndim}")?;
        }
        if self.shape_is_null {
            f.write_str(" null shape")?;
        }
        Ok(())
    }
}
