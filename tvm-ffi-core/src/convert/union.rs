//! What expansions of `#[derive(tvm_ffi::Union)]` are made of.
//!
//! There is one question: which variant does a value become? It is the one whose type is [nearest](FfiType::distance) to that of the value, else
//! the first that takes the value. Decoding, explaining, and the distance of the union itself follow from the answer.

mod holder;
mod memory;
mod several;
mod variant;

use super::{FfiType, Kind, Mismatch, Reach, TypeTag};
use crate::any::{Any, AnyView};
use crate::each::{any, each};
pub use holder::UnionHolder;
pub(crate) use memory::{Aside, Level};
use memory::{container, remember_choice, remember_frozen};
pub use variant::{Alternative, NoResult, NoVariant, ResultOf, Variant, VariantIn, VariantOf};

/// The variants of a union.
pub struct Variants {
    alternatives: &'static [Alternative],
    /// That a value is of none of the types.
    expected: fn(AnyView<'_>) -> Mismatch,
}

/// The variant that a value becomes.
#[derive(Clone, Copy)]
struct Choice {
    variant: usize,
    /// How far its type is from that of the value, unless the value is converted.
    distance: Option<u32>,
}

impl Variants {
    /// The variants of the union `U`.
    pub const fn of<U: FfiType>(alternatives: &'static [Alternative]) -> Self {
        Self { alternatives, expected: Mismatch::expected::<U> }
    }

    /// The types of the variants.
    pub(super) fn tags(&self) -> impl Iterator<Item = &'static TypeTag> {
        self.alternatives.iter().map(|alternative| alternative.tag)
    }

    /// Which variant a value becomes, or why it becomes none.
    fn choose(&self, view: AnyView<'_>) -> Result<Choice, Mismatch> {
        remember_choice(self, view, || self.nearest(view).map_or_else(|| self.first(view), Ok))
    }

    /// The variant that is nearest to the type of a value; the first of several.
    fn nearest(&self, view: AnyView<'_>) -> Option<Choice> {
        let distances = self.alternatives.iter().map(|alternative| (alternative.distance)(view));
        let near = distances.enumerate().filter_map(|(variant, distance)| Some((variant, distance?)));
        let (variant, distance) = near.min_by_key(|(_, distance)| *distance)?;
        Some(Choice { variant, distance: Some(distance) })
    }

    /// The first variant that takes a value. Otherwise the mismatches of the variants, if they are about more than the type, or one that lists
    /// all variants.
    fn first(&self, view: AnyView<'_>) -> Result<Choice, Mismatch> {
        let mut said: Vec<Mismatch> = Vec::new();
        for (variant, alternative) in self.alternatives.iter().enumerate() {
            let Some(mismatch) = (alternative.explain)(view) else {
                return Ok(Choice { variant, distance: None });
            };
            if mismatch.is_final() {
                return Err(mismatch);
            }
            if mismatch != Mismatch::expected_type(alternative.tag, view) && !said.contains(&mismatch) {
                said.push(mismatch);
            }
        }
        Err(if said.is_empty() { (self.expected)(view) } else { several::of_all(&said) })
    }

    /// How far the type of a value is from that of the nearest variant.
    pub fn distance(&self, view: AnyView<'_>) -> Option<u32> {
        self.choose(view).ok()?.distance
    }

    /// Why a value becomes none of the variants, if it does not.
    #[cold]
    pub fn explain(&self, view: AnyView<'_>) -> Option<Mismatch> {
        match self.choose(view) {
            Err(mismatch) => Some(mismatch),
            // The object may be borrowed. Elements of containers are not asked again, since others may contain them too.
            Ok(choice) if container(view).is_none() => (self.alternatives[choice.variant].explain)(view),
            Ok(_) => None,
        }
    }

    /// A copy of a value that does not change, see [`FromAnyView::freeze`](super::FromAnyView::freeze).
    pub fn freeze(&self, view: AnyView<'_>) -> Option<Any> {
        remember_frozen(self, view, || {
            let choice = self.choose(view).ok()?;
            (self.alternatives[choice.variant].freeze)(view)
        })
    }
}

/// The variant that is decoded.
pub struct Turn {
    variant: usize,
    _level: Option<Level>,
}

impl Turn {
    /// `None` if the value becomes none.
    pub fn begin(view: AnyView<'_>, variants: &Variants) -> Option<Self> {
        let level = if container(view).is_some() { Some(Level::decode()?) } else { None };
        let Choice { variant, .. } = variants.choose(view).ok()?;
        Some(Self { variant, _level: level })
    }

    /// The variant, by its position.
    pub fn variant(&self) -> usize {
        self.variant
    }
}

/// The kind of a union: that of its variants if they agree.
pub const fn union_kind(kinds: &[Kind]) -> Kind {
    match kinds {
        [first, ..] if !any!(kind in kinds => *kind as u8 != *first as u8) => *first,
        _ => Kind::Object,
    }
}

/// How tensor memory can be reached through one variant or another.
pub const fn union_reach(reaches: &[Reach]) -> Reach {
    let mut reach = Reach::Nothing;
    each!(other in reaches => {
        reach = reach.or(*other);
    });
    reach
}
