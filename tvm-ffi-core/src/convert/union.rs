//! What expansions of `#[derive(tvm_ffi::Union)]` are made of.
//!
//! A value becomes the variant whose type is [nearest](FfiType::distance) to its own, else the first that it converts to.

mod holder;
mod known;
mod several;
mod text;
mod variant;

use super::{Canonical, FfiType, Kind, Mismatch, Reach, canonical_rvalue, is_rvalue, through_rvalue};
use crate::any::AnyView;
pub use holder::UnionHolder;
use known::{Answer, Level, Question, Refused, ask, refused};
pub use text::{union_name, union_schema};
pub use variant::{
    Alternative, AlternativeOf, AnyForm, DecodeForm, NoResult, NoVariant, ResultOf, SettledForm, Variant,
    VariantIn, VariantOf,
};

/// The variant that is nearest to the type of a value, with its [distance](FfiType::distance); the first of several.
fn nearest_variant(view: AnyView<'_>, among: &[Alternative]) -> Option<(usize, u32)> {
    if is_rvalue(view.type_index()) {
        // The object of an rvalue reference is read in its slot.
        return through_rvalue(view, |inner| nearest_variant(inner, among));
    }
    let find = || {
        let mut nearest: Option<(usize, u32)> = None;
        for (index, alternative) in among.iter().enumerate() {
            if let Some(distance) = (alternative.distance)(view)
                && nearest.is_none_or(|(_, least)| distance < least)
            {
                nearest = Some((index, distance));
                if distance == 0 {
                    break;
                }
            }
        }
        Answer::Nearest(nearest)
    };
    match ask(Question::Nearest, view, among, &find)? {
        // Without a look at all values, the result is not reliable.
        Answer::Nearest(nearest) if refused().is_none() => nearest,
        _ => None,
    }
}

/// How far the type of a value is from that of the nearest variant.
pub fn union_distance(view: AnyView<'_>, among: &[Alternative]) -> Option<u32> {
    Some(nearest_variant(view, among)?.1)
}

/// The variant that a value becomes: the nearest one, else the first that takes it.
fn becoming_variant(view: AnyView<'_>, among: &[Alternative]) -> Option<usize> {
    if is_rvalue(view.type_index()) {
        return through_rvalue(view, |inner| becoming_variant(inner, among));
    }
    let first = || among.iter().position(|alternative| (alternative.explain)(view).is_none());
    let nearest = || nearest_variant(view, among).map(|(index, _)| index);
    let find = || Answer::Variant(nearest().or_else(first));
    match ask(Question::Becomes, view, among, &find)? {
        Answer::Variant(variant) if refused().is_none() => variant,
        _ => None,
    }
}

/// The variant that is decoded.
pub struct Turn {
    variant: usize,
    _level: Option<Level>,
}

impl Turn {
    /// `None` if the value becomes none, or is not decoded in this form.
    pub fn begin<F: DecodeForm>(view: AnyView<'_>, among: &[Alternative]) -> Option<Self> {
        let level = if known::container(view).is_some() { Some(Level::decode()?) } else { None };
        let variant = becoming_variant(view, among)?;
        (!F::waits(view, among)).then_some(Self { variant, _level: level })
    }

    /// Whether a variant is decoded.
    pub fn is(&self, variant: usize) -> bool {
        self.variant == variant
    }
}

/// Whether a value becomes one of the variants.
fn accepts_union(view: AnyView<'_>, among: &[Alternative]) -> bool {
    becoming_variant(view, among).is_some()
}

/// The common form of a value, for the variant that it becomes.
#[cold]
pub fn canonical_union(view: AnyView<'_>, among: &[Alternative]) -> Option<Canonical> {
    if let Some(canonical) = canonical_rvalue(view) {
        return Some(canonical);
    }
    let find = || {
        let becomes = becoming_variant(view, among);
        Answer::Canonical(match becomes.and_then(|variant| (among[variant].canonical)(view)) {
            Some(Canonical::Value(value)) => Some(value),
            // No value but an rvalue reference is one in its common form.
            Some(Canonical::Rvalue) | None => None,
        })
    };
    match ask(Question::Canonical, view, among, &find)? {
        Answer::Canonical(value) => value.map(Canonical::Value),
        Answer::Nearest(_) | Answer::Variant(_) | Answer::Mismatch(_) => None,
    }
}

/// Says why a value becomes none of the variants, if it does not.
#[cold]
pub fn explain_union<U: FfiType>(view: AnyView<'_>, among: &[Alternative]) -> Result<(), Mismatch> {
    if accepts_union(view, among) { Ok(()) } else { Err(union_mismatch::<U>(view, among)) }
}

/// Why a value becomes none of the variants.
#[cold]
pub fn union_mismatch<U: FfiType>(view: AnyView<'_>, among: &[Alternative]) -> Mismatch {
    let inner = through_rvalue(view, |inner| Some(union_mismatch::<U>(inner, among)));
    inner.unwrap_or_else(|| {
        let find = || Answer::Mismatch(mismatch_among::<U>(view, among));
        match ask(Question::Mismatch, view, among, &find) {
            Some(Answer::Mismatch(mismatch)) => mismatch,
            _ if refused() == Some(Refused::Cyclic) => {
                Mismatch::value_error("expected containers that end, got one that contains itself")
            }
            _ => Mismatch::too_deep(),
        }
    })
}

/// The mismatches of the variants, if they are about more than the type; otherwise one that lists all variants.
fn mismatch_among<U: FfiType>(view: AnyView<'_>, among: &[Alternative]) -> Mismatch {
    let mut said: Vec<Mismatch> = Vec::new();
    for alternative in among {
        let Some(mismatch) = (alternative.explain)(view) else { continue };
        // This holds for all variants.
        if refused().is_some() {
            return mismatch;
        }
        if mismatch != Mismatch::expected_type(alternative.name, view) && !said.contains(&mismatch) {
            said.push(mismatch);
        }
    }
    if said.is_empty() { Mismatch::expected::<U>(view) } else { several::of_all(&said) }
}

/// The kind of a union: that of its variants if they agree.
pub const fn union_kind(kinds: &[Kind]) -> Kind {
    let mut index = 1;
    while index < kinds.len() {
        if kinds[index] as u8 != kinds[0] as u8 {
            return Kind::Object;
        }
        index += 1;
    }
    if kinds.is_empty() { Kind::Object } else { kinds[0] }
}

/// How tensor memory can be reached through one variant or another.
pub const fn union_reach(reaches: &[Reach]) -> Reach {
    let (mut reach, mut index) = (Reach::Nothing, 0);
    while index < reaches.len() {
        reach = reach.or(reaches[index]);
        index += 1;
    }
    reach
}
