//! References to objects of any type, and their counts.
//!
//! A handle points to a [`TVMFFIObject`] header: strong and weak count, type index, deleter. All strong references
//! together hold one weak reference; the payload is destroyed with the last strong one, the memory freed with the last
//! weak one. The protocol is that of the runtime's headers, so this module updates the counts by inline atomics.

use core::ffi::c_void;
use core::fmt;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicU64, Ordering, fence};

use crate::abi::{DeleterFlag, TVMFFIObject, TVMFFIObjectHandle, TypeIndex};

const STRONG_ONE: u64 = 1;
const WEAK_ONE: u64 = 1 << 32;
pub(crate) const BOTH_ONE: u64 = STRONG_ONE | WEAK_ONE;
const STRONG_MASK: u64 = WEAK_ONE - 1;

/// The counts of an object.
///
/// # Safety
///
/// Object validity, for as long as the reference is used.
#[inline(always)]
unsafe fn counts<'a>(object: NonNull<TVMFFIObject>) -> &'a AtomicU64 {
    // SAFETY: the header is live by contract, and the place is inside it.
    let place = unsafe { &raw mut (*object.as_ptr()).combined_ref_count };
    // SAFETY: the place is aligned and live by contract, and every party accesses it atomically.
    unsafe { AtomicU64::from_ptr(place) }
}

/// Takes one more strong reference.
///
/// # Safety
///
/// Object validity.
#[inline(always)]
pub(crate) unsafe fn inc_ref(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller's contract. Relaxed suffices: the caller holds a reference already.
    let before = unsafe { counts(object) }.fetch_add(STRONG_ONE, Ordering::Relaxed);
    // The sign of the low half.
    if (before as i32) < 0 {
        too_many_references();
    }
}

/// Takes one more strong reference to an object that was found in a container which other threads might be changing. `false` if the
/// object is not of this type index, or its count cannot be that of an object that is alive.
///
/// Where the container was changed, the object may have been freed. Then the header is read from freed memory, and the answer is
/// probably `false`, but no more than that.
///
/// # Safety
///
/// Object validity, as long as no other thread changes the container.
pub(crate) unsafe fn try_inc_ref(object: NonNull<TVMFFIObject>, type_index: i32) -> bool {
    // SAFETY: the caller's contract.
    if unsafe { (*object.as_ptr()).type_index } != type_index {
        return false;
    }
    let one_more = |word: u64| {
        let strong = word & STRONG_MASK;
        (1..STRONG_MASK / 2).contains(&strong).then(|| word + STRONG_ONE)
    };
    // SAFETY: the caller's contract. Relaxed suffices: the container holds a reference already.
    unsafe { counts(object) }.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
}

/// Takes one more strong reference for as long as a frame of the stack lasts. There are never so many frames that a count overflows.
///
/// # Safety
///
/// Object validity.
#[inline(always)]
pub(crate) unsafe fn inc_ref_of_frame(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller's contract. Relaxed suffices: the caller is lent a reference.
    unsafe { counts(object) }.fetch_add(STRONG_ONE, Ordering::Relaxed);
}

/// Takes one more weak reference.
///
/// # Safety
///
/// The caller holds a reference of either kind.
#[inline]
pub(crate) unsafe fn inc_weak(object: NonNull<TVMFFIObject>) {
    // SAFETY: a reference of either kind keeps the header. Relaxed suffices, as above.
    let before = unsafe { counts(object) }.fetch_add(WEAK_ONE, Ordering::Relaxed);
    if before.cast_signed() < 0 {
        too_many_references();
    }
}

/// Ends the process before a count wraps around, which would free an object that is in use. A program gets there only by
/// forgetting two thousand million references, as with [`std::sync::Arc`].
#[cold]
#[inline(never)]
fn too_many_references() -> ! {
    eprintln!("tvm-ffi: an object has too many references");
    std::process::abort();
}

/// Gives up one strong reference; the last one destroys the object.
///
/// # Safety
///
/// Object validity, and the caller owns the reference, which it does not use again.
#[inline(always)]
pub(crate) unsafe fn dec_ref(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller's contract.
    let before = unsafe { counts(object) }.fetch_sub(STRONG_ONE, Ordering::Release);
    if before & STRONG_MASK == STRONG_ONE {
        // SAFETY: no strong reference is left, and the strong ones' weak reference has not been given up.
        unsafe { end(object, before) };
    }
}

/// Ends an object with the last strong reference to it.
#[inline]
unsafe fn end(object: NonNull<TVMFFIObject>, before: u64) {
    if before == BOTH_ONE {
        fence(Ordering::Acquire);
        // SAFETY: no reference of either kind is left.
        unsafe { delete(object, DeleterFlag::BOTH) };
    } else {
        // SAFETY: no strong reference is left, and the strong ones' weak reference has not been given up.
        unsafe { release_payload(object) };
    }
}

#[cold]
#[inline(never)]
unsafe fn release_payload(object: NonNull<TVMFFIObject>) {
    fence(Ordering::Acquire);
    // SAFETY: the caller found no strong reference left.
    unsafe { delete(object, DeleterFlag::STRONG) };
    // SAFETY: the strong references' common weak reference is given up here, once.
    unsafe { dec_weak(object) };
}

pub(crate) unsafe fn dec_weak(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller owns a weak reference, so the header is live.
    let before = unsafe { counts(object) }.fetch_sub(WEAK_ONE, Ordering::Release);
    if before == WEAK_ONE {
        fence(Ordering::Acquire);
        // SAFETY: no reference of either kind is left, and the payload is gone.
        unsafe { delete(object, DeleterFlag::WEAK) };
    }
}

/// Runs the deleter, where there is one.
pub(crate) unsafe fn delete(object: NonNull<TVMFFIObject>, phase: i32) {
    // SAFETY: the header is live until the deleter frees it.
    let deleter = unsafe { (*object.as_ptr()).deleter };
    if let Some(deleter) = deleter {
        // SAFETY: the caller found the counts of this phase.
        unsafe { deleter(object.as_ptr().cast(), phase) };
    }
}

/// An owned reference to an object of any type.
///
/// Cloning shares the object. Objects are shared between threads and languages, so a reference gives no mutable access.
#[repr(transparent)]
pub struct ObjectRef(NonNull<TVMFFIObject>);

// SAFETY: counts are atomic, deleters may run on any thread by the ABI's rules, and a reference alone gives access to
// nothing but the immutable header.
unsafe impl Send for ObjectRef {}
// SAFETY: as above.
unsafe impl Sync for ObjectRef {}

impl ObjectRef {
    /// Takes over a strong reference.
    ///
    /// # Safety
    ///
    /// Object validity, and the caller gives up the reference that it owns.
    #[inline(always)]
    pub unsafe fn from_raw(handle: NonNull<TVMFFIObject>) -> Self {
        Self(handle)
    }

    /// Takes a reference of its own to an object that the caller borrows.
    ///
    /// # Safety
    ///
    /// Object validity.
    #[inline(always)]
    pub unsafe fn from_borrowed(handle: NonNull<TVMFFIObject>) -> Self {
        // SAFETY: the caller's contract.
        unsafe { inc_ref(handle) };
        Self(handle)
    }

    /// Takes over what a C function gave as an owned handle.
    ///
    /// # Safety
    ///
    /// `handle` is NULL, or as for [`from_raw`](Self::from_raw).
    #[inline]
    pub(crate) unsafe fn from_handle(handle: TVMFFIObjectHandle) -> Option<Self> {
        NonNull::new(handle.cast()).map(Self)
    }

    /// The header, still owned by this reference.
    #[inline(always)]
    pub fn as_ptr(&self) -> NonNull<TVMFFIObject> {
        self.0
    }

    /// The handle, as C functions take it.
    #[inline(always)]
    pub(crate) fn handle(&self) -> TVMFFIObjectHandle {
        self.0.as_ptr().cast()
    }

    /// Gives up ownership of the reference.
    #[inline(always)]
    pub fn into_raw(self) -> NonNull<TVMFFIObject> {
        ManuallyDrop::new(self).0
    }

    /// The type index of the object.
    #[inline(always)]
    pub fn type_index(&self) -> i32 {
        // SAFETY: Object validity; the index never changes.
        unsafe { (*self.0.as_ptr()).type_index }
    }

    /// Whether both refer to the same object.
    #[inline]
    pub fn ptr_eq(a: &Self, b: &Self) -> bool {
        a.0 == b.0
    }

    /// The number of strong references; another thread may change it at any time.
    pub fn strong_count(&self) -> usize {
        // SAFETY: Object validity.
        let word = unsafe { counts(self.0) }.load(Ordering::Relaxed);
        usize::try_from(word & STRONG_MASK).unwrap_or(usize::MAX)
    }

    /// Whether this is the only reference, weak ones included.
    #[inline]
    pub fn is_unique(&self) -> bool {
        // SAFETY: Object validity. Acquire pairs with the release by the thread that dropped the last other reference.
        unsafe { counts(self.0) }.load(Ordering::Acquire) == BOTH_ONE
    }

    /// A weak reference to the object.
    pub fn downgrade(&self) -> WeakObjectRef {
        // SAFETY: Object validity.
        unsafe { inc_weak(self.0) };
        WeakObjectRef(self.0)
    }

    /// The body after the header.
    #[inline(always)]
    pub(crate) fn body<T>(&self) -> NonNull<T> {
        // SAFETY: every object has its body behind the header, in the same allocation.
        unsafe { self.0.add(1) }.cast()
    }
}

impl Clone for ObjectRef {
    #[inline(always)]
    fn clone(&self) -> Self {
        // SAFETY: Object validity.
        unsafe { inc_ref(self.0) };
        Self(self.0)
    }
}

impl Drop for ObjectRef {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the reference is owned and not used again.
        unsafe { dec_ref(self.0) };
    }
}

/// A reference that does not keep an object of any type alive, made by [`ObjectRef::downgrade`].
pub struct WeakObjectRef(NonNull<TVMFFIObject>);

// SAFETY: as for `ObjectRef`; a weak reference gives access to the counts only.
unsafe impl Send for WeakObjectRef {}
// SAFETY: as above.
unsafe impl Sync for WeakObjectRef {}

impl WeakObjectRef {
    /// A strong reference, if the object is still alive.
    pub fn upgrade(&self) -> Option<ObjectRef> {
        // SAFETY: a weak reference keeps the header.
        let counts = unsafe { counts(self.0) };
        let alive = |word: u64| (word & STRONG_MASK != 0).then(|| word + STRONG_ONE);
        // Acquire pairs with whatever published the object to the holder of the weak reference.
        let before = counts.fetch_update(Ordering::AcqRel, Ordering::Relaxed, alive).ok()?;
        if (before as i32) < 0 {
            too_many_references();
        }
        Some(ObjectRef(self.0))
    }
}

impl Clone for WeakObjectRef {
    fn clone(&self) -> Self {
        // SAFETY: the reference is held here.
        unsafe { inc_weak(self.0) };
        Self(self.0)
    }
}

impl Drop for WeakObjectRef {
    fn drop(&mut self) {
        // SAFETY: the reference is owned and not used again.
        unsafe { dec_weak(self.0) };
    }
}

impl fmt::Debug for WeakObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WeakObjectRef({:p})", self.0)
    }
}

/// Whether values of a type index hold a reference to an object.
#[inline(always)]
pub(crate) fn is_object_index(type_index: i32) -> bool {
    type_index >= TypeIndex::STATIC_OBJECT_BEGIN
}

/// A header for an object made here, with one strong reference.
pub(crate) fn new_header(
    type_index: i32,
    deleter: unsafe extern "C" fn(*mut c_void, core::ffi::c_int),
) -> TVMFFIObject {
    TVMFFIObject { combined_ref_count: BOTH_ONE, type_index, __padding: 0, deleter: Some(deleter) }
}
