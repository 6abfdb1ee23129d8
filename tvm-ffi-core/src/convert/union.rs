//! What expansions of `#[derive(tvm_ffi::Union)]` are made of.
//!
//! A value becomes the first variant that it is [exactly](FfiType::is_exact), else the first that it converts to. The choice looks
//! at whole values, and is made before anything is decoded for good: a variant that is tried and refuses leaves no trace.

use core::mem::transmute;

use super::{Canonical, FfiType, FromAnyView, Kind, Mismatch, Reach, through_rvalue};
use crate::any::AnyView;

/// What is known of a variant's type.
pub struct Alternative {
    name: fn(&mut String),
    schema: fn(&mut String),
    is_exact: fn(AnyView<'_>) -> bool,
    /// Decodes for a try; `None` if that succeeds.
    explain: fn(AnyView<'_>) -> Option<Mismatch>,
    takes: fn(AnyView<'_>) -> bool,
    canonical: fn(AnyView<'_>) -> Option<Canonical>,
    is_none: bool,
}

impl Alternative {
    /// The type of a variant. Lifetimes in `T` stand for those of a call.
    pub const fn of<T: FromAnyView<'static>>() -> Self {
        Self {
            name: T::type_name,
            schema: T::type_schema,
            is_exact: T::is_exact,
            explain: |view| tried::<T, _>(view, |view, holder| T::try_decode(view, holder).err()),
            takes: |view| tried::<T, _>(view, |view, holder| T::decode(view, holder).is_some()),
            canonical: canonical::<T>,
            is_none: false,
        }
    }

    /// The type of the variant that stands for `None`.
    pub const fn none() -> Self {
        Self { is_none: true, ..Self::of::<()>() }
    }
}

/// Decodes a value with a holder of its own, and drops both.
fn tried<T: FromAnyView<'static>, R>(
    view: AnyView<'_>,
    decode: impl FnOnce(AnyView<'static>, &'static mut T::Holder) -> R,
) -> R {
    let mut holder = T::Holder::default();
    let place = &raw mut holder;
    // SAFETY: the derive decodes with the lifetime of a call, so `T` stands for a family of types with an implementation for
    // every lifetime, which cannot treat `'static` in a way of its own: what `decode` makes is dropped before it returns, and
    // `R` borrows nothing.
    let view = unsafe { transmute::<AnyView<'_>, AnyView<'static>>(view) };
    // SAFETY: as above.
    decode(view, unsafe { &mut *place })
}

fn canonical<T: FromAnyView<'static>>(view: AnyView<'_>) -> Option<Canonical> {
    // SAFETY: as in `tried`; the result borrows nothing.
    T::canonical(unsafe { transmute::<AnyView<'_>, AnyView<'static>>(view) })
}

/// The variant that a value becomes.
pub fn choose(view: AnyView<'_>, among: &[Alternative]) -> Option<usize> {
    // An object that is given away is looked at where it is.
    through_rvalue(view, |inner| choose_among(inner, among)).or_else(|| choose_among(view, among))
}

fn choose_among(view: AnyView<'_>, among: &[Alternative]) -> Option<usize> {
    let exact = among.iter().position(|alternative| (alternative.is_exact)(view));
    exact.or_else(|| among.iter().position(|alternative| (alternative.takes)(view)))
}

/// Whether a value is exactly one of the variants.
pub fn is_exact_union(view: AnyView<'_>, among: &[Alternative]) -> bool {
    among.iter().any(|alternative| (alternative.is_exact)(view))
}

/// The common form of a value, for the variant that it becomes.
#[cold]
pub fn canonical_union(view: AnyView<'_>, among: &[Alternative]) -> Option<Canonical> {
    (among.get(choose(view, among)?)?.canonical)(view)
}

/// Why a value is none of the variants. If one of them finds more to say than that the type is another, that is said.
#[cold]
pub fn union_mismatch<U: FfiType>(view: AnyView<'_>, among: &[Alternative]) -> Mismatch {
    let inner = through_rvalue(view, |inner| Some(mismatch_among::<U>(inner, among)));
    inner.unwrap_or_else(|| mismatch_among::<U>(view, among))
}

fn mismatch_among<U: FfiType>(view: AnyView<'_>, among: &[Alternative]) -> Mismatch {
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

/// Appends the name of a union: `int | str | None`.
pub fn union_name(out: &mut String, among: &[Alternative]) {
    let mut names: Vec<String> = Vec::with_capacity(among.len());
    for alternative in among {
        let mut name = String::new();
        (alternative.name)(&mut name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    out.push_str(&names.join(" | "));
}

/// Appends the schema of a union in the runtime's own form: `Variant`, inside `Optional` if it may be `None`.
pub fn union_schema(out: &mut String, among: &[Alternative]) {
    let mut schemas: Vec<String> = Vec::with_capacity(among.len());
    for alternative in among.iter().filter(|alternative| !alternative.is_none) {
        let mut schema = String::new();
        (alternative.schema)(&mut schema);
        if !schemas.contains(&schema) {
            schemas.push(schema);
        }
    }
    let is_optional = among.iter().any(|alternative| alternative.is_none);
    if is_optional && !schemas.is_empty() {
        out.push_str(r#"{"type":"Optional","args":["#);
    }
    match schemas.as_slice() {
        [] => <()>::type_schema(out),
        [one] => out.push_str(one),
        several => out.extend([r#"{"type":"Variant","args":["#, &several.join(","), "]}"]),
    }
    if is_optional && !schemas.is_empty() {
        out.push_str("]}");
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

/// In which of its forms a value is decoded.
pub trait DecodeForm {
    /// Decodes it.
    fn decode<'a, T: FromAnyView<'a>>(view: AnyView<'a>, holder: &'a mut T::Holder) -> Option<T>;
}

/// [`FromAnyView::decode`].
pub enum AnyForm {}
/// [`FromAnyView::decode_hot`].
pub enum HotForm {}
/// [`FromAnyView::decode_exact`].
pub enum ExactForm {}

impl DecodeForm for AnyForm {
    #[inline(always)]
    fn decode<'a, T: FromAnyView<'a>>(view: AnyView<'a>, holder: &'a mut T::Holder) -> Option<T> {
        T::decode(view, holder)
    }
}

impl DecodeForm for HotForm {
    #[inline(always)]
    fn decode<'a, T: FromAnyView<'a>>(view: AnyView<'a>, holder: &'a mut T::Holder) -> Option<T> {
        T::decode_hot(view, holder)
    }
}

impl DecodeForm for ExactForm {
    #[inline(always)]
    fn decode<'a, T: FromAnyView<'a>>(view: AnyView<'a>, holder: &'a mut T::Holder) -> Option<T> {
        T::decode_exact(view, holder)
    }
}
