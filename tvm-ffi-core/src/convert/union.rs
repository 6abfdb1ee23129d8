//! What expansions of `#[derive(tvm_ffi::Union)]` are made of.
//!
//! A value becomes the first variant that it is [exactly](FfiType::is_exact), else the first that it converts to.

mod holder;
mod nesting;
mod text;
mod variant;

use super::{Canonical, FfiType, Kind, Mismatch, Reach, canonical_rvalue, through_rvalue};
use crate::any::AnyView;
pub use holder::UnionHolder;
use nesting::{DEPTH, Nesting};
pub use text::{union_name, union_schema};
pub use variant::{
    Alternative, AnyForm, DecodeForm, NoResult, NoVariant, ResultOf, SettledForm, Variant, VariantIn,
    VariantOf,
};

/// The variant that a value is exactly.
pub fn exact_variant(view: AnyView<'_>, among: &[Alternative]) -> Option<usize> {
    let _nesting = Nesting::enter()?;
    let is_exact = |view: AnyView<'_>| among.iter().position(|alternative| (alternative.is_exact)(view));
    // An object that is given away is looked at where it is.
    through_rvalue(view, is_exact).or_else(|| is_exact(view))
}

/// Which variants are tried: the one that the value is exactly, else all in their order.
pub struct Turn {
    exact: Option<usize>,
    _nesting: Nesting,
}

impl Turn {
    /// `None` if the value is not decoded in this form.
    pub fn begin<F: DecodeForm>(view: AnyView<'_>, among: &[Alternative]) -> Option<Self> {
        let _nesting = Nesting::enter()?;
        let exact = exact_variant(view, among);
        (exact.is_some() || !F::waits(view, among)).then(|| Self { exact, _nesting })
    }

    /// Whether a variant is tried.
    pub fn is(&self, variant: usize) -> bool {
        self.exact.is_none_or(|exact| exact == variant)
    }
}

/// The common form of a value, for the variant that it becomes.
#[cold]
pub fn canonical_union(view: AnyView<'_>, among: &[Alternative]) -> Option<Canonical> {
    let _nesting = Nesting::enter()?;
    if let Some(canonical) = canonical_rvalue(view) {
        return Some(canonical);
    }
    if let Some(exact) = exact_variant(view, among) {
        return (among[exact].canonical)(view);
    }
    for alternative in among {
        let canonical = (alternative.canonical)(view);
        if canonical.is_some() {
            return canonical;
        }
        if (alternative.takes)(view) {
            return None;
        }
    }
    None
}

/// Why a value is none of the variants. If one of them finds more to say than that the type is another, that is said.
#[cold]
pub fn union_mismatch<U: FfiType>(view: AnyView<'_>, among: &[Alternative]) -> Mismatch {
    let inner = through_rvalue(view, |inner| Some(mismatch_among::<U>(inner, among)));
    inner.unwrap_or_else(|| mismatch_among::<U>(view, among))
}

fn mismatch_among<U: FfiType>(view: AnyView<'_>, among: &[Alternative]) -> Mismatch {
    let Some(_nesting) = Nesting::enter() else {
        return Mismatch::value_error(format!(
            "containers inside each other are too deep, expected at most {DEPTH}"
        ));
    };
    let explain = |alternative: &Alternative| {
        let mismatch = (alternative.explain)(view)?;
        (mismatch != Mismatch::expected_type(alternative.name, view)).then_some(mismatch)
    };
    let mut said = among.iter().filter_map(explain);
    match (said.next(), said.next()) {
        (Some(only), None) => only,
        _ => Mismatch::expected::<U>(view),
    }
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
