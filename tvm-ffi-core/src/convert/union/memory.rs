//! What is known of containers while the outermost union is decoded or explained.
//!
//! A union may contain itself, through shared containers, and through lists that contain themselves. Each container is asked about once, so
//! that the work is linear in the number of values instead of the number of paths to them.

use core::cell::RefCell;
use core::ptr::NonNull;
use std::collections::HashMap;

use super::{Choice, Variants};
use crate::abi::TVMFFIObject;
use crate::any::{Any, AnyView};
use crate::convert::Mismatch;
use crate::env::check_signals;
use crate::nesting::Nested;
use crate::object_ref::ObjectRef;
use crate::panic::unwind_with;
use crate::type_info::Container;

/// After that many containers were decoded, the signal handlers of the host run.
const SIGNALS_AFTER: u32 = 1 << 14;

/// What is known of a container and a union.
struct Known {
    /// `None` while it is being found.
    choice: Option<Result<Choice, Mismatch>>,
    /// `None` until it is asked for.
    frozen: Option<Option<Any>>,
    /// So that no other object gets its address.
    _object: ObjectRef,
}

#[derive(Default)]
struct Memory {
    /// The number of nested levels.
    depth: usize,
    /// The number of containers that were decoded on this thread.
    decoded: u32,
    /// By the addresses of the union's variants and of the object.
    known: HashMap<(usize, usize), Known>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Looks at the memory of the thread. `None` when the thread ends, and has none any more.
fn memory<R>(look: impl FnOnce(&mut Memory) -> R) -> Option<R> {
    MEMORY.try_with(|memory| look(&mut memory.borrow_mut())).ok()
}

/// One level of containers inside each other.
pub(crate) struct Level {
    _nested: Nested,
}

impl Level {
    /// `None` if containers are nested too deeply.
    pub(crate) fn enter() -> Option<Self> {
        let nested = Nested::enter()?;
        memory(|memory| memory.depth += 1)?;
        Some(Self { _nested: nested })
    }

    /// The same for a container that is decoded.
    ///
    /// It unwinds if the user wants the call to stop: what is made of shared containers may be larger than all memory.
    pub(super) fn decode() -> Option<Self> {
        let level = Self::enter()?;
        let decoded = memory(|memory| {
            memory.decoded = memory.decoded.wrapping_add(1);
            memory.decoded
        });
        if decoded.is_some_and(|decoded| decoded % SIGNALS_AFTER == 0)
            && let Err(error) = check_signals()
        {
            unwind_with(error);
        }
        Some(level)
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        let forgotten = memory(|memory| {
            memory.depth -= 1;
            (memory.depth == 0).then(|| core::mem::take(&mut memory.known))
        });
        // Only here, since the end of an object may decode something.
        drop(forgotten);
    }
}

/// While other code runs, which a type of the user's may call: what that decodes is of its own.
pub(crate) struct Aside(Option<Memory>);

impl Aside {
    pub(crate) fn set() -> Self {
        Self(memory(|memory| (memory.depth > 0).then(|| core::mem::take(memory))).flatten())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if let Some(before) = self.0.take() {
            // Not while the memory is borrowed, as above.
            let _forgotten = memory(|memory| core::mem::replace(memory, before));
        }
    }
}

/// The object of a container, which may contain others.
pub(super) fn container(view: AnyView<'_>) -> Option<NonNull<TVMFFIObject>> {
    Container::of(view.type_index()).and_then(|_| view.object())
}

fn key(variants: &Variants, object: NonNull<TVMFFIObject>) -> (usize, usize) {
    ((&raw const *variants).addr(), object.as_ptr().addr())
}

/// The variant that a value becomes, by `find` if it is not remembered.
pub(super) fn remember_choice(
    variants: &Variants,
    view: AnyView<'_>,
    find: impl FnOnce() -> Result<Choice, Mismatch>,
) -> Result<Choice, Mismatch> {
    let Some(object) = container(view) else { return find() };
    let _level = Level::enter().ok_or_else(Mismatch::too_deep)?;
    let key = key(variants, object);
    // SAFETY: AnyView validity.
    let kept = unsafe { ObjectRef::from_borrowed(object) };
    let remembered = memory(|memory| match memory.known.get(&key) {
        Some(known) => Some(known.choice.clone().unwrap_or_else(|| Err(Mismatch::cyclic()))),
        None => {
            memory.known.insert(key, Known { choice: None, frozen: None, _object: kept });
            None
        }
    });
    if let Some(Some(choice)) = remembered {
        return choice;
    }
    let choice = find();
    let _forgotten = with_known(key, |known| known.choice.replace(choice.clone()));
    choice
}

/// The copy of a container that does not change, by `find` if it is not remembered.
pub(super) fn remember_frozen(
    variants: &Variants,
    view: AnyView<'_>,
    find: impl FnOnce() -> Option<Any>,
) -> Option<Any> {
    let key = key(variants, container(view)?);
    let _level = Level::enter()?;
    if let Some(frozen) = with_known(key, |known| known.frozen.clone()).flatten() {
        return frozen;
    }
    let frozen = find();
    // Dropped only here, as above.
    let _forgotten = with_known(key, |known| known.frozen.replace(frozen.clone()));
    frozen
}

/// Looks at what is known of a container, if anything is.
fn with_known<R>(key: (usize, usize), look: impl FnOnce(&mut Known) -> R) -> Option<R> {
    memory(|memory| memory.known.get_mut(&key).map(look)).flatten()
}
