//! Contracts as the macro writes them, checked on calls made by hand.

mod memory;
mod objects;

use core::ffi::c_void;
use core::marker::PhantomData;
use core::ptr::{NonNull, null_mut};
use core::sync::atomic::AtomicPtr;
use std::sync::{Mutex, PoisonError};

use super::diagnose::diagnose_args;
use crate::abi::{DLTensor, TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::call::Args;
use crate::contract::parameter_type;
use crate::description::{Contract, Param, ParameterType, Record, Shim, violation_message};
use crate::device::Device;
use crate::dtype::DType;
use crate::{CpuView, CpuViewMut, Strided, Tensor, TensorView};

/// A function that has a record and is never called.
pub(crate) struct Function(Vec<Param>);

unsafe extern "C" fn shim(_: *mut c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny) -> i32 {
    unreachable!("no test calls it")
}

impl Function {
    /// From the name and the type of each parameter, and the name of the one that it may share memory with.
    pub(crate) fn new(parameters: &[(&'static str, &'static ParameterType, Option<&'static str>)]) -> Self {
        let parameters = parameters.iter().map(|(name, of, alias)| {
            let contract = Contract { alias: *alias, ..Contract::FREE };
            Param { name, contract, ..Param::new(of) }
        });
        Self(parameters.collect())
    }

    pub(crate) fn record(&self) -> &'static Record {
        // SAFETY: the function is never called.
        let shim = unsafe { Shim::new(shim) };
        forever(Box::new(Record {
            name: "f",
            parameters: forever(self.0.clone().into_boxed_slice()),
            ..Record::new(shim, || crate::export::Returned::<()>::tag().result_type())
        }))
    }

    /// What is wrong with a call: the message without the signature and the name of the function.
    pub(super) fn diagnose(&self, args: &[Arg<'_>]) -> Option<String> {
        let record = self.record();
        let violation = diagnose_args(record, as_args(args))?;
        let message = violation_message(record, Some(&violation));
        let (first, _) = message.split_once('\n')?;
        let text = first.strip_prefix("f: argument ")?;
        Some(format!("{:?} {text}", violation.1.kind()))
    }
}

/// A value that lives forever, like those in a library.
fn forever<T: Send + Sync + ?Sized>(value: Box<T>) -> &'static T {
    // Kept where leak detectors find it.
    static KEPT: Mutex<Vec<AtomicPtr<()>>> = Mutex::new(Vec::new());
    let value: &'static T = Box::leak(value);
    let pointer = core::ptr::from_ref(value).cast::<()>().cast_mut();
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).push(AtomicPtr::new(pointer));
    value
}

/// Parameters, of which each may name another that it may share memory with.
macro_rules! functions {
    ($($name:ident: $ty:ty $(= $alias:literal)?),* $(,)?) => {
        Function::new(&[$((stringify!($name), parameter_type::<$ty>(), functions!(@ $($alias)?))),*])
    };
    (@) => { None };
    (@ $alias:literal) => { Some($alias) };
}
pub(super) use functions;

/// A `DLTensor` with its shape and strides. Its elements are not allocated.
pub(super) struct Dl {
    tensor: Box<DLTensor>,
    _shape: Vec<i64>,
    _strides: Vec<i64>,
}

/// An address that is aligned for everything.
pub(super) const ADDRESS: usize = 1 << 20;

impl Dl {
    pub(super) fn new(shape: &[i64]) -> Self {
        let mut shape = shape.to_vec();
        let tensor = Box::new(DLTensor {
            data: core::ptr::without_provenance_mut(ADDRESS),
            device: Device::cpu().to_dl(),
            ndim: shape.len() as i32,
            dtype: DType::F32.to_dl(),
            shape: shape.as_mut_ptr(),
            strides: null_mut(),
            byte_offset: 0,
        });
        Self { tensor, _shape: shape, _strides: Vec::new() }
    }

    pub(super) fn dtype(mut self, dtype: DType) -> Self {
        self.tensor.dtype = dtype.to_dl();
        self
    }

    pub(super) fn strides(mut self, strides: &[i64]) -> Self {
        self._strides = strides.to_vec();
        self.tensor.strides = self._strides.as_mut_ptr();
        self
    }

    /// Moves the first element by so many bytes.
    pub(super) fn at(mut self, offset: i64) -> Self {
        self.tensor.byte_offset = offset.cast_unsigned();
        self
    }

    pub(super) fn raw(mut self, change: impl FnOnce(&mut DLTensor)) -> Self {
        change(&mut self.tensor);
        self
    }

    /// As an argument.
    pub(super) fn arg(&self) -> Arg<'_> {
        pointer(core::ptr::from_ref(&*self.tensor).cast_mut())
    }

    pub(super) fn view(&self) -> TensorView<'_> {
        // SAFETY: the tensor has its shape and strides, which do not change while it is borrowed.
        unsafe { TensorView::new_if_valid(NonNull::from(&*self.tensor)) }.expect("it is valid")
    }
}

/// An argument, and what it refers to.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(super) struct Arg<'a>(TVMFFIAny, PhantomData<&'a ()>);

/// Arguments for a call.
pub(super) fn as_args<'a>(args: &'a [Arg<'a>]) -> Args<'a> {
    // SAFETY: the number of slots is right, and each has a value of its type index.
    unsafe { Args::new(args.as_ptr().cast(), args.len() as i32) }
}

fn pointer<'a>(tensor: *mut DLTensor) -> Arg<'a> {
    slot(TypeIndex::DL_TENSOR_PTR, tensor.cast())
}

fn slot<'a>(type_index: i32, pointer: *mut c_void) -> Arg<'a> {
    Arg(TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(pointer)), PhantomData)
}

/// A value as an argument.
pub(super) fn raw(value: &Any) -> Arg<'_> {
    Arg(*value.as_raw(), PhantomData)
}
