//! A limit for recursion over values of other languages, by the free stack of the thread.
//!
//! Comparing, hashing, printing, pickling, and converting recurse for each reference. Other languages make
//! chains of any length, and containers that contain themselves; a stack overflow would end the process. So these
//! calls measure the free stack. Frames of the runtime and of Python between them count too.

mod extent;

use core::cell::{Cell, RefCell};

/// The most that nested calls use, in bytes, however large the stack is. What goes wrong that deep has to be unwound.
const MOST: usize = 1 << 20;

thread_local! {
    /// The lowest address that nested calls may get to; 0 where there is none.
    static LIMIT: Cell<usize> = const { Cell::new(0) };
    /// What is being shown on this thread, outermost first.
    static SHOWN: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// A call that may be nested in others of its kind.
///
/// All of them together may use half of what is left of the stack at the first of them. The other half is for what the innermost
/// one calls, and for code of the user's that goes through the same value with frames of its own.
pub struct Nested {
    is_first: bool,
}

impl Nested {
    /// `None` if the enclosing calls have used up their share of the stack.
    #[inline]
    pub fn enter() -> Option<Self> {
        Self::with_most(MOST)
    }

    /// The same for calls of code that calls back: half of the stack is theirs.
    pub fn enter_code() -> Option<Self> {
        Self::with_most(usize::MAX)
    }

    /// The same for calls with large frames, which may use so many bytes if the first of them is one of these.
    pub(crate) fn with_most(most: usize) -> Option<Self> {
        // Under Miri addresses on the stack are in no order.
        if cfg!(miri) {
            return Some(Self { is_first: false });
        }
        let here = extent::stack_pointer();
        match LIMIT.get() {
            0 => {
                LIMIT.set(here.saturating_sub((extent::left_below(here) / 2).min(most)));
                Some(Self { is_first: true })
            }
            limit => (here > limit).then_some(Self { is_first: false }),
        }
    }
}

impl Drop for Nested {
    #[inline]
    fn drop(&mut self) {
        if self.is_first {
            LIMIT.set(0);
        }
    }
}

/// The bytes of stack for raising an error, and for the frames of the runtime between two frames of this crate.
const ROOM: usize = 64 << 10;

/// Whether the stack is nearly used up, where others follow references and ask here for each.
pub(crate) fn is_used_up() -> bool {
    !cfg!(miri)
        && extent::known_below(extent::stack_pointer()).is_some_and(|(left, size)| left < ROOM.min(size / 4))
}

/// Something that is being shown, as text say, and refers to other such things.
pub(crate) struct Shown {
    _nested: Nested,
}

impl Shown {
    /// `None` if it is being shown already, or inside of `most` others, or if the stack is used up.
    pub(crate) fn enter(address: usize, most: usize) -> Option<Self> {
        let nested = Nested::enter()?;
        // When the thread ends and there is no list any more, nothing is looked into.
        let enter = SHOWN.try_with(|shown| {
            let mut shown = shown.borrow_mut();
            let may = shown.len() < most && !shown.contains(&address);
            if may {
                shown.push(address);
            }
            may
        });
        // Made only then, because dropping it ends it.
        enter.unwrap_or(false).then(|| Self { _nested: nested })
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = SHOWN.try_with(|shown| shown.borrow_mut().pop());
    }
}

#[cfg(test)]
#[cfg(not(miri))]
mod tests {
    use super::Nested;
    use super::extent::{left_below, stack_pointer};

    /// How deep calls with frames of at least a kilobyte get.
    fn depth() -> usize {
        let frame = core::hint::black_box([0u8; 1024]);
        let Some(_nested) = Nested::enter() else { return 0 };
        depth() + usize::from(core::hint::black_box(frame)[0] == 0)
    }

    fn in_thread<R: Send + 'static>(stack: usize, body: impl FnOnce() -> R + Send + 'static) -> R {
        let thread = std::thread::Builder::new().stack_size(stack).spawn(body);
        thread.expect("a thread starts").join().expect("the thread ends")
    }

    #[test]
    fn nested_calls_use_half_of_the_stack_of_their_thread() {
        for stack in [64 << 10, 256 << 10, 1 << 20, 8 << 20] {
            let (left, depth) = in_thread(stack, || (left_below(stack_pointer()), depth()));
            // It may be more: the C library uses stacks of threads that have ended again.
            assert!(left > stack / 2, "{stack}: {left}");
            assert!(depth > 0 && depth * 1024 <= (left / 2).min(super::MOST), "{stack}: {depth}");
        }
    }

    #[test]
    fn what_ends_leaves_nothing_behind() {
        in_thread(1 << 20, || {
            let depth_at_first = depth();
            assert!(depth_at_first.abs_diff(depth()) < 8);
        });
    }
}
