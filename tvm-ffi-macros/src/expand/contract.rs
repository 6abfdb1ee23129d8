//! A contract as straight-line code that only accepts or rejects. The interpreter in core finds the reason, from the text of the contract.

mod entries;
mod returns;
mod value;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

use super::argument;
use super::cpu_fallback::Side;
use crate::contract::Contract;
use crate::contract::entry::Number;
use crate::contract::symbols::{Held, Symbol};
use crate::generics::Generics;
use crate::model::{ExportFn, Parameter};
use crate::parameter_type::{Base, Form};
use crate::template::{quote, quote_spanned};

/// Expands the contract of one function.
pub(super) struct Contracts<'a> {
    export: &'a ExportFn<'a>,
    p: &'a TokenStream,
    /// Whether the code is in the body of a shim, which has the arguments. The function for callers in Rust has references to them.
    is_in_body: bool,
    side: Side,
}

/// The access of generated code to the tensors of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// One tensor, in a variable.
    Variable,
    /// A sequence of integers, without a tensor.
    Integers,
    /// One tensor or none.
    IfAny,
    /// Any number of tensors, or an unknown type.
    Each,
}

/// The constant that holds the value of a constant expression.
pub(super) fn constant_ident(index: usize) -> Ident {
    format_ident!("__TVM_FFI_CONSTANT_{index}", span = Span::mixed_site())
}

/// The constant with a checked alignment.
fn alignment_ident(index: usize) -> Ident {
    format_ident!("__TVM_FFI_ALIGNMENT_{index}", span = Span::mixed_site())
}

/// The variable with the value of a symbol.
fn symbol_ident(symbol: &Symbol) -> Ident {
    format_ident!("__sym_{}", symbol.name, span = Span::mixed_site())
}

impl<'a> Contracts<'a> {
    /// For the function that compares the arguments of a caller in Rust with the contract.
    pub(super) fn in_function(export: &'a ExportFn<'a>, p: &'a TokenStream) -> Self {
        Self { export, p, is_in_body: false, side: Side::Own }
    }

    /// For the body of a shim.
    pub(super) fn in_body(export: &'a ExportFn<'a>, side: Side, p: &'a TokenStream) -> Self {
        Self { export, p, is_in_body: true, side }
    }

    /// The statement that returns `None` if one of these conditions is true. Functions and closures with code of a contract return an `Option`.
    fn refuse_if(&self, conditions: &[TokenStream]) -> Option<TokenStream> {
        let p = self.p;
        (!conditions.is_empty())
            .then(|| quote_spanned!(Span::mixed_site()=> #p::refuse_if!(#(#conditions)||*);))
    }

    /// A reference to an argument.
    fn subject(&self, index: usize) -> TokenStream {
        let argument = argument(index);
        let reference = self.is_in_body.then(|| quote_spanned!(Span::mixed_site()=> &));
        quote_spanned!(Span::mixed_site()=> #reference #argument)
    }

    /// The type of an argument.
    fn ty(&self, index: usize) -> TokenStream {
        self.side.ty(self.parameter(index))
    }

    fn parameter(&self, index: usize) -> &'a Parameter {
        &self.export.arguments.parameters()[index]
    }

    /// A parameter as an operand, for messages about a violation; `name` is the variable.
    pub(super) fn operand(&self, index: usize, name: &TokenStream) -> TokenStream {
        let p = self.p;
        match self.access(index) {
            Access::Integers => quote_spanned!(Span::mixed_site()=> #p::integers_operand(&#name)),
            _ => quote_spanned!(Span::mixed_site()=> #p::OperandProbe(&#name).operand()),
        }
    }

    /// The parameters that the contract needs: tensors with checks, integers that are values of symbols, and cells that
    /// must not share memory.
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

    /// Whether the parameter is the value of a symbol.
    pub(super) fn is_symbol(&self, index: usize) -> bool {
        self.export.symbols.iter().any(|symbol| symbol.integer == Some(index))
    }

    /// The constants in the contract, which the compiler evaluates whenever it checks the crate.
    pub(super) fn constants(&self) -> TokenStream {
        let Self { export, p, .. } = self;
        let constants = export.constants.iter().enumerate().map(|(index, tokens)| {
            let ident = constant_ident(index);
            let span = tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            // rustc shows errors at the expression. With its span a path would be resolved in the user's scope, so the names are short.
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

    /// The function that returns the symbols that a declared result needs if the contract holds, and `None` otherwise.
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
        let (kept, types, names) = (self.kept(), self.symbol_types(), self.symbol_names());
        let cells = self.export.pairs_of_cells().into_iter().map(|[one, other]| {
            let (first, second) = (&self.parameter(one).ty, &self.parameter(other).ty);
            let (one, other) = (argument(one), argument(other));
            quote_spanned! {Span::mixed_site()=>
                !#p::are_apart(&[#p::extent::<#first>(#one), #p::extent::<#second>(#other)])
            }
        });
        let cells = self.refuse_if(&cells.collect::<Vec<_>>());
        quote_spanned! {Span::mixed_site()=>
            #[inline(always)]
            fn __contract #list (#(#arguments),*) -> #p::Option<#types> #clause {
                #symbols
                #(#checks)*
                #strides
                #cells
                #kept
                #p::Some(#names)
            }
        }
    }

    /// The variables of symbols that no pattern binds.
    pub(super) fn declarations(&self) -> TokenStream {
        let declarations = self.export.symbols.iter().filter_map(|symbol| self.declaration(symbol));
        quote!(#(#declarations)*)
    }

    /// All strides, which may use the symbols of all shapes.
    pub(super) fn all_strides(&self) -> TokenStream {
        let strides = (0..self.export.arguments.parameters().len()).filter_map(|index| self.strides(index));
        quote!(#(#strides)*)
    }

    /// The variable of a symbol that no pattern binds.
    fn declaration(&self, symbol: &Symbol) -> Option<TokenStream> {
        let (p, ident) = (self.p, symbol_ident(symbol));
        match symbol.held() {
            Held::Number => None,
            Held::Slot => Some(quote_spanned!(Span::mixed_site()=> let mut #ident = #p::None;)),
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

    /// All checks of a parameter, except strides.
    pub(super) fn checks(&self, index: usize) -> TokenStream {
        if !self.parameter(index).contract.has_checks() {
            return TokenStream::new();
        }
        let ty = self.ty(index);
        let (p, subject, tensor) = (self.p, self.subject(index), self.tensor(index));
        let (extents, mut conditions) = self.shape(index);
        conditions.extend(self.metadata(index));
        let conditions = self.refuse_if(&conditions);
        let checks = quote_spanned!(Span::mixed_site()=> #extents #conditions);
        match self.access(index) {
            Access::Variable => {
                quote_spanned!(Span::mixed_site()=> let #tensor = #p::tensor::<#ty>(#subject)?; #checks)
            }
            Access::Integers => {
                quote_spanned!(Span::mixed_site()=> let #tensor = #p::integers::<#ty>(#subject)?; #checks)
            }
            _ => self.on_each(index, &checks),
        }
    }

    /// Code that is run for each tensor of a parameter.
    fn on_each(&self, index: usize, checks: &TokenStream) -> TokenStream {
        let (p, subject, tensor) = (self.p, self.subject(index), self.tensor(index));
        let ty = self.ty(index);
        match self.access(index) {
            _ if checks.is_empty() => TokenStream::new(),
            Access::Variable | Access::Integers => checks.clone(),
            Access::IfAny => quote_spanned! {Span::mixed_site()=>
                if let #p::Some(#tensor) = #p::tensor::<#ty>(#subject) {
                    #checks
                }
            },
            Access::Each => quote_spanned! {Span::mixed_site()=>
                #p::each_tensor::<#ty>(#subject, |#tensor| { #checks #p::Some(()) })?;
            },
        }
    }

    /// The variable that holds a tensor.
    fn tensor(&self, index: usize) -> Ident {
        super::local("__tensor", index)
    }

    /// The conditions under which dtype, device, or alignment violate the contract.
    fn metadata(&self, index: usize) -> impl Iterator<Item = TokenStream> {
        let (p, tensor) = (self.p, self.tensor(index));
        let contract = &self.parameter(index).contract;
        let align = contract.align.as_ref().map(|align| {
            let align = match &align.value {
                Number::Literal(literal) => self.literal(literal.value),
                Number::Constant(constant) => {
                    let ident = alignment_ident(constant.index);
                    quote_spanned!(Span::mixed_site()=> #ident)
                }
            };
            quote_spanned!(Span::mixed_site()=> !#p::is_aligned(#tensor, #align))
        });
        [self.dtype(contract, &tensor), self.device(contract, &tensor), align].into_iter().flatten()
    }

    fn dtype(&self, contract: &Contract, tensor: &Ident) -> Option<TokenStream> {
        let p = self.p;
        let dtypes = contract.dtypes.as_ref()?.value.iter().map(|dtype| dtype.value(p));
        Some(quote_spanned!(Span::mixed_site()=> !#p::has_dtype(#tensor, &[#(#dtypes),*])))
    }

    fn device(&self, contract: &Contract, tensor: &Ident) -> Option<TokenStream> {
        let p = self.p;
        let devices = contract.devices.as_ref()?.value.iter();
        let devices = devices.map(|device| Literal::i32_unsuffixed(device.device_type));
        Some(quote_spanned!(Span::mixed_site()=> !#p::has_device(#tensor, &[#(#devices),*])))
    }
}
