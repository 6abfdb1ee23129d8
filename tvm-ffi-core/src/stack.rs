//! Walks the stack of this thread, without resolving addresses.

pub(crate) mod boundary;
mod truncate;

use core::ops::ControlFlow;

pub(crate) use truncate::{Walked, walk_to};

/// A frame of the stack.
pub(crate) struct StackFrame {
    /// The address at which the frame goes on.
    pub(crate) address: usize,
    /// The address at which its function begins; 0 if it is not known.
    pub(crate) function: usize,
    /// The stack pointer of the frame, above which the frame that it called begins; 0 if it is not known.
    stack_pointer: usize,
}

/// Calls `visit` with each frame of this thread's stack, innermost first, until it breaks.
pub(crate) fn walk(visit: &mut dyn FnMut(&StackFrame) -> ControlFlow<()>) {
    platform::walk(visit);
}

#[cfg(all(unix, not(miri)))]
mod platform {
    use core::ffi::{c_int, c_void};
    use core::ops::ControlFlow;

    use super::StackFrame;

    // The unwinder's interface, from the Itanium C++ ABI; the standard library links it on every Unix.
    unsafe extern "C" {
        fn _Unwind_Backtrace(
            trace: extern "C" fn(context: *mut c_void, data: *mut c_void) -> c_int,
            data: *mut c_void,
        ) -> c_int;
        fn _Unwind_GetIP(context: *mut c_void) -> usize;
        fn _Unwind_GetCFA(context: *mut c_void) -> usize;
        fn _Unwind_GetRegionStart(context: *mut c_void) -> usize;
    }

    struct Walk<'a> {
        visit: &'a mut dyn FnMut(&StackFrame) -> ControlFlow<()>,
    }

    extern "C" fn step(context: *mut c_void, data: *mut c_void) -> c_int {
        const CONTINUE: c_int = 0;
        const STOP: c_int = 4;
        // SAFETY: `data` is the `Walk` below, which nothing else uses during the walk.
        let walk = unsafe { &mut *data.cast::<Walk<'_>>() };
        // SAFETY: the unwinder gave the context.
        let address = unsafe { _Unwind_GetIP(context) };
        // SAFETY: the unwinder gave the context.
        let stack_pointer = unsafe { _Unwind_GetCFA(context) };
        // SAFETY: the unwinder gave the context.
        let function = unsafe { _Unwind_GetRegionStart(context) };
        match (walk.visit)(&StackFrame { address, function, stack_pointer }) {
            ControlFlow::Continue(()) => CONTINUE,
            ControlFlow::Break(()) => STOP,
        }
    }

    pub(super) fn walk(visit: &mut dyn FnMut(&StackFrame) -> ControlFlow<()>) {
        let mut walk = Walk { visit };
        // SAFETY: `step` does not unwind, and `walk` outlives the walk.
        unsafe { _Unwind_Backtrace(step, (&raw mut walk).cast()) };
    }
}

#[cfg(all(windows, not(miri)))]
mod platform {
    use core::ffi::c_void;
    use core::ops::ControlFlow;

    use super::StackFrame;

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

    pub(super) fn walk(visit: &mut dyn FnMut(&StackFrame) -> ControlFlow<()>) {
        let mut frames = [core::ptr::null_mut(); 256];
        // SAFETY: `frames` has room for as many frames as are asked for.
        let count = unsafe { RtlCaptureStackBackTrace(0, 256, frames.as_mut_ptr(), core::ptr::null_mut()) };
        for frame in &frames[..usize::from(count)] {
            let address = frame.addr();
            let mut base = 0u64;
            // SAFETY: any address may be asked about.
            let entry = unsafe {
                RtlLookupFunctionEntry((address as u64).saturating_sub(1), &mut base, core::ptr::null_mut())
            };
            // SAFETY: NULL, or an entry of the module's function table.
            let entry = unsafe { entry.as_ref() };
            let function = entry.map_or(0, |entry| (base + u64::from(entry.begin)) as usize);
            if visit(&StackFrame { address, function, stack_pointer: 0 }).is_break() {
                return;
            }
        }
    }
}

#[cfg(any(miri, not(any(unix, windows))))]
mod platform {
    use core::ops::ControlFlow;

    use super::StackFrame;

    pub(super) fn walk(_: &mut dyn FnMut(&StackFrame) -> ControlFlow<()>) {}
}
