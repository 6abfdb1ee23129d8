//! What expansions of `#[derive(tvm_ffi::Union)]` are made of.
//!
//! A value becomes the first variant that it is [exactly](FfiType::is_exact), else the first that it converts to.

use core::cell::{Cell, RefCell};
use core::mem::transmute;

use super::{
    Canonical, FfiType, FromAnyView, Kind, Mismatch, Reach, canonical_rvalue, decode_unless_rvalue,
    leads_to_tensors, through_rvalue,
};
use crate::abi::TypeIndex;
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
    leads_to_tensors: bool,
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
            leads_to_tensors: leads_to_tensors(T::REACH),
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

/// The variant that a value is exactly.
pub fn exact_variant(view: AnyView<'_>, among: &[Alternative]) -> Option<usize> {
    let _nesting = Nesting::enter()?;
    let is_exact = |view: AnyView<'_>| among.iter().position(|alternative| (alternative.is_exact)(view));
    // An object that is given away is looked at where it is.
    through_rvalue(view, is_exact).or_else(|| is_exact(view))
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

/// How deep unions are decoded inside each other: what contains itself could otherwise use up the stack.
const DEPTH: usize = 100;

thread_local! {
    static NESTED: Cell<usize> = const { Cell::new(0) };
}

/// For as long as a union is looked into.
pub struct Nesting(());

impl Nesting {
    /// `None` if it is too deep.
    pub fn enter() -> Option<Self> {
        // Without the counter, when the thread ends, there is no depth to count either.
        let depth = NESTED.try_with(|nested| nested.replace(nested.get() + 1)).unwrap_or(0);
        let nesting = Self(());
        (depth < DEPTH).then_some(nesting)
    }
}

impl Drop for Nesting {
    fn drop(&mut self) {
        let _ = NESTED.try_with(|nested| nested.set(nested.get().saturating_sub(1)));
    }
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

/// Appends the name of a union: `int | str | None`. Where it contains itself, that is shown as `...`.
pub fn union_name(out: &mut String, among: &[Alternative]) {
    let Some(_written) = Written::begin(among) else { return out.push_str("...") };
    out.push_str(&distinct(among, |alternative| alternative.name).join(" | "));
}

/// Appends the schema of a union in the runtime's own form: `Variant`, inside `Optional` if it may be `None`. Where it contains
/// itself, that is any value.
pub fn union_schema(out: &mut String, among: &[Alternative]) {
    let Some(_written) = Written::begin(among) else { return crate::Any::type_schema(out) };
    let none = among.iter().position(|alternative| alternative.is_none);
    let mut schemas = distinct(among, |alternative| alternative.schema);
    if let Some(none) = none.filter(|_| schemas.len() > 1) {
        let mut schema = String::new();
        (among[none].schema)(&mut schema);
        schemas.retain(|other| *other != schema);
    }
    let is_optional = none.is_some() && among.len() > 1;
    if is_optional {
        out.push_str(r#"{"type":"Optional","args":["#);
    }
    match schemas.as_slice() {
        [one] => out.push_str(one),
        several => out.extend([r#"{"type":"Variant","args":["#, &several.join(","), "]}"]),
    }
    if is_optional {
        out.push_str("]}");
    }
}

/// What the variants write, each once.
fn distinct(among: &[Alternative], part: fn(&Alternative) -> fn(&mut String)) -> Vec<String> {
    let mut texts: Vec<String> = Vec::with_capacity(among.len());
    for alternative in among {
        let mut text = String::new();
        part(alternative)(&mut text);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

thread_local! {
    /// The unions whose names or schemas are being written.
    static WRITTEN: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// For as long as the name or schema of a union is written.
struct Written;

impl Written {
    /// `None` inside itself.
    fn begin(among: &[Alternative]) -> Option<Self> {
        let address = among.as_ptr().addr();
        let is_new = WRITTEN.try_with(|written| {
            let is_new = !written.borrow().contains(&address);
            if is_new {
                written.borrow_mut().push(address);
            }
            is_new
        });
        // Made only then, because dropping it ends it.
        is_new.unwrap_or(false).then(|| Self)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        let _ = WRITTEN.try_with(|written| written.borrow_mut().pop());
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

    /// Whether the value has to be brought into its common form first, because of one of the variants.
    fn waits(view: AnyView<'_>, among: &[Alternative]) -> bool;
}

/// Any form, as in [`FromAnyView::decode`].
pub enum AnyForm {}

/// A form that stays as it is during the call, as in [`FromAnyView::decode_exact`].
pub enum SettledForm {}

impl DecodeForm for AnyForm {
    fn decode<'a, T: FromAnyView<'a>>(view: AnyView<'a>, holder: &'a mut T::Holder) -> Option<T> {
        T::decode(view, holder)
    }

    fn waits(_: AnyView<'_>, _: &[Alternative]) -> bool {
        false
    }
}

impl DecodeForm for SettledForm {
    fn decode<'a, T: FromAnyView<'a>>(view: AnyView<'a>, holder: &'a mut T::Holder) -> Option<T> {
        // The hot forms would not do: what one variant refuses because of its form must not go to the next.
        if const { leads_to_tensors(T::REACH) } {
            T::decode_exact(view, holder)
        } else {
            decode_unless_rvalue(view, holder)
        }
    }

    fn waits(view: AnyView<'_>, among: &[Alternative]) -> bool {
        match view.type_index() {
            TypeIndex::OBJECT_RVALUE_REF => true,
            TypeIndex::LIST | TypeIndex::DICT => {
                among.iter().any(|alternative| alternative.leads_to_tensors)
                    && canonical_union(view, among).is_some()
            }
            _ => false,
        }
    }
}
