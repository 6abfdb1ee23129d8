//! [`TypeFacts`]: what an export believes of a type.

use core::marker::PhantomData;

use super::{Kind, Reach, TensorType};
use crate::abi::TypeIndex;

/// What becomes of an object that a caller moves into an argument, by an rvalue reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moved {
    /// The call holds a reference until it returns, and the type may borrow from the object.
    Shared,
    /// The value gets the caller's reference. The type borrows nothing, neither from the view nor from its holder.
    Taken,
    /// The type is given the rvalue reference itself.
    Passed,
}

/// Which objects a caller may lend that end with the call: no value of the type, and nothing that is made from one, refers to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lent {
    /// None.
    Nothing,
    /// That of a text, of bytes, or of a sequence. Its elements may be kept.
    Itself,
    /// The elements too.
    All,
}

impl Lent {
    /// What may be lent to a container of elements of this kind, and of the others in it.
    pub(crate) const fn within(self, others: Self) -> Self {
        match (self, others) {
            (Self::All, Self::All) => Self::All,
            _ => Self::Itself,
        }
    }

    /// What may be lent as an element.
    pub const fn elements(self) -> Self {
        match self {
            Self::All => Self::All,
            Self::Nothing | Self::Itself => Self::Nothing,
        }
    }
}

/// What an export believes of `T` without looking at a value: how tensor memory is reached through it, and what its bytes are to the
/// runtime.
///
/// Memory safety depends on these facts, so safe code can only make the [unknown](Self::unknown) ones, which are true of every type. The
/// type parameter keeps an implementation from using the facts of another type.
// Invariant: the fields are true of `T`.
pub struct TypeFacts<T: ?Sized> {
    /// What part the type plays in a call; in the `kernel` metadata.
    pub(crate) kind: Kind,
    /// What the type asks of a tensor, if it is one, an optional one, or a list of them.
    pub(crate) tensor: Option<TensorType>,
    /// How tensor memory can be reached through a value of the type.
    pub(crate) reach: Reach,
    /// Whether safe code can write tensor memory through a value of the type.
    pub(crate) writes: bool,
    /// Whether `FfiType::all_tensors` tests every tensor in a container of the type.
    pub(crate) listed: bool,
    /// Whether the type is an integer, which symbols of a contract may be bound to.
    pub(crate) integer: bool,
    /// What a field of the type is to the runtime, in objects of subclasses that it made itself: there it copies, and releases, what
    /// it takes for an object or for any value. It leaves plain data alone.
    ///
    /// An index of an object promises that the type is one pointer to an object, or NULL.
    pub(crate) field_index: i32,
    /// Whether a value has an object for itself, as `&mut T` does.
    pub(crate) holds: bool,
    /// Whether decoding an argument runs no code of the user's, nor any that might run some.
    pub(crate) quiet: bool,
    /// What a caller may lend.
    pub(crate) lent: Lent,
    /// What becomes of an object that the caller moves into an argument of the type.
    pub(crate) moved: Moved,
    pub(crate) of: PhantomData<fn(&T)>,
}

impl<T: ?Sized> TypeFacts<T> {
    /// What is true of every type that safe code defines: it may lead to any tensor, writes none, and is plain data.
    pub const fn unknown() -> Self {
        Self::of(Kind::Object)
    }

    /// Facts about a type that an expansion of a macro defines.
    ///
    /// # Safety
    ///
    /// Tensor memory is reached through a value of the type in no other way than `reach` says, and safe code does not write it.
    pub const unsafe fn new(kind: Kind, reach: Reach) -> Self {
        Self { reach, ..Self::of(kind) }
    }

    /// Facts about a type that consists of one reference to an object.
    ///
    /// # Safety
    ///
    /// The type is one pointer to an object, which it owns a reference to.
    pub const unsafe fn object() -> Self {
        Self { field_index: TypeIndex::OBJECT, moved: Moved::Taken, ..Self::of(Kind::Object) }
    }

    /// Facts about a type of this crate. Those of scalars and functions lead to no tensor unless they say so.
    pub(crate) const fn of(kind: Kind) -> Self {
        Self {
            kind,
            tensor: None,
            reach: Reach::of_kind(kind),
            writes: false,
            listed: false,
            integer: false,
            field_index: TypeIndex::OPAQUE_PTR,
            holds: false,
            quiet: false,
            lent: Lent::Nothing,
            moved: Moved::Shared,
            of: PhantomData,
        }
    }

    /// Whether `FfiType::all_tensors` tests every tensor that a value leads to.
    pub(crate) const fn lists_all_tensors(&self) -> bool {
        self.listed || !matches!(self.reach, Reach::Any)
    }
}
