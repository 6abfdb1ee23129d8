//! Objects of the package `tvm_ffi`, whose handle is the first word behind the header.
//!
//! Nothing promises that place. So it is believed for a type only after the word of its first instance was what `__chandle__` returned.
//! [`learn`](Objects::learn) compares them where a call goes through `tvm_ffi` anyway, because that runs code of Python's. Later calls only
//! look up the type.

use core::cell::{OnceCell, RefCell};
use core::ffi::c_void;
use core::ptr::NonNull;

use tvm_ffi_core::abi::{DLPackExchangeAPI, TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject};
use tvm_ffi_core::{Any, AnyView, FromAnyView};

use crate::layout::{WORD, first_word, header, type_of};
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::{classes, instance};

/// The types of objects of `tvm_ffi` that a module has seen.
#[derive(Default)]
pub(crate) struct Objects {
    /// `None` where `tvm_ffi` has another layout.
    base: OnceCell<Option<Base>>,
    /// In the order of their addresses.
    // Invariant: instances of the types are those of `Base::root`, and have the handle where `handle` reads it.
    known: RefCell<Vec<Known>>,
}

/// The classes of `tvm_ffi` that all objects are instances of.
struct Base {
    root: Owned,
    /// The class of containers, since 0.1.11. Its instances have one word more: the framework of the tensors in them, or NULL.
    container: Option<Owned>,
    /// The size of an instance of `root`.
    size: usize,
}

struct Known {
    /// A reference, so that no other type gets the address.
    class: Owned,
    is_container: bool,
}

impl Objects {
    /// The object that an instance of a known type refers to. The instance keeps it alive. `None` for a container of a
    /// [framework](Self::framework).
    #[inline(always)]
    pub(crate) fn value(&self, python: Python, object: Borrowed<'_>) -> Option<TVMFFIAny> {
        if let Some(handle) = classes::get(python).and_then(|classes| classes.handle_of(object)) {
            return NonNull::new(handle).map(instance::value);
        }
        let is_container = self.known(object)?;
        if is_container && self.framework(object).is_some() { None } else { self.value_of(object) }
    }

    /// Whether an instance of a known type is a container.
    #[inline(always)]
    fn known(&self, object: Borrowed<'_>) -> Option<bool> {
        let known = self.known.borrow();
        let place =
            known.binary_search_by_key(&type_of(object), |known| known.class.borrow().as_ptr()).ok()?;
        Some(known.get(place)?.is_container)
    }

    fn value_of(&self, object: Borrowed<'_>) -> Option<TVMFFIAny> {
        self.known(object)?;
        // SAFETY: the invariant of `known`.
        let handle = unsafe { handle(object) }?;
        // SAFETY: a handle that is not NULL is that of an object, to which the instance has a reference.
        let type_index = unsafe { (*handle.as_ptr()).type_index };
        Some(TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(handle.as_ptr().cast())))
    }

    /// The same with a reference of its own, also for a container of a framework.
    pub(crate) fn owned_value_of(&self, object: Borrowed<'_>) -> Option<Any> {
        owned(self.value_of(object)?)
    }

    /// The place of the handle of an instance of a known type. Who gets the address may take the handle, and leaves NULL.
    pub(crate) fn place(&self, object: Borrowed<'_>) -> Option<NonNull<*mut c_void>> {
        self.known(object)?;
        // SAFETY: the invariant of `known`.
        Some(unsafe { first_word(NonNull::new(object.as_ptr())?) })
    }

    /// The framework that the tensors of a container are to be of.
    pub(crate) fn framework(&self, container: Borrowed<'_>) -> Option<&'static DLPackExchangeAPI> {
        let Some(Some(base)) = self.base.get() else { return None };
        if !self.known(container)? {
            return None;
        }
        // SAFETY: `Base::of` has asked for the size of a container, which is a word more.
        let word = unsafe { container.as_ptr().cast::<u8>().add(base.size) };
        // SAFETY: as above; the size is a multiple of a word.
        let table = unsafe { word.cast::<*const DLPackExchangeAPI>().read() };
        // SAFETY: the package keeps NULL or the table of a framework there, which lives for the rest of the process.
        unsafe { table.as_ref() }
    }

    /// Looks at the type of an object. This runs code of Python's, and imports `tvm_ffi`.
    pub(crate) fn learn(&self, python: Python, object: Borrowed<'_>) {
        if self.base.get().is_none() {
            let base = Base::of(python).map_err(|raised| python.clear(raised));
            let _ = self.base.set(base.ok().flatten());
        }
        let Some(Some(base)) = self.base.get() else { return };
        self.learn_class(python, base, object).unwrap_or_else(|raised| python.clear(raised));
    }

    fn learn_class(&self, python: Python, base: &Base, object: Borrowed<'_>) -> Result<(), Raised> {
        let address = type_of(object);
        let place =
            |known: &[Known]| known.binary_search_by_key(&address, |known| known.class.borrow().as_ptr());
        if !python.is_subtype(address, base.root.borrow()) || place(&self.known.borrow()).is_ok() {
            return Ok(());
        }
        let ask = python.get(base.root.borrow(), c"__chandle__")?;
        let answer = python.call(ask.borrow(), &python.tuple([python.own(object)])?)?;
        let answer = python.int_of(answer.borrow())?;
        // SAFETY: `Base::of` has asked for the size of an instance, which has a word behind the header.
        let handle = unsafe { handle(object) };
        if handle.is_none_or(|handle| handle.addr().get() as u64 != answer.cast_unsigned()) {
            return Ok(());
        }
        let is_container =
            base.container.as_ref().is_some_and(|class| python.is_subtype(address, class.borrow()));
        let Some(class) = NonNull::new(address) else { return Ok(()) };
        // SAFETY: the object is live, and has a reference to its type.
        let class = python.own(unsafe { Borrowed::new(class) });
        let mut known = self.known.borrow_mut();
        // Another thread may have added it while Python ran.
        if let Err(place) = place(&known) {
            known.insert(place, Known { class, is_container });
        }
        Ok(())
    }
}

/// The value of an object that its instance keeps alive, with a reference of its own.
pub(crate) fn owned(value: TVMFFIAny) -> Option<Any> {
    // SAFETY: AnyView validity.
    let view = unsafe { AnyView::from_raw(NonNull::from(&value)) };
    Any::decode(view, &mut Default::default())
}

impl Base {
    /// The classes, if instances of them have the size that this module expects.
    fn of(python: Python) -> Result<Option<Self>, Raised> {
        let core = python.import(c"tvm_ffi.core")?;
        let find = |name| python.get(core.borrow(), name).map_err(|raised| python.clear(raised)).ok();
        // Before 0.1.11, there is only the second.
        let Some(root) = find(c"CObject").or_else(|| find(c"Object")) else { return Ok(None) };
        let container = find(c"CContainerBase");
        let size = size_of_instance(python, &root)?;
        let is_expected = size >= header() + WORD && size % WORD == 0;
        let is_longer = match &container {
            Some(container) => size_of_instance(python, container)? == size + WORD,
            None => true,
        };
        Ok((is_expected && is_longer).then_some(Self { root, container, size }))
    }
}

fn size_of_instance(python: Python, class: &Owned) -> Result<usize, Raised> {
    let size = python.get(class.borrow(), c"__basicsize__")?;
    Ok(usize::try_from(python.int_of(size.borrow())?).unwrap_or(0))
}

/// The word behind the header.
///
/// # Safety
///
/// The object has one.
#[inline(always)]
unsafe fn handle(object: Borrowed<'_>) -> Option<NonNull<TVMFFIObject>> {
    // SAFETY: a reference is not NULL.
    let object = unsafe { NonNull::new_unchecked(object.as_ptr()) };
    // SAFETY: the caller's contract.
    let word = unsafe { first_word(object) };
    // SAFETY: as above.
    NonNull::new(unsafe { word.read() }.cast())
}
