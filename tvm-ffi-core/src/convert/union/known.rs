//! A cache of the variants of values, while the outermost union is decoded.
//!
//! A union may contain itself, through shared containers, and through lists that contain themselves. Each container is visited
//! once for each question, so that the work is linear in the number of values instead of the number of paths to them.

use core::cell::RefCell;
use core::ptr::NonNull;
use std::collections::HashMap;

use super::Alternative;
use crate::abi::TVMFFIObject;
use crate::any::{Any, AnyView};
use crate::convert::Mismatch;
use crate::env::check_signals;
use crate::nesting::Nested;
use crate::object_ref::ObjectRef;
use crate::panic::unwind_with;
use crate::type_info::Container;

/// The signal handlers of the host run each time that so many containers were decoded.
const SIGNALS_AFTER: u32 = 1 << 14;

/// What is asked about a value and a union.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// Which variant is nearest to its type?
    Nearest,
    /// Which variant does it become?
    Becomes,
    /// What is its common form?
    Canonical,
    /// Why is it none of the variants?
    Mismatch,
}

/// The answer to a question.
#[derive(Clone)]
pub(super) enum Answer {
    Nearest(Option<(usize, u32)>),
    Variant(Option<usize>),
    Canonical(Option<Any>),
    Mismatch(Mismatch),
}

/// The question, the address of the union's table, and that of the object.
type Key = (Question, usize, usize);

/// The reason why decoding stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// A container that contains itself.
    Cyclic,
    /// Containers that are nested too deeply.
    TooDeep,
}

#[derive(Default)]
struct Session {
    /// The number of nested levels.
    depth: usize,
    /// The number of containers that were decoded on this thread.
    decoded: u32,
    refused: Option<Refused>,
    /// `None` while the answer is being found.
    known: HashMap<Key, Option<Answer>>,
    /// References to the objects with answers, so that no other object gets the address of one.
    kept: Vec<ObjectRef>,
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Looks at the session of the thread. `None` when the thread ends, and has none any more.
fn session<R>(look: impl FnOnce(&mut Session) -> R) -> Option<R> {
    SESSION.try_with(|session| look(&mut session.borrow_mut())).ok()
}

/// One level of containers inside each other.
pub(super) struct Level {
    _nested: Nested,
}

impl Level {
    /// `None` if decoding stops.
    pub(super) fn enter() -> Option<Self> {
        session(|session| match (session.refused, Nested::enter()) {
            (None, Some(nested)) => {
                session.depth += 1;
                Some(Self { _nested: nested })
            }
            (None, None) => {
                // Only the end of a level resets it.
                session.refused = (session.depth > 0).then_some(Refused::TooDeep);
                None
            }
            (Some(_), _) => None,
        })?
    }

    /// The same for a container that is decoded.
    ///
    /// It unwinds if the user wants the call to stop: what is made of shared containers may be larger than all memory.
    pub(super) fn decode() -> Option<Self> {
        let level = Self::enter()?;
        let decoded = session(|session| {
            session.decoded = session.decoded.wrapping_add(1);
            session.decoded
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
        let ended = session(|session| {
            session.depth -= 1;
            let is_last = session.depth == 0;
            is_last.then(|| {
                session.refused = None;
                (core::mem::take(&mut session.known), core::mem::take(&mut session.kept))
            })
        });
        // Only here, since the end of an object may decode something.
        drop(ended);
    }
}

/// The reason why decoding stops, until the outermost level ends.
pub(super) fn refused() -> Option<Refused> {
    session(|session| session.refused).flatten()
}

/// The object of a container, which may contain others.
pub(super) fn container(view: AnyView<'_>) -> Option<NonNull<TVMFFIObject>> {
    Container::of(view.type_index()).and_then(|_| view.object())
}

/// Answers a question, by `find` if the answer is not cached. `None` if decoding stops.
pub(super) fn ask(
    question: Question,
    view: AnyView<'_>,
    among: &[Alternative],
    find: &dyn Fn() -> Answer,
) -> Option<Answer> {
    let Some(object) = container(view) else { return Some(find()) };
    let _level = Level::enter()?;
    let key = (question, among.as_ptr().addr(), object.as_ptr().addr());
    // SAFETY: AnyView validity.
    let kept = unsafe { ObjectRef::from_borrowed(object) };
    let found = session(|session| match session.known.get(&key) {
        Some(Some(answer)) => Ok(Some(answer.clone())),
        Some(None) => {
            session.refused = Some(Refused::Cyclic);
            Err(())
        }
        None => {
            session.known.insert(key, None);
            session.kept.push(kept);
            Ok(None)
        }
    });
    match found {
        Some(Ok(Some(answer))) => return Some(answer),
        Some(Err(())) => return None,
        Some(Ok(None)) | None => {}
    }
    let answer = find();
    session(|session| session.known.insert(key, Some(answer.clone())));
    Some(answer)
}
