//! Tensors for a shim: a `DLTensor` on the stack for each array, which ends with the call.
//!
//! A shim cannot keep one. So it is only passed for a parameter that takes a view.

use core::mem::{MaybeUninit, take};
use core::slice::IterMut;

use tvm_ffi_core::__private::Param;
use tvm_ffi_core::abi::{DLTensor, TVMFFIAny, TVMFFIAnyPayload, TypeIndex};

use crate::from_python::FromPython;
use crate::function::Function;
use crate::python::{Borrowed, Owned};
use crate::trampoline::FEW;

/// The extents and strides that need no allocation: those of eight tensors of four dimensions.
const FEW_NUMBERS: usize = 2 * 4 * FEW;

/// Why an object is not passed as a `DLTensor`.
pub(crate) enum Refused {
    /// It is not an array that is known here.
    Unknown,
    /// No tensor has such elements, or such strides.
    Elements,
    /// The array is read-only, and the parameter writes.
    ReadOnly,
    /// The tensor is conjugated or negated when it is read.
    Lazy,
}

/// The places on the stack for the tensors of a call.
pub(crate) struct Places {
    tensors: [MaybeUninit<DLTensor>; FEW],
    numbers: [MaybeUninit<i64>; FEW_NUMBERS],
}

/// What the tensors of a call refer to. It does not move while the call runs.
#[derive(Default)]
pub(crate) struct Tensors<'f> {
    places: IterMut<'f, MaybeUninit<DLTensor>>,
    pub(crate) numbers: Numbers<'f>,
    /// Weak references to arrays, with which NumPy does not resize them.
    held: Vec<Owned>,
}

/// Room for extents and strides.
#[derive(Default)]
pub(crate) struct Numbers<'f> {
    few: &'f mut [MaybeUninit<i64>],
    /// Where the room was not enough.
    blocks: Vec<Vec<MaybeUninit<i64>>>,
}

impl Places {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self {
            tensors: [const { MaybeUninit::uninit() }; FEW],
            numbers: [const { MaybeUninit::uninit() }; FEW_NUMBERS],
        }
    }
}

impl<'f> Tensors<'f> {
    #[inline(always)]
    pub(crate) fn new(places: &'f mut Places) -> Self {
        Self {
            places: places.tensors.iter_mut(),
            numbers: Numbers { few: &mut places.numbers, blocks: Vec::new() },
            held: Vec::new(),
        }
    }

    /// With places on the heap.
    pub(crate) fn many(places: &'f mut [MaybeUninit<DLTensor>]) -> Self {
        Self { places: places.iter_mut(), ..Self::default() }
    }

    /// The value of an argument that is an array or a tensor.
    ///
    /// # Safety
    ///
    /// The value is used only while `self`, its places, and the object live, and nothing keeps what it refers to.
    #[inline(always)]
    pub(crate) unsafe fn add(
        &mut self,
        function: &Function,
        call: &mut FromPython<'_>,
        parameter: &Param,
        object: Borrowed<'_>,
    ) -> Result<TVMFFIAny, Refused> {
        let place = self.places.next().ok_or(Refused::Unknown)?;
        match function.module.numpy.get(function.python).filter(|numpy| numpy.is_array(object)) {
            Some(numpy) => {
                call.has_array = true;
                // SAFETY: the object is an array.
                unsafe { numpy.describe(object, parameter.of.writes, &mut self.numbers, place) }?;
                if function.leads_to_code {
                    self.held
                        .extend(function.python.weak(object).map_err(|raised| function.python.clear(raised)));
                }
            }
            None => self.describe(call, object, place)?,
        }
        Ok(TVMFFIAny::new(TypeIndex::DL_TENSOR_PTR, TVMFFIAnyPayload::from_ptr(place.as_mut_ptr().cast())))
    }

    /// Describes a tensor of a framework. A tensor of a second framework is passed in another way.
    #[inline(never)]
    fn describe(
        &mut self,
        call: &mut FromPython<'_>,
        object: Borrowed<'_>,
        place: &mut MaybeUninit<DLTensor>,
    ) -> Result<(), Refused> {
        let python = call.python;
        let table = call.module.tables.of(python, object).ok_or(Refused::Unknown)?;
        let framework = call.framework(table).ok_or(Refused::Unknown)?;
        // SAFETY: the table is that of the object's class.
        unsafe { framework.describe(python, object, &mut self.numbers, place) }
    }
}

impl Numbers<'_> {
    /// Room for two times `count` numbers, which stays where it is.
    #[inline(always)]
    pub(crate) fn take(&mut self, count: usize) -> (&mut [MaybeUninit<i64>], &mut [MaybeUninit<i64>]) {
        let places = match take(&mut self.few).split_at_mut_checked(2 * count) {
            Some((places, rest)) => {
                self.few = rest;
                places
            }
            None => self.block(2 * count),
        };
        places.split_at_mut(count)
    }

    #[cold]
    fn block(&mut self, count: usize) -> &mut [MaybeUninit<i64>] {
        let mut block = Vec::new();
        block.resize_with(count, MaybeUninit::uninit);
        self.blocks.push(block);
        self.blocks.last_mut().map_or(&mut [], Vec::as_mut_slice)
    }
}

/// What is wrong with a tensor that is refused.
pub(crate) const READ_ONLY: &str = "the array is read-only, expected one that can be written";
pub(crate) const ELEMENTS: &str = "the array has a dtype, a byte order, or strides that tensors do not have";
pub(crate) const LAZY: &str = "the tensor is conjugated or negated when it is read, expected one whose memory is its content: \
    pass `x.resolve_conj().resolve_neg()`";
