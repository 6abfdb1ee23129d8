//! Tensors of frameworks that have DLPack's exchange API, such as PyTorch.
//!
//! The API is a table of functions, which a class of tensors has as `__dlpack_c_exchange_api__`. It does not look at the bits for conjugation and
//! negation of PyTorch, with which the memory is not the content, nor at `requires_grad`; `tvm_ffi` uses the same functions. A tensor that may have
//! one of the bits is asked by its methods, see [`may_be_lazy`].

use core::cell::RefCell;
use core::ffi::{CStr, c_void};
use core::mem::MaybeUninit;
use core::ptr::{NonNull, null_mut};

use tvm_ffi_core::abi::{DLDataTypeCode, DLDeviceType, DLPackExchangeAPI, DLTensor};
use tvm_ffi_core::dlpack::ManagedTensor;
use tvm_ffi_core::{AnyView, Device, FromAnyView, Tensor, env};

use crate::ffi::PyObject;
use crate::layout::{slice, type_of};
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::tensors::{Numbers, Refused};

/// The name of the capsule with the table, and the major version of DLPack whose structs are known here.
const CAPSULE: &CStr = c"dlpack_exchange_api";
const MAJOR_VERSION: u32 = 1;
/// The most classes that are remembered.
const MOST: usize = 16;

/// The tables of classes that were passed for a tensor, `None` for a class without one. The references keep the classes from being replaced by
/// others at the same address.
#[derive(Default)]
pub(crate) struct Tables(RefCell<Vec<(Owned, Option<&'static DLPackExchangeAPI>)>>);

/// The framework of a call: that of the first of its tensors among the arguments.
pub(crate) struct Framework {
    api: &'static DLPackExchangeAPI,
    /// The stream that the framework uses on the first device that is not the CPU.
    stream: Option<(Device, *mut c_void)>,
}

impl Tables {
    /// The table of the class of an object.
    #[inline(always)]
    pub(crate) fn of(&self, python: Python, object: Borrowed<'_>) -> Option<&'static DLPackExchangeAPI> {
        let class = type_of(object);
        // Nothing in here runs code that comes here again.
        for (known, table) in &*self.0.borrow() {
            if known.borrow().as_ptr() == class {
                return *table;
            }
        }
        self.look(python, class)
    }

    #[cold]
    fn look(&self, python: Python, class: *mut PyObject) -> Option<&'static DLPackExchangeAPI> {
        // SAFETY: the object keeps its class alive.
        let class = python.own(unsafe { Borrowed::new(NonNull::new(class)?) });
        // This runs the code of the class, which may come here again.
        let table = table(python, class.borrow()).unwrap_or_else(|raised| {
            python.clear(raised);
            None
        });
        let mut known = self.0.borrow_mut();
        let oldest = (known.len() == MOST).then(|| known.remove(0));
        known.push((class, table));
        drop(known);
        // Destroying a class may run code that comes here again.
        drop(oldest);
        table
    }
}

/// The table that a class has.
fn table(python: Python, class: Borrowed<'_>) -> Result<Option<&'static DLPackExchangeAPI>, Raised> {
    let capsule = python.get(class, c"__dlpack_c_exchange_api__")?;
    // SAFETY: the object is live; the function reports what is not a capsule of this name.
    let table = unsafe { python.api.PyCapsule_GetPointer(capsule.borrow().as_ptr(), CAPSULE.as_ptr()) };
    let table = NonNull::new(table.cast::<DLPackExchangeAPI>()).ok_or(Raised)?;
    // SAFETY: DLPack promises a table in a capsule of this name, which lives for the rest of the process.
    let table = unsafe { table.as_ref() };
    let is_known = table.header.version.major == MAJOR_VERSION
        && table.dltensor_from_py_object_no_sync.is_some()
        && table.managed_tensor_from_py_object_no_sync.is_some()
        && table.managed_tensor_to_py_object_no_sync.is_some()
        && table.current_work_stream.is_some();
    Ok(is_known.then_some(table))
}

impl Framework {
    pub(crate) fn new(api: &'static DLPackExchangeAPI) -> Self {
        Self { api, stream: None }
    }

    /// Whether it is the framework with this table.
    pub(crate) fn has(&self, api: &'static DLPackExchangeAPI) -> bool {
        core::ptr::eq(self.api, api)
    }

    /// Describes a tensor. The shape and the strides are copied, because other threads may change those of the tensor while the call runs.
    ///
    /// # Safety
    ///
    /// The object is of a class with the table of this framework.
    pub(crate) unsafe fn describe(
        &mut self,
        python: Python,
        object: Borrowed<'_>,
        numbers: &mut Numbers<'_>,
        place: &mut MaybeUninit<DLTensor>,
    ) -> Result<(), Refused> {
        let describe = self.api.dltensor_from_py_object_no_sync.ok_or(Refused::Unknown)?;
        // SAFETY: the caller's contract; the place is writable.
        if unsafe { describe(object.as_ptr().cast(), place.as_mut_ptr()) } != 0 {
            // `tvm_ffi` raises what the framework says.
            python.clear(Raised);
            return Err(Refused::Unknown);
        }
        // SAFETY: the function succeeded, so that it has written the tensor.
        let tensor = unsafe { place.assume_init_mut() };
        let rank = usize::try_from(tensor.ndim).map_err(|_| Refused::Unknown)?;
        let (shape, strides) = numbers.take(rank);
        // SAFETY: the framework promises an extent for each dimension, until other code runs.
        unsafe { copy(tensor.shape, shape) };
        tensor.shape = shape.as_mut_ptr().cast();
        if !tensor.strides.is_null() {
            // SAFETY: likewise a stride, if there are any.
            unsafe { copy(tensor.strides, strides) };
            tensor.strides = strides.as_mut_ptr().cast();
        }
        // The numbers were written above.
        if may_be_lazy(tensor) && is_lazy(python, object) {
            return Err(Refused::Lazy);
        }
        self.find_stream(tensor).inspect_err(|_| python.clear(Raised))
    }

    /// A tensor that shares the memory of one of the framework.
    ///
    /// # Errors
    ///
    /// [`Refused::Unknown`] with the exception that the framework has raised.
    ///
    /// # Safety
    ///
    /// As for [`describe`](Self::describe).
    pub(crate) unsafe fn take(&mut self, python: Python, object: Borrowed<'_>) -> Result<Tensor, Refused> {
        let take = self.api.managed_tensor_from_py_object_no_sync.ok_or(Refused::Unknown)?;
        let mut managed = null_mut();
        // SAFETY: the caller's contract; the place is writable.
        let code = unsafe { take(object.as_ptr().cast(), &mut managed) };
        let managed = NonNull::new(managed).filter(|_| code == 0).ok_or(Refused::Unknown)?;
        // SAFETY: the function succeeded, so the tensor is owned. Frameworks share their tensors under DLPack's rules.
        let managed = unsafe { ManagedTensor::from_raw(managed) };
        // SAFETY: the tensor is live.
        let tensor = unsafe { &managed.as_ptr().as_ref().dl_tensor };
        if may_be_lazy(tensor) && is_lazy(python, object) {
            return Err(Refused::Lazy);
        }
        self.find_stream(tensor)?;
        Tensor::from_dlpack(managed).map_err(|error| {
            python.raise(python.api.PyExc_ValueError, &error.message());
            Refused::Unknown
        })
    }

    /// Asks for the stream of the first device that is not the CPU.
    fn find_stream(&mut self, tensor: &DLTensor) -> Result<(), Refused> {
        let (device, Some(current)) = (tensor.device, self.api.current_work_stream) else { return Ok(()) };
        if device.device_type == DLDeviceType::kDLCPU || self.stream.is_some() {
            return Ok(());
        }
        let mut stream = null_mut();
        // SAFETY: the thread holds the GIL, and the place is writable.
        if unsafe { current(device.device_type, device.device_id, &mut stream) } != 0 {
            return Err(Refused::Unknown);
        }
        self.stream = Some((Device::new(device.device_type.cast_signed(), device.device_id), stream));
        Ok(())
    }

    /// Runs `call` with the stream and the allocator of the framework.
    pub(crate) fn around<R>(&self, call: impl FnOnce() -> R) -> tvm_ffi_core::Result<R> {
        let with_allocator = || match self.api.managed_tensor_allocator {
            // SAFETY: the framework promises an allocator for any thread, which lives for the rest of the process.
            allocator @ Some(_) => unsafe { env::with_allocator(allocator, call) },
            None => Ok(call()),
        };
        match self.stream {
            // SAFETY: the framework uses the stream for its own work, and does not destroy it while an argument is on the device.
            Some((device, stream)) => unsafe { env::with_stream(device, stream, with_allocator) }?,
            None => with_allocator(),
        }
    }

    /// A tensor as one of the framework; `None` if the framework cannot have it.
    pub(crate) fn tensor(&self, python: Python, value: AnyView<'_>) -> Option<Owned> {
        let convert = self.api.managed_tensor_to_py_object_no_sync?;
        let tensor = Tensor::decode(value, &mut ())?.to_dlpack().ok()?;
        let mut object = null_mut();
        // SAFETY: the managed tensor is owned, and the place is writable.
        if unsafe { convert(tensor.as_ptr().as_ptr(), &mut object) } != 0 {
            // The framework owns the tensor only if it succeeds, as for `tvm_ffi`.
            python.clear(Raised);
            return None;
        }
        let _ = tensor.into_raw();
        // SAFETY: a new reference.
        unsafe { python.owned(object.cast()) }.ok()
    }
}

/// Whether a tensor may be conjugated or negated when it is read. Only complex numbers are conjugated, and only their imaginary parts are negated:
/// every second of the numbers. So usual tensors are not asked, which would take longer than the call.
fn may_be_lazy(tensor: &DLTensor) -> bool {
    let code = u32::from(tensor.dtype.code);
    if code != DLDataTypeCode::kDLFloat || tensor.strides.is_null() {
        return code == DLDataTypeCode::kDLComplex;
    }
    let rank = usize::try_from(tensor.ndim).unwrap_or(0);
    // SAFETY: the shape and the strides have been copied, and have as many numbers.
    let [shape, strides] =
        [tensor.shape, tensor.strides].map(|start| unsafe { slice(start.cast_const(), rank) });
    shape.iter().zip(strides).all(|(extent, stride)| *extent <= 1 || stride % 2 == 0)
}

/// Whether a tensor says that it is conjugated or negated when it is read. Other frameworks have no such methods.
#[cold]
fn is_lazy(python: Python, object: Borrowed<'_>) -> bool {
    let says = |method| {
        let method = python.get(object, method)?;
        let answer = python.call(method.borrow(), &python.tuple([])?)?;
        Ok(answer.borrow().as_ptr() == python.api._Py_TrueStruct.as_ptr())
    };
    [c"is_conj", c"is_neg"].into_iter().any(|method| {
        says(method).unwrap_or_else(|raised| {
            python.clear(raised);
            false
        })
    })
}

/// Copies numbers.
///
/// # Safety
///
/// There are as many numbers at the address as places.
unsafe fn copy(start: *const i64, places: &mut [MaybeUninit<i64>]) {
    if !places.is_empty() {
        // SAFETY: the caller's contract; the places are elsewhere.
        unsafe { places.as_mut_ptr().cast::<i64>().copy_from_nonoverlapping(start, places.len()) };
    }
}
