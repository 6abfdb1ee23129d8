//! Errors, and the one that is raised on each thread.

use core::cell::Cell;
use core::ffi::{c_char, c_int};
use core::mem::ManuallyDrop;
use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::alloc::{Layout, handle_alloc_error};
use std::sync::{Mutex, PoisonError};

use tvm_ffi_abi::{BacktraceUpdateMode, TVMFFIByteArray, TVMFFIErrorCell, TVMFFIObjectHandle, TypeIndex};

use crate::lent::{self, c_text};
use crate::object::{Object, Tail};

/// The body of an error. The texts that it is made with follow it, each with a NUL, since `what()` of C++ gives the message as a C string.
#[repr(C)]
struct Body {
    cell: TVMFFIErrorCell,
    /// The number of bytes after the body.
    tail: usize,
    later: Mutex<LaterBacktraces>,
}

/// What the backtrace became. All texts stay until the error ends, since other threads may read them.
struct LaterBacktraces {
    texts: Vec<Vec<u8>>,
    /// The number of bytes of the longest backtrace so far.
    longest: usize,
}

// SAFETY: nothing changes the number.
unsafe impl Tail for Body {
    type Element = u8;

    unsafe fn count(body: *const Self) -> usize {
        // SAFETY: the caller's contract.
        unsafe { (*body).tail }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        for reference in [self.cell.cause_chain, self.cell.extra_context] {
            // SAFETY: the cell owns its references.
            let object = unsafe { Object::from_owned(reference) };
            object.into_iter().for_each(Object::drop_held);
        }
    }
}

/// An error with these texts: kind, message, backtrace. `None` if there is no memory.
fn new(texts: [&[u8]; 3], cause: Option<Object>, extra: Option<Object>) -> Option<Object> {
    let tail = texts.iter().map(|text| text.len() + 1).sum();
    Object::with_tail(TypeIndex::ERROR, tail, |mut place: NonNull<u8>| {
        let [kind, message, backtrace] = texts.map(|text| {
            let copy = TVMFFIByteArray { data: place.as_ptr(), size: text.len() };
            // SAFETY: the tail has room for all texts and their NULs, and is new.
            unsafe { place.copy_from_nonoverlapping(NonNull::from(text).cast(), text.len()) };
            // SAFETY: as above.
            let end = unsafe { place.add(text.len()) };
            // SAFETY: as above.
            unsafe { end.write(0) };
            // SAFETY: as above; after the last NUL is the end of the block.
            place = unsafe { end.add(1) };
            copy
        });
        let cell = TVMFFIErrorCell {
            kind,
            message,
            backtrace,
            update_backtrace: Some(update_backtrace),
            cause_chain: cause.map_or(null_mut(), Object::into_handle),
            extra_context: extra.map_or(null_mut(), Object::into_handle),
        };
        let later = LaterBacktraces { texts: Vec::new(), longest: backtrace.size };
        Body { cell, tail, later: Mutex::new(later) }
    })
}

/// `update_backtrace` of errors that are made here. Several threads may call it for one error, and others may read the text meanwhile.
unsafe extern "C-unwind" fn update_backtrace(
    error: TVMFFIObjectHandle,
    update: *const TVMFFIByteArray,
    mode: i32,
) {
    // SAFETY: the caller lends an error.
    let Some(error) = (unsafe { Object::from_lent(error) }) else { return };
    // SAFETY: the caller lends the bytes.
    let update = unsafe { lent::bytes(update) };
    let body = error.body::<Body>().as_ptr();
    // SAFETY: the error was made here.
    let later = unsafe { &(*body).later };
    // SAFETY: as above.
    let cell = unsafe { &raw mut (*body).cell.backtrace };
    let mut later = later.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the cell has a readable text, which only this function changes, under the lock.
    let before = unsafe { cell.read() };
    // SAFETY: as above.
    let kept = if mode == BacktraceUpdateMode::REPLACE { &[][..] } else { unsafe { before.bytes() } };
    let text = later.change(kept, update);
    // SAFETY: as above.
    let place = unsafe { &raw mut (*cell).data }.cast::<*mut u8>();
    // SAFETY: the place is aligned and lives as long as the error.
    unsafe { AtomicPtr::from_ptr(place) }.store(text.as_mut_ptr(), Ordering::Release);
    // SAFETY: as above.
    let place = unsafe { &raw mut (*cell).size };
    // SAFETY: as above.
    unsafe { AtomicUsize::from_ptr(place) }.store(text.len(), Ordering::Release);
}

impl LaterBacktraces {
    /// The backtrace that begins with `kept`, which is the one before or nothing. A NUL follows it.
    ///
    /// A reader may have the size of any earlier backtrace. So each text has room for the longest, and a text that readers know is only written after
    /// that many bytes.
    fn change(&mut self, kept: &[u8], update: &[u8]) -> &mut Vec<u8> {
        let size = kept.len() + update.len();
        let can_grow = |last: &Vec<u8>| {
            last.as_ptr() == kept.as_ptr() && kept.len() >= self.longest && size < last.capacity()
        };
        if !self.texts.last().is_some_and(can_grow) {
            // Appending is amortized.
            let mut text = Vec::with_capacity((kept.len() * 2).max(self.longest).max(size) + 1);
            text.extend_from_slice(kept);
            self.texts.push(text);
        }
        self.longest = self.longest.max(size);
        let text = self.texts.last_mut().expect("a text was pushed");
        text.extend_from_slice(update);
        text.resize(self.longest + 1, 0);
        text.truncate(size);
        text
    }
}

std::thread_local! {
    /// It has no destructor, since calls can fail while the thread ends: in destructors of C++, and in callbacks at the exit of the process.
    static RAISED: Cell<ManuallyDrop<Option<Object>>> = const { Cell::new(ManuallyDrop::new(None)) };
    static END_OF_THREAD: EndOfThread = const { EndOfThread };
}

/// Drops the error that is still raised when the thread ends.
struct EndOfThread;

impl Drop for EndOfThread {
    fn drop(&mut self) {
        drop(take_raised());
    }
}

/// The message of an allocation that fails, in the words of C++.
pub(crate) const NO_MEMORY: &str = "std::bad_alloc";

/// Raises an error that is made of a kind and a message.
pub(crate) fn raise(kind: &str, message: &str) {
    set_raised(object(kind, message));
}

/// An error object.
pub(crate) fn object(kind: &str, message: &str) -> Object {
    of_texts(kind.as_bytes(), message.as_bytes())
}

/// An error object. The process ends if there is no memory to say what is wrong.
fn of_texts(kind: &[u8], message: &[u8]) -> Object {
    new([kind, message, b""], None, None).unwrap_or_else(|| handle_alloc_error(Layout::for_value(message)))
}

/// Raises an error object.
pub(crate) fn set_raised(error: Object) {
    // Fails while the thread ends: then the error stays unless a caller takes it.
    let _ = END_OF_THREAD.try_with(|_| ());
    // Deleters may raise errors and take them, so they run before.
    while let Some(before) = take_raised() {
        drop(before);
    }
    drop(replace_raised(Some(error)));
}

/// Takes the error that is raised on this thread.
pub(crate) fn take_raised() -> Option<Object> {
    replace_raised(None)
}

fn replace_raised(error: Option<Object>) -> Option<Object> {
    ManuallyDrop::into_inner(RAISED.replace(ManuallyDrop::new(error)))
}

/// `TVMFFIErrorCreate`.
///
/// # Safety
///
/// The C API: the texts are readable, and `out` is writable.
pub(crate) unsafe extern "C" fn create(
    kind: *const TVMFFIByteArray,
    message: *const TVMFFIByteArray,
    backtrace: *const TVMFFIByteArray,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    // SAFETY: the caller's contract.
    unsafe { create_with_cause_and_extra_context(kind, message, backtrace, null_mut(), null_mut(), out) }
}

/// `TVMFFIErrorCreateWithCauseAndExtraContext`.
///
/// # Safety
///
/// The C API: the texts are readable, cause and context are lent or NULL, and `out` is writable.
pub(crate) unsafe extern "C" fn create_with_cause_and_extra_context(
    kind: *const TVMFFIByteArray,
    message: *const TVMFFIByteArray,
    backtrace: *const TVMFFIByteArray,
    cause: TVMFFIObjectHandle,
    extra: TVMFFIObjectHandle,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    // SAFETY: the caller's contract.
    let texts = [kind, message, backtrace].map(|text| unsafe { lent::bytes(text) });
    // SAFETY: the caller's contract.
    let [cause, extra] = [cause, extra].map(|object| unsafe { Object::from_lent(object) });
    let Some(error) = new(texts, cause, extra) else {
        raise("InternalError", NO_MEMORY);
        return -1;
    };
    // SAFETY: the caller's contract.
    unsafe { out.write(error.into_handle()) };
    0
}

/// `TVMFFIErrorMoveFromRaised`.
///
/// # Safety
///
/// The C API: `out` is writable.
pub(crate) unsafe extern "C" fn move_from_raised(out: *mut TVMFFIObjectHandle) {
    let error = take_raised().map_or(null_mut(), Object::into_handle);
    // SAFETY: the caller's contract.
    unsafe { out.write(error) };
}

/// `TVMFFIErrorSetRaised`.
///
/// # Safety
///
/// The C API: the error is lent, or NULL.
pub(crate) unsafe extern "C" fn set_raised_of(error: TVMFFIObjectHandle) {
    // SAFETY: the caller's contract.
    match unsafe { Object::from_lent(error) } {
        Some(error) => set_raised(error),
        None => drop(take_raised()),
    }
}

/// `TVMFFIErrorSetRaisedFromCStr`.
///
/// # Safety
///
/// The C API: the texts are C strings.
pub(crate) unsafe extern "C" fn set_raised_from_c_str(kind: *const c_char, message: *const c_char) {
    // SAFETY: the caller's contract.
    let [kind, message] = [kind, message].map(|text| unsafe { c_text(text) });
    set_raised(of_texts(kind, message));
}

/// `TVMFFIErrorSetRaisedFromCStrParts`. Parts that are NULL are skipped.
///
/// # Safety
///
/// The C API: the kind and the parts are C strings, parts may be NULL.
pub(crate) unsafe extern "C" fn set_raised_from_c_str_parts(
    kind: *const c_char,
    parts: *const *const c_char,
    count: i32,
) {
    // SAFETY: the caller's contract.
    let kind = unsafe { c_text(kind) };
    let mut message = Vec::new();
    for index in 0..usize::try_from(count).unwrap_or(0) {
        // SAFETY: the caller's contract.
        let part = unsafe { parts.add(index) };
        // SAFETY: the caller's contract.
        let part = unsafe { part.read() };
        // SAFETY: the caller's contract.
        message.extend_from_slice(unsafe { c_text(part) });
    }
    set_raised(of_texts(kind, &message));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(error: &Object) -> TVMFFIErrorCell {
        // SAFETY: errors have the cell after the header.
        unsafe { error.body::<TVMFFIErrorCell>().read() }
    }

    fn texts(error: &Object) -> [String; 3] {
        let cell = cell(error);
        // SAFETY: the cell has readable texts.
        [cell.kind, cell.message, cell.backtrace]
            .map(|text| String::from_utf8_lossy(unsafe { text.bytes() }).into_owned())
    }

    fn update(error: &Object, text: &str, mode: i32) {
        let update = cell(error).update_backtrace.expect("errors have the function");
        // SAFETY: the error is lent, and the text is readable.
        unsafe { update(error.handle(), &TVMFFIByteArray::of(text.as_bytes()), mode) };
    }

    #[test]
    fn texts_are_copied_and_end_with_a_nul() {
        let error = new([b"ValueError", b"bad", b""], None, None).expect("an error");
        assert_eq!(texts(&error), ["ValueError", "bad", ""]);
        let cell = cell(&error);
        for text in [cell.kind, cell.message, cell.backtrace] {
            let with_nul = TVMFFIByteArray { size: text.size + 1, ..text };
            // SAFETY: the NUL is in the same block.
            assert_eq!(unsafe { with_nul.bytes() }.last(), Some(&0));
        }
    }

    #[test]
    fn the_backtrace_is_appended_to_and_replaced() {
        let error = new([b"E", b"m", b"first\n"], None, None).expect("an error");
        let readers = cell(&error).backtrace;
        for line in ["second\n", "third\n", "fourth\n"] {
            update(&error, line, BacktraceUpdateMode::APPEND);
        }
        assert_eq!(texts(&error)[2], "first\nsecond\nthird\nfourth\n");
        let later = cell(&error).backtrace;
        update(&error, "only\n", BacktraceUpdateMode::REPLACE);
        assert_eq!(texts(&error)[2], "only\n");
        update(&error, "", BacktraceUpdateMode::REPLACE);
        assert_eq!(texts(&error)[2], "");
        // SAFETY: a text stays until the error ends.
        assert_eq!(unsafe { readers.bytes() }, b"first\n");
        // SAFETY: as above.
        assert_eq!(unsafe { later.bytes() }, b"first\nsecond\nthird\nfourth\n");
    }

    #[test]
    fn a_reader_may_have_the_size_of_any_backtrace_before() {
        let mut later = LaterBacktraces { texts: Vec::new(), longest: 100 };
        assert!(later.change(b"", b"0123456789").capacity() > 100);
        let text = later.change(b"", b"01234");
        assert!(text.capacity() > 100);
        let kept = TVMFFIByteArray::of(text);
        // SAFETY: a text stays.
        let kept = unsafe { kept.bytes() };
        let longer = later.change(kept, b"56");
        assert_eq!((longer.as_slice(), kept), (&b"0123456"[..], &b"01234"[..]));
        assert_ne!(longer.as_ptr(), kept.as_ptr(), "a reader may be reading a hundred bytes there");
    }

    #[test]
    fn an_error_owns_its_cause_and_its_context() {
        let cause = new([b"E", b"cause", b""], None, None).expect("an error");
        let extra = Object::new(TypeIndex::OBJECT, ());
        let (kind, message, backtrace) =
            (TVMFFIByteArray::of(b"E"), TVMFFIByteArray::of(b"m"), TVMFFIByteArray::of(b""));
        let mut out = null_mut();
        // SAFETY: the texts are readable, the objects are lent, `out` is writable.
        let code = unsafe {
            create_with_cause_and_extra_context(
                &kind,
                &message,
                &backtrace,
                cause.handle(),
                extra.handle(),
                &mut out,
            )
        };
        assert_eq!(code, 0);
        // SAFETY: the function gave an owned error.
        let error = unsafe { Object::from_owned(out) }.expect("an error");
        assert_eq!((cell(&error).cause_chain, cell(&error).extra_context), (cause.handle(), extra.handle()));
        drop((cause, extra));
        // SAFETY: the error owns its cause.
        let cause = unsafe { Object::from_lent(cell(&error).cause_chain) }.expect("a cause");
        drop(error);
        assert_eq!(texts(&cause)[1], "cause");
    }

    #[test]
    fn a_thread_has_one_raised_error() {
        assert!(take_raised().is_none());
        raise("ValueError", "first");
        let parts = [c"se".as_ptr(), core::ptr::null(), c"cond".as_ptr()];
        // SAFETY: kind and parts are C strings or NULL.
        unsafe { set_raised_from_c_str_parts(c"TypeError".as_ptr(), parts.as_ptr(), 3) };
        std::thread::spawn(|| {
            assert!(take_raised().is_none());
            // SAFETY: both are C strings.
            unsafe { set_raised_from_c_str(c"E".as_ptr(), c"dropped with the thread".as_ptr()) };
        })
        .join()
        .expect("the thread ends");
        let mut out = null_mut();
        // SAFETY: `out` is writable.
        unsafe { move_from_raised(&mut out) };
        // SAFETY: the function gave an owned error.
        let error = unsafe { Object::from_owned(out) }.expect("an error");
        assert_eq!(texts(&error)[..2], ["TypeError", "second"]);
        assert!(take_raised().is_none());
        // SAFETY: the error is lent.
        unsafe { set_raised_of(error.handle()) };
        assert_eq!(take_raised().map(|raised| raised.handle()), Some(error.handle()));
    }

    #[test]
    fn the_deleters_of_an_error_do_not_take_the_next_one() {
        struct Takes;

        impl Drop for Takes {
            fn drop(&mut self) {
                raise("ValueError", "of a deleter");
                drop(take_raised());
            }
        }

        let context = Object::new(TypeIndex::OBJECT, Takes);
        set_raised(new([b"E", b"first", b""], None, Some(context)).expect("an error"));
        raise("ValueError", "second");
        assert_eq!(texts(&take_raised().expect("an error"))[1], "second");
    }

    #[test]
    fn a_call_can_fail_while_its_thread_ends() {
        struct Fails(std::sync::mpsc::Sender<Option<Object>>);

        impl Drop for Fails {
            fn drop(&mut self) {
                raise("ValueError", "late");
                self.0.send(take_raised()).expect("the test waits");
            }
        }

        std::thread_local! {
            static FAILS: Cell<Option<Fails>> = const { Cell::new(None) };
        }
        let (sender, receiver) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(|| {
            // What is made first is dropped last.
            FAILS.set(Some(Fails(sender)));
            raise("ValueError", "early");
        });
        thread.join().expect("the thread ends");
        let error = receiver.recv().expect("the thread sends").expect("the error is raised");
        assert_eq!(texts(&error)[1], "late");
    }
}
