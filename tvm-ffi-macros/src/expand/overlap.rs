//! The test that only one argument covers memory that the function writes.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;

use super::cpu_fallback::Side;
use super::{argument, local};
use crate::model::{ExportFn, Parameter};
use crate::parameter_type::{Base, Form};

/// A parameter through which a tensor can be reached, and its index.
type Candidate<'a> = (usize, &'a Parameter);

/// The test, for functions with at least two parameters through which tensors can be reached, or one that may be a list.
///
/// Types decide whether the function writes. Pairs of tensors are compared inline, or many tensors in order. A slower function of the core
/// crate visits arguments that may contain tensors in other ways.
pub(super) fn expand_overlap(
    export: &ExportFn<'_>,
    record: &TokenStream,
    side: Side,
    p: &TokenStream,
) -> Option<TokenStream> {
    let parameters = export.arguments.parameters().iter().enumerate();
    let candidates: Vec<_> = parameters.filter(|(_, parameter)| !parameter.kind.is_primitive()).collect();
    let is_needed = match &candidates[..] {
        [] => false,
        [only] => !may_be_one_tensor(only.1) || matches!(only.1.kind.base, Base::Unknown),
        _ => true,
    };
    if !is_needed || !export.takes_views() {
        return None;
    }
    let types = candidates.iter().map(|(_, parameter)| &parameter.ty);
    let writes = quote_spanned!(Span::mixed_site()=> #(#p::writes::<#types>())|*);
    let (tensors, others): (Vec<_>, Vec<_>) =
        candidates.iter().copied().partition(|(_, parameter)| may_be_one_tensor(parameter));
    let (written, read): (Vec<_>, Vec<_>) =
        tensors.iter().copied().partition(|(_, parameter)| may_be_written(parameter));
    let ask = |function: &'static str| {
        move |(_, Parameter { ty, .. }): &Candidate<'_>| {
            let function = Ident::new(function, Span::mixed_site());
            quote_spanned!(Span::mixed_site()=> #p::#function::<#ty>())
        }
    };
    // Names prove nothing: through an alias, a type may be written, or contain tensors, against its name.
    let questions = read.iter().map(ask("writes_or_needs_scan"));
    let questions = questions.chain(written.iter().map(ask("needs_scan")));
    let questions = questions.chain(others.iter().map(ask("leads_to_tensors")));
    let pairs = pairs(&tensors, &written);
    let held = candidates.iter().filter(|(_, parameter)| may_hold_an_object(parameter));
    let held = held.map(|(index, parameter)| {
        let (place, argument) = (Literal::usize_unsuffixed(*index), argument(*index));
        let ty = side.ty(parameter);
        quote_spanned!(Span::mixed_site()=> #p::held::<#ty>(#place, &#argument))
    });
    // The value of a default is not among the arguments.
    let has_default = |(_, parameter): &Candidate<'_>| parameter.default.is_some();
    let defaults: Vec<_> = candidates.iter().copied().filter(has_default).collect();
    let searches = defaults.iter().map(|(index, parameter)| {
        let (default, argument) = (local("__default", *index), argument(*index));
        let ty = side.ty(parameter);
        quote_spanned! {Span::mixed_site()=>
            let #default = #p::LeftOut(|__search: &mut #p::TensorSearch| {
                <#ty as #p::SearchTensors>::search(&#argument, __search)
            });
        }
    });
    let left_out = defaults.iter().map(|(index, _)| {
        let (default, index) = (local("__default", *index), Literal::usize_unsuffixed(*index));
        quote_spanned!(Span::mixed_site()=> #p::left_out(__args.given(#index), #index, &#default))
    });
    let held = held.chain(left_out);
    let scan = quote_spanned! {Span::mixed_site()=>
        #(#searches)*
        #p::scan(#record, __args, &[#(#held),*])
    };
    let search = if others.iter().any(|(_, parameter)| parameter.kind.form == Form::List) {
        expand_lists(&candidates, &scan, side, p)
    } else {
        scan.clone()
    };
    let apart = if pairs.is_empty() {
        quote_spanned!(Span::mixed_site()=> true)
    } else if are_many(pairs.len(), tensors.len()) {
        let in_order = expand_in_order(&written, &read, side, p);
        quote_spanned!(Span::mixed_site()=> #in_order || { #scan })
    } else {
        expand_pairs(&pairs, side, p)
    };
    Some(quote_spanned! {Span::mixed_site()=>
        if const { #writes } {
            let __apart =
                if const { #(#questions)|* } { #search } else { #apart };
            #p::refuse_if!(!__apart);
        }
    })
}

/// Whether a parameter may be `&mut T`, which borrows an object exclusively. Only the parameter can read it then.
fn may_hold_an_object(Parameter { ty, kind, .. }: &Parameter) -> bool {
    let text = ty.to_string();
    text.starts_with('&') && text.contains("mut ") || matches!(kind.base, Base::Unknown)
}

/// Whether so many pairs take more instructions one by one than so many tensors in order: about 30 a pair, and 45 a tensor.
const fn are_many(pairs: usize, tensors: usize) -> bool {
    2 * pairs > 3 * tensors
}

fn expand_pairs(pairs: &[[Candidate<'_>; 2]], side: Side, p: &TokenStream) -> TokenStream {
    // With types, so that rustc shows errors about them at their spans.
    let apart = pairs.iter().map(|[(one, first), (other, second)]| {
        let (one, other, first, second) = (argument(*one), argument(*other), side.ty(first), side.ty(second));
        quote_spanned!(Span::mixed_site()=> #p::apart::<#first, #second>(&#one, &#other))
    });
    quote_spanned!(Span::mixed_site()=> #(#apart)&&*)
}

/// The same for all tensors at once. It does not know of pairs that may share memory, so the exact search checks again what it refuses.
fn expand_in_order(
    written: &[Candidate<'_>],
    read: &[Candidate<'_>],
    side: Side,
    p: &TokenStream,
) -> TokenStream {
    // One at a time: the compiler would hold all of them in registers until the last one is computed.
    let extents = |name: &Ident, candidates: &[Candidate<'_>]| {
        let count = Literal::usize_unsuffixed(candidates.len());
        let each = candidates.iter().enumerate().map(|(place, (index, parameter))| {
            let (place, argument, ty) =
                (Literal::usize_unsuffixed(place), argument(*index), side.ty(parameter));
            quote_spanned!(Span::mixed_site()=> #name[#place] = #p::extent::<#ty>(&#argument);)
        });
        quote_spanned!(Span::mixed_site()=> let mut #name = [#p::Extent::EMPTY; #count]; #(#each)*)
    };
    let [of_written, of_read] = ["__written", "__read"].map(|name| Ident::new(name, Span::mixed_site()));
    let (written, read) = (extents(&of_written, written), extents(&of_read, read));
    quote_spanned!(Span::mixed_site()=> #written #read #p::are_apart_in_order(&mut #of_written, &#of_read))
}

/// The same for all tensors, and those in lists, before the exact search. The functions are called by their paths: a trait in the user's
/// scope may have methods of the same names. It does not know of parameters that may contain tensors in other ways.
fn expand_lists(
    candidates: &[Candidate<'_>],
    scan: &TokenStream,
    side: Side,
    p: &TokenStream,
) -> TokenStream {
    let types: Vec<_> = candidates.iter().map(|(_, parameter)| side.ty(parameter)).collect();
    let arguments: Vec<_> = candidates.iter().map(|(index, _)| argument(*index)).collect();
    quote_spanned! {Span::mixed_site()=>
        let mut __written = #p::Written::NOTHING;
        #(#p::Written::add::<#types>(&mut __written, &#arguments) &&)*
            #p::Written::sort(&mut __written)
            #(&& #p::Written::are_apart_from::<#types>(&__written, &#arguments))* || { #scan }
    }
}

/// The pairs of which one is written, except those that may share memory.
fn pairs<'a>(tensors: &[Candidate<'a>], written: &[Candidate<'a>]) -> Vec<[Candidate<'a>; 2]> {
    let mut pairs = Vec::new();
    for (place, one) in tensors.iter().enumerate() {
        for other in &tensors[place + 1..] {
            let is_written = written.iter().any(|(index, _)| *index == one.0 || *index == other.0);
            if is_written && !one.1.is_alias_of(other.1) && !other.1.is_alias_of(one.1) {
                pairs.push([*one, *other]);
            }
        }
    }
    pairs
}

/// Whether a parameter may be a tensor, rather than hold some.
fn may_be_one_tensor(Parameter { kind, .. }: &Parameter) -> bool {
    kind.form != Form::List
        && matches!(kind.base, Base::View(_) | Base::TensorView | Base::Tensor | Base::Unknown)
}

/// Whether a tensor may be written.
fn may_be_written(parameter: &Parameter) -> bool {
    match &parameter.kind.base {
        Base::View(view) => view.is_mutable(),
        Base::Unknown => true,
        _ => false,
    }
}
