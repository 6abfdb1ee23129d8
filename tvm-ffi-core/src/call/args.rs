//! The arguments of a call.

use core::cell::Cell;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::held::{self, Held, Holds};
use crate::abi::{TVMFFIAny, TypeIndex};
use crate::any::AnyView;
use crate::convert::{FfiType, FromArgument, Reach};

/// Which forms of arguments a body decodes.
pub trait Mode {
    /// All that are accepted, rather than the common ones.
    const EXACT: bool;
    /// What a type may lead to.
    #[doc(hidden)]
    const ADMITS: Admits = Admits::Anything;
}

/// See [`Mode::ADMITS`].
#[derive(Clone, Copy)]
pub enum Admits {
    /// Any tensor.
    Anything,
    /// Tensors in values of any type, but no view.
    Values,
    /// No tensor.
    Nothing,
}

/// The common forms, without a call or a stack frame.
pub enum Hot {}

impl Mode for Hot {
    const EXACT: bool = false;
}

/// Every form, at leisure.
pub enum Exact {}

impl Mode for Exact {
    const EXACT: bool = true;
}

/// The common forms of a type that by its name holds no view, which a name does not prove.
pub enum NoView {}

impl Mode for NoView {
    const EXACT: bool = false;
    const ADMITS: Admits = Admits::Values;
}

/// The common forms of a type through which, by its name, no tensor can be reached.
pub enum NoTensor {}

impl Mode for NoTensor {
    const EXACT: bool = false;
    const ADMITS: Admits = Admits::Nothing;
}

/// Whether a type is what its name made the macro expect.
const fn admits<M: Mode, T: FfiType>() -> bool {
    match M::ADMITS {
        Admits::Anything => true,
        Admits::Values => T::FACTS.tensor.is_none() && !T::FACTS.writes,
        Admits::Nothing => matches!(T::FACTS.reach, Reach::Nothing) && !T::FACTS.writes,
    }
}

/// The type index of an argument that the caller of a constructor left out, though it gave a later one by keyword. No value of
/// the ABI has it: theirs are not below -1.
pub(crate) const ABSENT: i32 = -0x7F01;

/// The arguments of a call, borrowed from the caller.
#[derive(Clone, Copy)]
pub struct Args<'call> {
    first: *const TVMFFIAny,
    count: i32,
    /// Where a shim notes which arguments it holds, see [`held`].
    holds: Option<&'call Cell<Holds>>,
    marker: PhantomData<&'call TVMFFIAny>,
}

impl<'call> Args<'call> {
    /// Borrows the arguments of a call.
    ///
    /// # Safety
    ///
    /// The SafeCall contract of [`crate::abi`], for `'call`.
    #[inline(always)]
    pub(crate) unsafe fn new(first: *const TVMFFIAny, count: i32) -> Self {
        Self { first, count, holds: None, marker: PhantomData }
    }

    /// The same arguments, which [`get`](Self::get) holds where one may lead to a function, noting so in `holds`.
    #[inline(always)]
    pub(crate) fn noting(self, holds: &'call Cell<Holds>) -> Self {
        Self { holds: Some(holds), ..self }
    }

    /// The arguments for C, in two registers.
    #[inline(always)]
    pub(super) fn raw(self) -> (*const TVMFFIAny, i32) {
        (self.first, self.count)
    }

    /// The same arguments, for code that decodes none of them.
    #[inline(always)]
    pub(crate) fn bare(self) -> Self {
        Self { holds: None, ..self }
    }

    /// Holds the objects among the arguments until the result is dropped, see [`held`].
    #[inline]
    pub(crate) fn held(self) -> Held<'call> {
        Held::new(self)
    }

    /// The number of arguments; a caller may claim any number, and then has to answer for it.
    #[inline(always)]
    pub fn count(self) -> i32 {
        self.count
    }

    /// Whether the caller gave argument `index`.
    #[inline(always)]
    pub fn has(self, index: i32) -> bool {
        index < self.count
    }

    /// Whether the caller of a constructor gave argument `index`: keywords can leave gaps, which hold [`ABSENT`].
    #[inline(always)]
    pub fn given(self, index: i32) -> bool {
        self.view(index).is_some_and(|view| view.type_index() != ABSENT)
    }

    /// Argument `index`, if the caller gave it: what a constructor's caller left out is none.
    pub(crate) fn arrived(self, index: i32) -> Option<AnyView<'call>> {
        self.view(index).filter(|view| view.type_index() != ABSENT)
    }

    /// Whether argument `index` is an rvalue reference whose object nobody may take yet.
    pub(crate) fn is_rvalue(self, index: i32) -> bool {
        self.view(index).is_some_and(|view| view.type_index() == TypeIndex::OBJECT_RVALUE_REF)
    }

    /// Argument `index`, if there is one.
    #[inline(always)]
    pub fn view(self, index: i32) -> Option<AnyView<'call>> {
        if index < 0 || !self.has(index) {
            return None;
        }
        // SAFETY: the SafeCall contract: there are `count` arguments, and the index is below that.
        let slot = unsafe { self.first.add(index as usize) };
        // SAFETY: as above; a caller that gives arguments gives a pointer to them.
        let slot = unsafe { NonNull::new_unchecked(slot.cast_mut()) };
        // SAFETY: the SafeCall contract gives AnyView validity for the call.
        Some(unsafe { AnyView::from_raw(slot) })
    }

    /// Decodes argument `index`, or gives `None` if there is none or it is not in a form that the mode accepts.
    #[inline(always)]
    pub fn get<'a, M, T, H>(self, index: i32, holder: &'a mut H) -> Option<T>
    where
        'call: 'a,
        M: Mode,
        T: FromArgument<'a, Holder = H>,
    {
        const {
            assert!(
                admits::<M, T>(),
                "a parameter's type has the name of a type without tensors, and is another: give the alias another name"
            );
        }
        let view = self.view(index)?;
        if const { held::leads_to_code(T::FACTS.kind) && !T::FACTS.quiet } {
            self.hold();
        }
        let value = if M::EXACT {
            // SAFETY: Argument exclusivity, and that holders end with the call: part of what `call` asks of a body.
            unsafe { T::exact(view, holder) }
        } else {
            // SAFETY: as above.
            unsafe { T::hot(view, holder) }
        };
        // Behind the tests of the type, of which the compiler need not repeat any.
        if const { T::FACTS.quiet } && value.is_some() {
            self.hold();
        }
        value
    }

    /// Holds the objects among the arguments once, until the shim ends.
    #[inline(always)]
    fn hold(self) {
        if let Some(holds) = self.holds
            && matches!(holds.get(), Holds::Nothing)
        {
            holds.set(held::hold(self));
        }
    }

    /// Runs `body` on all arguments. Up to sixteen need no allocation.
    pub fn with_views<R>(self, body: impl FnOnce(&[AnyView<'call>]) -> R) -> R {
        const INLINE: usize = 16;
        let _held = self.held();
        let (inline, heap);
        let all = (0..self.count).filter_map(|index| self.view(index));
        let views: &[AnyView<'call>] = match (self.view(0), usize::try_from(self.count)) {
            (None, _) => &[],
            (Some(first), Ok(count)) if count <= INLINE => {
                let mut views = [first; INLINE];
                for (place, view) in views.iter_mut().zip(all) {
                    *place = view;
                }
                inline = views;
                &inline[..count]
            }
            _ => {
                heap = all.collect::<Vec<_>>();
                &heap
            }
        };
        body(views)
    }
}

/// The value of an argument that the caller left out. A `return` or `?` in the expression ends the closure, not the shim.
#[inline(always)]
pub fn default_value<T>(make: impl FnOnce() -> T) -> T {
    make()
}

/// A new holder for a parameter type.
#[inline(always)]
pub fn holder<'a, T: FromArgument<'a, Holder = H>, H: Default>() -> H {
    H::default()
}
