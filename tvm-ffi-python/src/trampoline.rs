//! The function that Python calls for every export of a module.

use core::mem::MaybeUninit;
use core::ptr::{NonNull, null_mut};

use tvm_ffi_core::__private::{ABSENT, Outline};
use tvm_ffi_core::ErrorKind;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload};

use crate::arguments::{Arguments, numbers};
use crate::error::{self, guarded, raise_refused, raise_taken};
use crate::ffi::PyObject;
use crate::from_python::{FromPython, Refusal};
use crate::function::{Function, takes_view};
use crate::keywords::{Positions, assign, follows_parameters};
use crate::lent::Lent;
use crate::python::{Borrowed, Owned, Raised};
use crate::tensors::{Places, Refused, Tensors};
use crate::{export_object, gil, result};

/// The number of arguments that need no allocation.
pub(crate) const FEW: usize = 8;
/// The number of elements of lists and tuples that need no allocation.
const FEW_ELEMENTS: usize = 16;

/// An argument that the caller left out, though it passed a later one by keyword.
const GAP: TVMFFIAny = TVMFFIAny::new(ABSENT, TVMFFIAnyPayload::from_int(0));

/// The arguments of a call by position; `None` is a gap.
pub(crate) type Passed<'a> = [Option<Borrowed<'a>>];

/// Calls an export. It is a `PyCFunctionFastWithKeywords` whose `self` is an [`export_object`].
///
/// # Safety
///
/// As Python calls such a function.
pub(crate) unsafe extern "C" fn trampoline(
    slf: *mut PyObject,
    args: *const *mut PyObject,
    count: isize,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the caller's contract.
    let function = unsafe { export_object::function(slf) };
    let call = || match NonNull::new(names) {
        None => {
            // SAFETY: the caller's contract.
            let passed = unsafe { passed(args, count.cast_unsigned()) };
            function.call(passed)
        }
        Some(names) => {
            // SAFETY: the caller's contract: a tuple that lives through the call.
            let names = unsafe { Borrowed::new(names) };
            // SAFETY: the caller's contract: the named arguments follow the others.
            let passed = unsafe { passed(args, count.cast_unsigned() + function.python.length_of(names)) };
            function.call_by_name(passed, count.cast_unsigned(), names)
        }
    };
    guarded(function.python, call)
}

/// The arguments of a call.
///
/// # Safety
///
/// There are so many objects, which live for `'a`.
#[inline(always)]
unsafe fn passed<'a>(args: *const *mut PyObject, count: usize) -> &'a Passed<'a> {
    if args.is_null() {
        return &[];
    }
    // SAFETY: the caller's contract. A reference has the layout of a pointer, and `None` that of NULL.
    unsafe { core::slice::from_raw_parts(args.cast(), count) }
}

impl Function {
    /// Calls the export with arguments by name.
    fn call_by_name(&self, passed: &Passed<'_>, count: usize, names: Borrowed<'_>) -> Result<Owned, Raised> {
        let (mut few, mut many) = ([None; FEW], Vec::new());
        let passed = if follows_parameters(self, passed, count, names) {
            passed
        } else {
            let positions: &mut Positions<'_> = if self.names.len() <= FEW {
                &mut few
            } else {
                many.resize(self.names.len(), None);
                &mut many
            };
            let count = assign(self, passed, count, names, positions)?;
            positions.get(..count).unwrap_or_default()
        };
        self.call(passed)
    }

    /// Calls the export. Most calls have only numbers, which need no other place than that of their value.
    #[inline(always)]
    pub(crate) fn call(&self, passed: &Passed<'_>) -> Result<Owned, Raised> {
        if self.takes_views {
            return self.call_with_tensors(passed);
        }
        let mut values = [const { MaybeUninit::uninit() }; FEW];
        if numbers(self.python, passed, &mut values) {
            // SAFETY: as many values as objects were passed are written, and refer to nothing.
            return unsafe { self.call_shim(values.as_ptr().cast(), passed.len(), None) };
        }
        self.call_with_others(passed)
    }

    /// Calls the export with arguments that may be other than numbers.
    #[inline(never)]
    fn call_with_others(&self, passed: &Passed<'_>) -> Result<Owned, Raised> {
        if passed.len() > FEW {
            return self.call_with_many(passed);
        }
        let mut values = [const { MaybeUninit::uninit() }; FEW];
        let mut places = [const { MaybeUninit::uninit() }; FEW];
        let mut elements = [const { MaybeUninit::uninit() }; FEW_ELEMENTS];
        self.call_with(passed, &mut values, &mut places, &mut elements, None)
    }

    /// Calls the export with places for tensors too.
    #[inline(never)]
    fn call_with_tensors(&self, passed: &Passed<'_>) -> Result<Owned, Raised> {
        if passed.len() > FEW {
            return self.call_with_many(passed);
        }
        let mut values = [const { MaybeUninit::uninit() }; FEW];
        let mut places = [const { MaybeUninit::uninit() }; FEW];
        let mut elements = [const { MaybeUninit::uninit() }; FEW_ELEMENTS];
        let mut room = Places::new();
        let mut tensors = Tensors::new(&mut room);
        self.call_with(passed, &mut values, &mut places, &mut elements, Some(&mut tensors))
    }

    /// Calls the export with places on the heap.
    #[cold]
    #[inline(never)]
    fn call_with_many(&self, passed: &Passed<'_>) -> Result<Owned, Raised> {
        let mut values = Vec::new();
        values.resize_with(passed.len(), MaybeUninit::uninit);
        let mut places = Vec::new();
        places.resize_with(passed.len(), MaybeUninit::uninit);
        let mut room = Vec::new();
        room.resize_with(passed.len(), MaybeUninit::uninit);
        let mut tensors = Tensors::many(&mut room);
        self.call_with(passed, &mut values, &mut places, &mut [], Some(&mut tensors))
    }

    /// Calls the export with places for its arguments and for what they refer to. An export without views needs no `tensors`.
    #[inline(always)]
    fn call_with<'a>(
        &'a self,
        passed: &Passed<'_>,
        values: &mut [MaybeUninit<TVMFFIAny>],
        places: &mut [MaybeUninit<Lent>],
        elements: &mut [MaybeUninit<TVMFFIAny>],
        mut tensors: Option<&mut Tensors<'a>>,
    ) -> Result<Owned, Raised> {
        let mut arguments = Arguments::new(self.python, &self.module, places, elements);
        for (index, (value, object)) in values.iter_mut().zip(passed).enumerate() {
            let parameter = self.record.parameters.get(index);
            let Some(object) = *object else {
                value.write(GAP);
                continue;
            };
            if let Some(tensors) = &mut tensors
                && let Some(parameter) = parameter.filter(|parameter| takes_view(parameter))
            {
                // SAFETY: the values are used until the shim returns. The caller of the function keeps its objects, and the type of the
                // parameter is a view, which ends with the call.
                match unsafe { tensors.add(self, &mut arguments.call, parameter, object) } {
                    Ok(tensor) => {
                        value.write(tensor);
                        continue;
                    }
                    Err(Refused::Unknown) => {}
                    Err(refused) => return Err(self.refuse(index, refused.into())),
                }
            }
            let may_lend = parameter.is_some_and(|parameter| parameter.of.lent);
            let outline = parameter.map_or(&Outline::Any, |parameter| parameter.of.outline);
            // SAFETY: the values are used until the shim returns. The caller of the function keeps its objects, and the type of the
            // parameter says whether it refers to a lent one afterwards.
            unsafe { arguments.add(object, outline, may_lend, value) }
                .map_err(|refusal| self.refuse(index, refusal))?;
        }
        // SAFETY: as many values as objects were passed are written, and what they refer to lives in `arguments` and `tensors`.
        unsafe { self.call_shim(values.as_ptr().cast(), passed.len(), Some(&arguments.call)) }
    }

    /// Raises why an argument is refused.
    #[cold]
    fn refuse(&self, index: usize, refusal: Refusal) -> Raised {
        match refusal {
            Refusal::Raised => Raised,
            Refusal::Because(kind, what) => raise_refused(self, index, kind, &what),
            Refusal::Unfit(class) => {
                let mut what = String::from("expected ");
                match self.record.parameters.get(index) {
                    Some(parameter) => (parameter.of.name)(&mut what),
                    None => what.push_str("a value"),
                }
                what.extend([", got ", &class]);
                raise_refused(self, index, ErrorKind::TypeError, &what)
            }
        }
    }

    /// Calls the shim, and converts its result.
    ///
    /// # Safety
    ///
    /// There are so many arguments under the SafeCall contract of [`tvm_ffi_core::abi`].
    #[inline(always)]
    unsafe fn call_shim(
        &self,
        values: *const TVMFFIAny,
        count: usize,
        call: Option<&FromPython<'_>>,
    ) -> Result<Owned, Raised> {
        let mut returned = TVMFFIAny::NONE;
        // Python has fewer arguments than an `i32` counts.
        let count = count as i32;
        // SAFETY: the caller's contract.
        let mut shim = || unsafe { (self.record.shim.function())(null_mut(), values, count, &mut returned) };
        let run = || match self.releases_gil {
            // SAFETY: a shim uses nothing of Python's without taking the GIL.
            true => unsafe { gil::released(self.python, shim) },
            false => shim(),
        };
        let code = match call.and_then(|call| call.framework.as_ref()) {
            None => run(),
            Some(framework) => match framework.around(run) {
                Ok(code) => code,
                Err(error) => return Err(error::raise(&self.module, self.python, error)),
            },
        };
        if code != 0 {
            return Err(raise_taken(&self.module, self.python));
        }
        // SAFETY: the SafeCall contract: a call that succeeds writes an owned value.
        unsafe { result::into_python(self, &returned, call) }
    }
}
