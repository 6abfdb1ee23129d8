//! A contract as code: straight-line, exact, and quiet. What is wrong is found out later, by the text of the contract.

mod entries;
mod returns;
mod value;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::argument;
use super::cpu_fallback::Side;
use crate::contract::Contract;
use crate::contract::entry::Number;
use crate::contract::symbols::{Held, Place, Symbol};
use crate::generics::Generics;
use crate::model::{ExportFn, Parameter};
use crate::parameter_type::{Base, Form};

/// Makes the contract of one function.
pub(super) struct Contracts<'a> {
    export: &'a ExportFn<'a>,
    p: &'a TokenStream,
    stands: Stands,
    side: Side,
}

/// Where the code of a contract stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// In a function that tells whether it is kept, and has references to the arguments.
    InFunction,
    /// In the body of a shim, which has the arguments and ends with a code.
    InBody,
}

/// How generated code gets at the tensors of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// There is one, in a variable.
    Variable,
    /// There is none, but a sequence of integers.
    Integers,
    /// There may be one.
    IfAny,
    /// There may be any number of them, or nobody knows.
    Each,
}

/// The constant that holds the value of a constant expression.
pub(super) fn constant_ident(index: usize) -> Ident {
    format_ident!("__TVM_FFI_CONSTANT_{index}", span = Span::mixed_site())
}

/// The constant that holds an alignment which is one.
fn alignment_ident(index: usize) -> Ident {
    format_ident!("__TVM_FFI_ALIGNMENT_{index}", span = Span::mixed_site())
}

/// Where the value of a symbol is.
fn symbol_ident(symbol: &Symbol) -> Ident {
    format_ident!("__sym_{}", symbol.name, span = Span::mixed_site())
}

impl<'a> Contracts<'a> {
    /// For the function that tells whether a contract is kept.
    pub(super) fn in_function(export: &'a ExportFn<'a>, p: &'a TokenStream) -> Self {
        Self { export, p, stands: Stands::InFunction, side: Side::Own }
    }

    /// For the body of a shim.
    pub(super) fn in_body(export: &'a ExportFn<'a>, side: Side, p: &'a TokenStream) -> Self {
        Self { export, p, stands: Stands::InBody, side }
    }

    /// What the code returns when the contract is not kept.
    fn refusal(&self) -> TokenStream {
        let p = self.p;
        match self.stands {
            Stands::InFunction if self.export.returns.is_some() => {
                quote_spanned!(Span::mixed_site()=> ::core::option::Option::None)
            }
            Stands::InFunction => quote_spanned!(Span::mixed_site()=> false),
            Stands::InBody => quote_spanned!(Span::mixed_site()=> #p::REFUSED),
        }
    }

    /// What code about one tensor of a parameter returns, which may stand in a closure.
    fn fail(&self, index: usize) -> TokenStream {
        match self.access(index) {
            Access::Each => quote_spanned!(Span::mixed_site()=> false),
            _ => self.refusal(),
        }
    }

    /// The same about an entry, which may be one of a returned tensor.
    fn fail_at(&self, place: Place) -> TokenStream {
        if place.is_returned() {
            return quote_spanned!(Span::mixed_site()=> false);
        }
        self.fail(place.parameter)
    }

    /// A reference to an argument.
    fn subject(&self, index: usize) -> TokenStream {
        let argument = argument(index);
        match self.stands {
            Stands::InFunction => quote_spanned!(Span::mixed_site()=> #argument),
            Stands::InBody => quote_spanned!(Span::mixed_site()=> &#argument),
        }
    }

    /// The type of an argument.
    fn ty(&self, index: usize) -> TokenStream {
        self.side.ty(self.parameter(index))
    }

    fn parameter(&self, index: usize) -> &'a Parameter {
        &self.export.arguments.parameters()[index]
    }

    /// A parameter as an operand, for the message that its contract is violated; `name` is that of the variable.
    pub(super) fn operand(&self, index: usize, name: &TokenStream) -> TokenStream {
        let p = self.p;
        match self.access(index) {
            Access::Integers => quote_spanned!(Span::mixed_site()=> #p::integers_operand(&#name)),
            _ => quote_spanned!(Span::mixed_site()=> #p::Shown(&#name).operand()),
        }
    }

    /// The parameters that the contract is about: tensors that it asks something of, integers that symbols stand for, and cells that
    /// share nothing.
    pub(super) fn subjects(&self) -> Vec<usize> {
        let count = self.export.arguments.parameters().len();
        (0..count)
            .filter(|index| {
                self.parameter(*index).contract.has_checks()
                    || self.is_symbol(*index)
                    || self.export.pairs_of_cells().iter().any(|pair| pair.contains(index))
            })
            .collect()
    }

    /// Whether a symbol stands for the parameter.
    pub(super) fn is_symbol(&self, index: usize) -> bool {
        self.export.symbols.iter().any(|symbol| symbol.integer == Some(index))
    }

    /// The constants in the contract, which the compiler evaluates whenever it checks the crate.
    pub(super) fn constants(&self) -> TokenStream {
        let Self { export, p, .. } = self;
        let constants = export.constants.iter().enumerate().map(|(index, tokens)| {
            let ident = constant_ident(index);
            let span = tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            // Shown where the expression is; a path would be taken for one of the user's there, hence the short names.
            let [value, wide] = ["__value", "__wide"].map(|name| Ident::new(name, span));
            let check = quote_spanned!(span=> __is_integer(&#value));
            let narrow = quote_spanned!(span=> __constant(#wide));
            quote_spanned! {Span::mixed_site()=>
                const #ident: ::core::primitive::i64 = {
                    use #p::{constant as __constant, is_integer as __is_integer};
                    let #value = { #tokens };
                    #check;
                    let #wide = #value as ::core::primitive::i128;
                    #narrow
                };
            }
        });
        let alignments = export.arguments.parameters().iter().filter_map(|parameter| {
            let Number::Constant(constant) = &parameter.contract.align.as_ref()?.value else { return None };
            let (value, ident) = (constant_ident(constant.index), alignment_ident(constant.index));
            let checked = quote_spanned!(constant.span=> __alignment(#value));
            Some(quote_spanned! {Span::mixed_site()=>
                const #ident: ::core::primitive::usize = { use #p::alignment as __alignment; #checked };
            })
        });
        quote_spanned!(Span::mixed_site()=> #(#constants)* #(#alignments)*)
    }

    /// The function that tells whether the contract is kept; where the result is declared, it gives the symbols for that.
    pub(super) fn function(&self) -> TokenStream {
        let (p, Generics { list, clause, .. }) = (self.p, &self.export.generics);
        let subjects = self.subjects();
        let arguments = subjects.iter().map(|index| {
            let (argument, ty) = (argument(*index), &self.parameter(*index).ty);
            quote_spanned!(Span::mixed_site()=> #argument: &#ty)
        });
        let symbols = self.declarations();
        let checks = subjects.iter().map(|index| self.checks(*index));
        let strides = self.all_strides();
        let (kept, outcome, holds) = self.outcome();
        // Where the outcome is an `Option`, the code is the same as where it is not.
        let allow = self.export.returns.as_ref().map(|_| quote!(#[allow(clippy::question_mark)]));
        let refusal = self.refusal();
        let cells = self.export.pairs_of_cells().into_iter().map(|[one, other]| {
            let (first, second) = (&self.parameter(one).ty, &self.parameter(other).ty);
            let (one, other) = (argument(one), argument(other));
            quote_spanned!(Span::mixed_site()=> if !#p::apart::<#first, #second>(#one, #other) { return #refusal; })
        });
        quote_spanned! {Span::mixed_site()=>
            #[inline(always)]
            #allow
            fn __contract #list (#(#arguments),*) -> #outcome #clause {
                #symbols
                #(#checks)*
                #strides
                #(#cells)*
                #kept
                #holds
            }
        }
    }

    /// The variables of symbols that no pattern binds.
    pub(super) fn declarations(&self) -> TokenStream {
        self.export.symbols.iter().filter_map(|symbol| self.declaration(symbol)).collect()
    }

    /// All strides, which are over the symbols of all shapes.
    pub(super) fn all_strides(&self) -> TokenStream {
        (0..self.export.arguments.parameters().len()).filter_map(|index| self.strides(index)).collect()
    }

    /// The variable of a symbol that no pattern binds.
    fn declaration(&self, symbol: &Symbol) -> Option<TokenStream> {
        let (p, ident) = (self.p, symbol_ident(symbol));
        match symbol.held() {
            Held::Number => None,
            Held::Slot => {
                Some(quote_spanned!(Span::mixed_site()=> let mut #ident = ::core::option::Option::None;))
            }
            Held::Parameter(index) => {
                let (subject, ty) = (self.subject(index), self.ty(index));
                Some(quote_spanned!(Span::mixed_site()=> let #ident = #p::symbol::<#ty>(#subject);))
            }
        }
    }

    fn access(&self, index: usize) -> Access {
        let Parameter { kind, contract, .. } = self.parameter(index);
        match (kind.form, &kind.base) {
            _ if kind.integers.is_some() => Access::Integers,
            (Form::One, Base::View(_) | Base::TensorView) => Access::Variable,
            (Form::Optional, _) => Access::IfAny,
            (Form::One, _) if contract.shape.is_some() => Access::IfAny,
            _ => Access::Each,
        }
    }

    /// Everything that is asked of a parameter, but for its strides.
    pub(super) fn checks(&self, index: usize) -> TokenStream {
        if !self.parameter(index).contract.has_checks() {
            return TokenStream::new();
        }
        let ty = self.ty(index);
        let (p, subject, tensor) = (self.p, self.subject(index), self.tensor(index));
        let checks = [self.shape(index), self.metadata(index)];
        if self.access(index) == Access::Variable {
            let fail = self.fail(index);
            return quote_spanned! {Span::mixed_site()=>
                let ::core::option::Option::Some(#tensor) = #p::tensor::<#ty>(#subject) else { return #fail };
                #(#checks)*
            };
        }
        if self.access(index) == Access::Integers {
            let (fail, [shape, _]) = (self.fail(index), checks);
            return quote_spanned! {Span::mixed_site()=>
                let ::core::option::Option::Some(#tensor) = #p::integers::<#ty>(#subject) else { return #fail };
                #shape
            };
        }
        self.on_each(index, &quote_spanned!(Span::mixed_site()=> #(#checks)*))
    }

    /// Code that is run for each tensor of a parameter.
    fn on_each(&self, index: usize, checks: &TokenStream) -> TokenStream {
        let (p, subject, tensor) = (self.p, self.subject(index), self.tensor(index));
        let ty = self.ty(index);
        match self.access(index) {
            _ if checks.is_empty() => TokenStream::new(),
            Access::Variable | Access::Integers => checks.clone(),
            Access::IfAny => quote_spanned! {Span::mixed_site()=>
                if let ::core::option::Option::Some(#tensor) = #p::tensor::<#ty>(#subject) {
                    #checks
                }
            },
            Access::Each => {
                let fail = self.refusal();
                quote_spanned! {Span::mixed_site()=>
                    if !#p::each_tensor::<#ty>(#subject, |#tensor| { #checks true }) {
                        return #fail;
                    }
                }
            }
        }
    }

    /// The variable that holds a tensor.
    fn tensor(&self, index: usize) -> Ident {
        super::local("__tensor", index)
    }

    /// Dtype, device, and alignment.
    fn metadata(&self, index: usize) -> TokenStream {
        let (tensor, fail) = (self.tensor(index), self.fail(index));
        let contract = &self.parameter(index).contract;
        let align = contract.align.as_ref().map(|align| {
            let p = self.p;
            let align = match &align.value {
                Number::Literal(literal) => self.literal(literal.value),
                Number::Constant(constant) => {
                    let ident = alignment_ident(constant.index);
                    quote_spanned!(Span::mixed_site()=> #ident)
                }
            };
            quote_spanned!(Span::mixed_site()=> if !#p::is_aligned(#tensor, #align) { return #fail; })
        });
        let [dtype, device] = [self.dtype(contract, &tensor, &fail), self.device(contract, &tensor, &fail)];
        quote_spanned!(Span::mixed_site()=> #dtype #device #align)
    }

    fn dtype(&self, contract: &Contract, tensor: &Ident, fail: &TokenStream) -> Option<TokenStream> {
        let p = self.p;
        let dtypes = contract.dtypes.as_ref()?.value.iter().map(|dtype| dtype.value(p));
        Some(
            quote_spanned!(Span::mixed_site()=> if !#p::has_dtype(#tensor, &[#(#dtypes),*]) { return #fail; }),
        )
    }

    fn device(&self, contract: &Contract, tensor: &Ident, fail: &TokenStream) -> Option<TokenStream> {
        let p = self.p;
        let devices = contract.devices.as_ref()?.value.iter();
        let devices = devices.map(|device| Literal::i32_unsuffixed(device.device_type));
        Some(
            quote_spanned!(Span::mixed_site()=> if !#p::has_device(#tensor, &[#(#devices),*]) { return #fail; }),
        )
    }
}
