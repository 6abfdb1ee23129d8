//! Walking the stack of a panic in search of an exported call.

use super::{guarded, guarded_call, is_shim, raise_panic};
use crate::export::fail::{call_failed, call_panicked, raise_error};
use crate::export::metadata::{doc, metadata};

/// Whether a frame above is one that catches panics for the ABI: a shim, or one of the cold functions that a shim ends in,
/// which may have taken over its frame.
pub(super) fn inside_guarded_call() -> bool {
    let known = [
        guarded as *const () as usize,
        guarded_call as *const () as usize,
        raise_panic as *const () as usize,
        raise_error as *const () as usize,
        call_failed as *const () as usize,
        call_panicked as *const () as usize,
        metadata as *const () as usize,
        doc as *const () as usize,
    ];
    any_function_on_stack(&mut |function| known.contains(&function) || is_shim(function))
}

#[cfg(all(unix, not(miri)))]
fn any_function_on_stack(test: &mut dyn FnMut(usize) -> bool) -> bool {
    use core::ffi::{c_int, c_void};

    // The unwinder's interface, from the Itanium C++ ABI; the standard library links it on every Unix.
    unsafe extern "C" {
        fn _Unwind_Backtrace(
            trace: extern "C" fn(context: *mut c_void, data: *mut c_void) -> c_int,
            data: *mut c_void,
        ) -> c_int;
        fn _Unwind_GetIP(context: *mut c_void) -> usize;
        fn _Unwind_FindEnclosingFunction(address: *mut c_void) -> *mut c_void;
    }

    struct Walk<'a> {
        test: &'a mut dyn FnMut(usize) -> bool,
        found: bool,
    }

    extern "C" fn step(context: *mut c_void, data: *mut c_void) -> c_int {
        const CONTINUE: c_int = 0;
        const STOP: c_int = 4;
        // SAFETY: `data` is the `Walk` below, which nobody else uses during the walk.
        let walk = unsafe { &mut *data.cast::<Walk<'_>>() };
        // SAFETY: the unwinder gave the context.
        let address = unsafe { _Unwind_GetIP(context) };
        // A return address may lie behind the last instruction of its function.
        let inside = core::ptr::without_provenance_mut::<c_void>(address.saturating_sub(1));
        // SAFETY: any address may be asked about.
        let function = unsafe { _Unwind_FindEnclosingFunction(inside) };
        walk.found = !function.is_null() && (walk.test)(function.addr());
        if walk.found { STOP } else { CONTINUE }
    }

    let mut walk = Walk { test, found: false };
    // SAFETY: `step` does not unwind, and `walk` outlives the walk.
    unsafe { _Unwind_Backtrace(step, (&raw mut walk).cast()) };
    walk.found
}

#[cfg(all(windows, not(miri)))]
fn any_function_on_stack(test: &mut dyn FnMut(usize) -> bool) -> bool {
    use core::ffi::c_void;

    #[repr(C)]
    struct RuntimeFunction {
        begin: u32,
        end: u32,
        unwind: u32,
    }

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn RtlCaptureStackBackTrace(skip: u32, count: u32, out: *mut *mut c_void, hash: *mut u32) -> u16;
        fn RtlLookupFunctionEntry(
            address: u64,
            base: *mut u64,
            history: *mut c_void,
        ) -> *const RuntimeFunction;
    }

    let mut frames = [core::ptr::null_mut(); 256];
    // SAFETY: `frames` has room for as many frames as are asked for.
    let count = unsafe { RtlCaptureStackBackTrace(0, 256, frames.as_mut_ptr(), core::ptr::null_mut()) };
    frames[..usize::from(count)].iter().any(|frame| {
        let mut base = 0u64;
        let address = (frame.addr() as u64).saturating_sub(1);
        // SAFETY: any address may be asked about.
        let entry = unsafe { RtlLookupFunctionEntry(address, &mut base, core::ptr::null_mut()) };
        // SAFETY: NULL, or an entry of the module's function table.
        match unsafe { entry.as_ref() } {
            Some(entry) => test((base + u64::from(entry.begin)) as usize),
            None => false,
        }
    })
}

#[cfg(any(miri, not(any(unix, windows))))]
fn any_function_on_stack(_: &mut dyn FnMut(usize) -> bool) -> bool {
    false
}
