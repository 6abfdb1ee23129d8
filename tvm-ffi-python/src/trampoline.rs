//! The function that Python calls for every export of a module.

use core::mem::MaybeUninit;
use core::ptr::{NonNull, null_mut};

use tvm_ffi_core::__private::{
    ABSENT, Lent as Lends, TypeTag, is_of_wrong_type, room, take_raised_if_any, take_unraised,
};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Any, AnyView, ErrorKind, FromAnyView};

use crate::arguments::{Arguments, scalars};
use crate::error::{self, guarded, raise_refused, raise_taken};
use crate::ffi::PyObject;
use crate::from_python::{FromPython, Refusal};
use crate::function::{Function, takes_view};
use crate::keywords::{Others, Positions, assign, follows_parameters};
use crate::layout::type_of;
use crate::lent::Lent;
use crate::python::{Borrowed, Owned, Raised};
use crate::tensors::{Places, Refused, Tensors};
use crate::{classes, collect, export_object, gil, instance, result};

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
    // SAFETY: the caller's contract.
    guarded(function.python, || unsafe { function.call_raw(args, count.cast_unsigned(), names, None) })
}

impl Function {
    /// Calls the export; `target` gets the object that it makes, if it is a constructor.
    ///
    /// # Safety
    ///
    /// As Python calls a function of the vectorcall protocol.
    #[inline(always)]
    pub(crate) unsafe fn call_raw(
        &self,
        args: *const *mut PyObject,
        count: usize,
        names: *mut PyObject,
        target: Option<Borrowed<'_>>,
    ) -> Result<Owned, Raised> {
        // SAFETY: the caller's contract: a tuple that lives through the call.
        let names = NonNull::new(names).map(|names| unsafe { Borrowed::new(names) });
        let named = names.map_or(0, |names| self.python.length_of(names));
        // SAFETY: the caller's contract: the named arguments follow the others.
        let passed = unsafe { passed(args, count + named) };
        let in_order = match names {
            None => self.is_ordinary,
            Some(names) => follows_parameters(self, passed, count, names),
        };
        if in_order {
            return self.call_for(passed, target);
        }
        let (passed, values) = passed.split_at_checked(count).unwrap_or((passed, &[]));
        let names = (0..named).filter_map(|index| self.python.element(names?, index).ok());
        self.call_by_name(passed, names.zip(values.iter().copied().flatten()), target)
    }
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
    /// Calls a constructor, whose object the instance gets.
    pub(crate) fn construct(
        &self,
        instance: Borrowed<'_>,
        args: Borrowed<'_>,
        named: Option<Borrowed<'_>>,
    ) -> Result<Owned, Raised> {
        let count = self.python.length_of(args);
        let (mut few, mut many) = ([const { MaybeUninit::uninit() }; FEW], Vec::new());
        let passed = room(&mut few, &mut many, count, None);
        for (index, place) in passed.iter_mut().enumerate() {
            *place = Some(self.python.element(args, index)?);
        }
        if named.is_none() && self.is_ordinary {
            return self.call_for(passed, Some(instance));
        }
        // Code that the arguments run may change the dictionary.
        let named = named.into_iter().flat_map(|named| self.python.items(named));
        let named: Vec<_> =
            named.map(|(name, value)| (self.python.own(name), self.python.own(value))).collect();
        let named = named.iter().map(|(name, value)| (name.borrow(), value.borrow()));
        self.call_by_name(passed, named, Some(instance))
    }

    /// Calls the export with arguments that have to be put into the order of the parameters.
    fn call_by_name<'a>(
        &self,
        passed: &Passed<'a>,
        named: impl Iterator<Item = (Borrowed<'a>, Borrowed<'a>)>,
        target: Option<Borrowed<'_>>,
    ) -> Result<Owned, Raised> {
        let others = Others::new(self, passed)?;
        let (mut few, mut many) = ([const { MaybeUninit::uninit() }; FEW], Vec::new());
        let positions: &mut Positions<'_> = room(&mut few, &mut many, self.names.len(), None);
        let count = assign(self, passed, named, &others, positions)?;
        self.call_for(positions.get(..count).unwrap_or_default(), target)
    }

    /// Calls the export; `target` gets the object that it makes, if it is a constructor. Most calls have only scalars, which need no other place
    /// than that of their value.
    #[inline(always)]
    pub(crate) fn call_for(
        &self,
        passed: &Passed<'_>,
        target: Option<Borrowed<'_>>,
    ) -> Result<Owned, Raised> {
        if self.takes_views {
            return self.call_with_tensors(passed, target);
        }
        let mut values = [const { MaybeUninit::uninit() }; FEW];
        let all_written = match passed.split_first().filter(|_| self.has_receiver) {
            None => scalars(self.python, passed, &mut values),
            Some((receiver, rest)) => self.receiver(*receiver).is_some_and(|receiver| {
                let [first, others @ ..] = &mut values;
                first.write(receiver);
                scalars(self.python, rest, others)
            }),
        };
        if all_written {
            // SAFETY: as many values as objects were passed are written, and refer to nothing.
            return unsafe { self.call_shim(values.as_ptr().cast(), passed.len(), None, target) };
        }
        self.call_with_others(passed, target)
    }

    /// The value of a receiver, if it is an instance with an object.
    #[inline(always)]
    fn receiver(&self, receiver: Option<Borrowed<'_>>) -> Option<TVMFFIAny> {
        let receiver = receiver?;
        let handle = if type_of(receiver) == self.receiver_class.get() {
            // SAFETY: the class is one of this crate.
            unsafe { instance::handle(receiver) }
        } else {
            classes::get(self.python)?.handle_of(receiver)?
        };
        NonNull::new(handle).map(instance::value)
    }

    /// Calls the export with arguments that may be other than scalars.
    #[inline(never)]
    fn call_with_others(&self, passed: &Passed<'_>, target: Option<Borrowed<'_>>) -> Result<Owned, Raised> {
        if passed.len() > FEW {
            return self.call_with_many(passed, target);
        }
        let mut values = [const { MaybeUninit::uninit() }; FEW];
        let mut places = [const { MaybeUninit::uninit() }; FEW];
        let mut elements = [const { MaybeUninit::uninit() }; FEW_ELEMENTS];
        self.call_with(passed, &mut values, &mut places, &mut elements, None, target)
    }

    /// Calls the export with places for tensors too.
    #[inline(never)]
    fn call_with_tensors(&self, passed: &Passed<'_>, target: Option<Borrowed<'_>>) -> Result<Owned, Raised> {
        if passed.len() > FEW {
            return self.call_with_many(passed, target);
        }
        let mut values = [const { MaybeUninit::uninit() }; FEW];
        let mut places = [const { MaybeUninit::uninit() }; FEW];
        let mut elements = [const { MaybeUninit::uninit() }; FEW_ELEMENTS];
        let mut room = Places::new();
        let mut tensors = Tensors::new(&mut room);
        self.call_with(passed, &mut values, &mut places, &mut elements, Some(&mut tensors), target)
    }

    /// Calls the export with places on the heap.
    #[cold]
    #[inline(never)]
    fn call_with_many(&self, passed: &Passed<'_>, target: Option<Borrowed<'_>>) -> Result<Owned, Raised> {
        let mut values = Vec::new();
        values.resize_with(passed.len(), MaybeUninit::uninit);
        let mut places = Vec::new();
        places.resize_with(passed.len(), MaybeUninit::uninit);
        let mut room = Vec::new();
        room.resize_with(passed.len(), MaybeUninit::uninit);
        let mut tensors = Tensors::many(&mut room);
        self.call_with(passed, &mut values, &mut places, &mut [], Some(&mut tensors), target)
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
        target: Option<Borrowed<'_>>,
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
            let lends = parameter.map_or(Lends::Nothing, |parameter| parameter.of.lent);
            let tag = parameter.map_or(&TypeTag::Any, |parameter| parameter.of.tag.required());
            // SAFETY: the values are used until the shim returns. The caller of the function keeps its objects, and the type of the
            // parameter says whether it refers to a lent one afterwards.
            if let Err(refusal) = unsafe { arguments.add(object, tag, lends, value) } {
                return match refusal {
                    Refusal::Unfit(_) if self.is_operator => Ok(self.not_implemented()),
                    refusal => Err(self.refuse(index, refusal)),
                };
            }
        }
        // SAFETY: as many values as objects were passed are written, and what they refer to lives in `arguments` and `tensors`.
        unsafe { self.call_shim(values.as_ptr().cast(), passed.len(), Some(&arguments.call), target) }
    }

    /// What an operator returns for an operand that it does not take, so that Python asks the other one.
    fn not_implemented(&self) -> Owned {
        self.python.own(Borrowed::of(self.python.api._Py_NotImplementedStruct))
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
                    Some(parameter) => what.push_str(&parameter.of.tag.name()),
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
        target: Option<Borrowed<'_>>,
    ) -> Result<Owned, Raised> {
        let mut returned = TVMFFIAny::NONE;
        // SAFETY: the caller's contract.
        let _held = self.leads_to_code.then(|| unsafe { collect::hold(values, count) });
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
            // SAFETY: the caller's contract.
            if self.is_operator && unsafe { is_of_wrong_type(self.record, values, count) } {
                drop((take_raised_if_any(), take_unraised()));
                return Ok(self.not_implemented());
            }
            return Err(raise_taken(&self.module, self.python));
        }
        if self.returns_receiver && returned.type_index == TypeIndex::NONE {
            // SAFETY: the caller's contract: there is a first argument.
            let receiver = unsafe { NonNull::new_unchecked(values.cast_mut()) };
            // SAFETY: as above: it is the receiver, which the shim has decoded.
            let receiver = unsafe { AnyView::from_raw(receiver) };
            let receiver = Any::decode(receiver, &mut Default::default()).unwrap_or_default();
            let receiver = receiver.into_raw();
            // SAFETY: the value is owned here, and not used afterwards.
            return unsafe { result::into_python(&self.module, self.python, &TypeTag::Any, &receiver, None) };
        }
        if let Some(target) = target {
            // SAFETY: the SafeCall contract: a call that succeeds writes an owned value.
            return instance::initialize(self.python, target, unsafe { Any::from_raw(returned) });
        }
        // SAFETY: the SafeCall contract: a call that succeeds writes an owned value.
        unsafe { result::into_python(&self.module, self.python, self.result, &returned, call) }
    }
}
