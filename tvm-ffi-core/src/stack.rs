//! Walks the stack of this thread, without resolving addresses.

use crate::export::is_boundary;

/// Whether an exported call is being made on this thread: a frame of its stack catches panics for the ABI.
pub(crate) fn has_exported_call() -> bool {
    let mut found = false;
    platform::walk(&mut |function| {
        found = function != 0 && is_boundary(function);
        found
    });
    found
}

#[cfg(all(unix, not(miri)))]
mod platform {
    use core::ffi::{c_int, c_void};

    // The unwinder's interface, from the Itanium C++ ABI; the standard library links it on every Unix.
    unsafe extern "C" {
        fn _Unwind_Backtrace(
            trace: extern "C" fn(context: *mut c_void, data: *mut c_void) -> c_int,
            data: *mut c_void,
        ) -> c_int;
        fn _Unwind_GetRegionStart(context: *mut c_void) -> usize;
    }

    struct Walk<'a> {
        visit: &'a mut dyn FnMut(usize) -> bool,
    }

    extern "C" fn step(context: *mut c_void, data: *mut c_void) -> c_int {
        const CONTINUE: c_int = 0;
        const STOP: c_int = 4;
        // SAFETY: `data` is the `Walk` below, which nothing else uses during the walk.
        let walk = unsafe { &mut *data.cast::<Walk<'_>>() };
        // SAFETY: the unwinder gave the context.
        let function = unsafe { _Unwind_GetRegionStart(context) };
        if (walk.visit)(function) { STOP } else { CONTINUE }
    }

    pub(super) fn walk(visit: &mut dyn FnMut(usize) -> bool) {
        let mut walk = Walk { visit };
        // SAFETY: `step` does not unwind, and `walk` outlives the walk.
        unsafe { _Unwind_Backtrace(step, (&raw mut walk).cast()) };
    }
}

#[cfg(all(windows, not(miri)))]
mod platform {
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

    pub(super) fn walk(visit: &mut dyn FnMut(usize) -> bool) {
        const PART: u16 = 256;
        let mut frames = [core::ptr::null_mut(); PART as usize];
        // The system has no function that calls back for each frame.
        for skip in (0..).step_by(usize::from(PART)) {
            // SAFETY: `frames` has room for as many frames as are asked for.
            let count = unsafe {
                RtlCaptureStackBackTrace(skip, PART.into(), frames.as_mut_ptr(), core::ptr::null_mut())
            };
            let is_found = frames[..usize::from(count)].iter().any(|frame| visit(function_at(frame.addr())));
            if is_found || count < PART {
                return;
            }
        }
    }

    /// The address of the function that contains an address of a frame, 0 if it is not known.
    fn function_at(address: usize) -> usize {
        let mut base = 0u64;
        // A call may be the last instruction of its function.
        let address = (address as u64).saturating_sub(1);
        // SAFETY: any address may be asked about.
        let entry = unsafe { RtlLookupFunctionEntry(address, &mut base, core::ptr::null_mut()) };
        // SAFETY: NULL, or an entry of the module's function table.
        let entry = unsafe { entry.as_ref() };
        entry.map_or(0, |entry| (base + u64::from(entry.begin)) as usize)
    }
}

#[cfg(any(miri, not(any(unix, windows))))]
mod platform {
    pub(super) fn walk(_: &mut dyn FnMut(usize) -> bool) {}
}
