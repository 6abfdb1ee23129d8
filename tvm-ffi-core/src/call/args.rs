//! The arguments of a call.

use core::cell::Cell;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use super::held::{self, Held, Holds};
use crate::abi::TVMFFIAny;
use crate::any::AnyView;
use crate::convert::{FfiType, FromArgument, Kind, LevelOfUnions, Reach};
use crate::room::{FEW, room};

/// The type index of an argument that the caller left out, though it gave a later one by keyword. No value of the ABI has it: theirs
/// are not below -1.
pub const ABSENT: i32 = -0x7F01;

/// The arguments of a call, borrowed from the caller.
#[derive(Clone, Copy)]
pub struct Args<'call> {
    first: *const TVMFFIAny,
    count: i32,
    /// Where a shim notes which arguments it holds, see [`held`].
    holds: Option<&'call Cell<Holds>>,
    /// Where a shim notes the number of arguments, see [`noting`](Self::noting).
    required: Option<&'call Cell<Option<i32>>>,
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
        Self { first, count, holds: None, required: None, marker: PhantomData }
    }

    /// The same arguments, which [`get`](Self::get) holds where one may lead to a function, noting so in `holds`. If only one number of
    /// arguments is accepted, and it is the one, `required` gets it.
    #[inline(always)]
    pub(crate) fn noting(self, holds: &'call Cell<Holds>, required: &'call Cell<Option<i32>>) -> Self {
        Self { holds: Some(holds), required: Some(required), ..self }
    }

    /// The arguments for C, in two registers.
    #[inline(always)]
    pub(crate) fn raw(self) -> (*const TVMFFIAny, i32) {
        (self.first, self.count)
    }

    /// The same arguments, for code that decodes none of them. Where that is not inlined, the cells of the shim stay out of memory.
    #[inline(always)]
    pub fn bare(self) -> Self {
        Self { holds: None, required: None, ..self }
    }

    /// Holds the objects among the arguments until the result is dropped, see [`held`].
    #[inline]
    pub(crate) fn held(self) -> Held<'call> {
        Held::new(self)
    }

    /// The arguments as the caller passes them; none if there are more than `most`.
    #[inline(always)]
    pub(crate) fn as_raw_slice(self, most: usize) -> &'call [TVMFFIAny] {
        match usize::try_from(self.count) {
            // SAFETY: the SafeCall contract: there are `count` arguments.
            Ok(count @ 1..) if count <= most => unsafe { core::slice::from_raw_parts(self.first, count) },
            _ => &[],
        }
    }

    /// The number of arguments, as the caller passed it; it is not validated.
    #[inline(always)]
    pub fn count(self) -> i32 {
        self.count
    }

    /// Refuses a call with fewer arguments than `least` or more than `most`.
    #[inline(always)]
    pub fn require_count(self, least: i32, most: i32) -> Option<()> {
        if self.count < least || self.count > most {
            return None;
        }
        if least == most
            && let Some(required) = self.required
        {
            required.set(Some(most));
        }
        Some(())
    }

    /// Whether the caller gave argument `index`: keywords can leave gaps, which hold [`ABSENT`].
    #[inline(always)]
    pub fn given(self, index: i32) -> bool {
        self.view(index).is_some_and(|view| view.type_index() != ABSENT)
    }

    /// Argument `index`, if the caller gave it.
    pub(crate) fn arrived(self, index: i32) -> Option<AnyView<'call>> {
        self.view(index).filter(|view| view.type_index() != ABSENT)
    }

    /// Argument `index`, if there is one.
    #[inline(always)]
    pub fn view(self, index: i32) -> Option<AnyView<'call>> {
        if index < 0 || index >= self.count {
            return None;
        }
        // SAFETY: the SafeCall contract: there are `count` arguments, and the index is below that.
        let slot = unsafe { self.first.add(index as usize) };
        // SAFETY: as above; a caller that gives arguments gives a pointer to them.
        let slot = unsafe { NonNull::new_unchecked(slot.cast_mut()) };
        // SAFETY: the SafeCall contract gives AnyView validity for the call.
        Some(unsafe { AnyView::from_raw(slot) })
    }

    /// Decodes argument `index`, or gives `None` if there is none, or it is not in a form that the fast path takes.
    #[inline(always)]
    pub fn get<'a, T, H>(self, index: i32, holder: &'a mut H) -> Option<T>
    where
        'call: 'a,
        T: FromArgument<'a, Holder = H>,
    {
        let view = self.view(index)?;
        if const { held::leads_to_code(T::FACTS.kind) && !T::FACTS.quiet } {
            self.hold(held::NONE);
        }
        let value = if const { may_choose::<T, H>() } {
            // SAFETY: as below.
            unsafe { decode_unions(view, holder) }
        } else {
            // SAFETY: Argument exclusivity, and that holders end with the call: part of what `call` asks of a body.
            unsafe { T::hot(view, holder) }
        };
        // Behind the tests of the type, of which the compiler need not repeat any.
        if const { T::FACTS.quiet } && value.is_some() {
            self.hold(if const { keeps_object::<T, H>() } { index } else { held::NONE });
        }
        value
    }

    /// The same for a number or text, as which the macro takes a type because of its name: it leaves the argument out where it compares memory.
    #[inline(always)]
    pub fn get_plain<'a, T, H>(self, index: i32, holder: &'a mut H) -> Option<T>
    where
        'call: 'a,
        T: FromArgument<'a, Holder = H>,
    {
        const {
            assert!(
                matches!(T::FACTS.reach, Reach::Nothing) && !T::FACTS.writes,
                "a parameter's type has the name of a type without tensors, and is another: give the alias another name"
            );
        }
        self.get::<T, H>(index, holder)
    }

    /// The same for other types: the messages of a function have the name of the parameter that it is the argument of.
    #[inline(always)]
    pub fn get_named<'a, T, H>(self, index: i32, holder: &'a mut H, name: &'static str) -> Option<T>
    where
        'call: 'a,
        T: FromArgument<'a, Holder = H>,
    {
        let mut value = self.get::<T, H>(index, holder)?;
        value.name_parameter(name);
        Some(value)
    }

    /// Holds the objects among the arguments once, until the shim ends, but for the one that is kept already.
    #[inline(always)]
    fn hold(self, kept: i32) {
        if let Some(holds) = self.holds
            && matches!(holds.get(), Holds::Nothing)
        {
            holds.set(held::hold(self, kept));
        }
    }

    /// Runs `body` on all arguments.
    pub fn with_views<R>(self, body: impl FnOnce(&[AnyView<'call>]) -> R) -> R {
        let _held = self.held();
        let Some(first) = self.view(0) else { return body(&[]) };
        let (mut few, mut many) = ([const { MaybeUninit::uninit() }; FEW], Vec::new());
        let views = room(&mut few, &mut many, self.count as usize, first);
        for (index, place) in (0..).zip(&mut *views) {
            *place = self.view(index).unwrap_or(first);
        }
        body(views)
    }
}

/// Whether there may be unions in a value of a type, whose containers lead to tensors.
const fn may_choose<T: FfiType, H>() -> bool {
    // Types without a holder are no containers, and quiet ones have no union in them.
    !T::FACTS.lists_all_tensors() && !T::FACTS.quiet && size_of::<H>() > 0
}

/// Whether the holder of a type has a reference to the object: a borrow has, and it is the only quiet type of objects that has a holder.
const fn keeps_object<'a, T: FromArgument<'a, Holder = H>, H>() -> bool {
    matches!(T::FACTS.kind, Kind::Object) && T::FACTS.quiet && size_of::<H>() > 0
}

/// Decodes an argument with unions in it. What a union becomes is found once: the value that is decoded is the one that need not be frozen.
///
/// It is a function of its own, because the level has to be left when decoding unwinds, which costs other types instructions too.
///
/// # Safety
///
/// That of [`FromArgument::hot`].
unsafe fn decode_unions<'a, T: FromArgument<'a>>(view: AnyView<'a>, holder: &'a mut T::Holder) -> Option<T> {
    let _level = LevelOfUnions::enter()?;
    // SAFETY: the caller's contract.
    unsafe { T::hot(view, holder) }
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
