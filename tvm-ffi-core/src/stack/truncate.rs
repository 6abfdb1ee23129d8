//! Making the stack look shorter to an unwinder.
//!
//! The standard library resolves every frame of a captured backtrace. A frame of Python's costs it tens of milliseconds, because it
//! reads the symbols of each module that it meets, and keeps those of four. It offers no way to stop at a frame. An unwinder stops
//! by itself where a return address is zero, so [`Walked::truncated`] makes that of the exported function zero for the time
//! of a capture.

use core::ops::ControlFlow;
use core::ptr::with_exposed_provenance_mut;

use super::walk;

/// The innermost frames of this thread's stack.
pub(crate) struct Walked {
    /// The addresses at which they go on, innermost first. They tell one stack from another.
    pub(crate) addresses: Vec<usize>,
    outermost: Option<ReturnSlot>,
}

/// Where a frame keeps its return address, and that address.
struct ReturnSlot {
    slot: *mut usize,
    address: usize,
}

/// Walks the stack up to the first frame whose function `is_last` accepts; to its end if there is none.
pub(crate) fn walk_to(is_last: impl Fn(usize) -> bool) -> Walked {
    let mut walked = Walked { addresses: Vec::with_capacity(32), outermost: None };
    let mut ended = false;
    walk(&mut |frame| {
        if ended {
            walked.outermost = ReturnSlot::below(frame.stack_pointer, frame.address);
            return ControlFlow::Break(());
        }
        walked.addresses.push(frame.address);
        ended = is_last(frame.function);
        ControlFlow::Continue(())
    });
    walked
}

impl Walked {
    /// Runs `body` while this thread's stack appears to end with the last of these frames, where that is possible: on x86-64,
    /// where the place of a return address is known. Elsewhere an unwinder sees the whole stack.
    ///
    /// # Safety
    ///
    /// All of these frames are still on the stack of this thread.
    pub(crate) unsafe fn truncated<R>(&self, body: impl FnOnce() -> R) -> R {
        let Some(ReturnSlot { slot, address }) = self.outermost else { return body() };
        /// Restores the address, whatever happens in between.
        struct Restore(*mut usize, usize);
        impl Drop for Restore {
            fn drop(&mut self) {
                // SAFETY: as below.
                unsafe { self.0.write_volatile(self.1) };
            }
        }
        let _restore = Restore(slot, address);
        // SAFETY: the frame is on the stack by the caller's contract, so the slot is memory of this thread's, which only the
        // return of that function reads, and unwinders. That function cannot return before this one has restored the slot.
        unsafe { slot.write_volatile(0) };
        body()
    }
}

impl Clone for ReturnSlot {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for ReturnSlot {}

impl ReturnSlot {
    /// The slot of the frame that was called by one that has this stack pointer and goes on at this address.
    fn below(stack_pointer: usize, address: usize) -> Option<Self> {
        // A call pushes the return address. A shadow stack has another copy, which is not touched.
        if !cfg!(all(unix, target_arch = "x86_64", not(miri))) || stack_pointer == 0 {
            return None;
        }
        let slot = with_exposed_provenance_mut::<usize>(stack_pointer - size_of::<usize>());
        // SAFETY: the unwinder has read the address of the caller there.
        let stored = unsafe { slot.read_volatile() };
        (stored == address).then_some(Self { slot, address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of frames that an unwinder sees.
    fn depth() -> usize {
        let mut depth = 0;
        walk(&mut |_| {
            depth += 1;
            ControlFlow::Continue(())
        });
        depth
    }

    #[inline(never)]
    fn boundary(body: &mut dyn FnMut()) {
        body();
        // Not a tail call: the frame stays on the stack.
        core::hint::black_box(());
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri has no unwinder")]
    fn a_walk_ends_at_the_first_frame_that_is_accepted() {
        let function = boundary as fn(&mut dyn FnMut()) as usize;
        let mut walked = None;
        boundary(&mut || boundary(&mut || walked = Some(walk_to(|address| address == function))));
        let shorter = walked.expect("it ran").addresses.len();
        assert!(0 < shorter && shorter < walk_to(|_| false).addresses.len());
    }

    #[test]
    #[cfg_attr(not(all(unix, target_arch = "x86_64", not(miri))), ignore = "the stack is not truncated here")]
    fn unwinders_see_the_end_of_a_truncated_stack_until_it_is_restored() {
        let function = boundary as fn(&mut dyn FnMut()) as usize;
        boundary(&mut || {
            let before = depth();
            let walked = walk_to(|address| address == function);
            // SAFETY: `boundary` has not returned.
            let within = unsafe { walked.truncated(depth) };
            assert!(within < before, "{within} of {before} frames");
            assert_eq!(depth(), before);
            // SAFETY: as above.
            let outer = std::panic::catch_unwind(|| unsafe { walked.truncated(|| panic!("in between")) });
            assert!(outer.is_err());
            assert_eq!(depth(), before);
        });
    }
}
