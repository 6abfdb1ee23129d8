//! An export as the expansion sees it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{FnArg, LitStr, Pat, Path, Signature, Type, parse_quote_spanned};

use crate::attributes::{ParameterAttributes, take_misplaced};
use crate::contract::Contract;
use crate::contract::entry::{Constant, Dim, EntryKind, name_of};
use crate::contract::returns::{Returns, ReturnsTokens};
use crate::contract::symbols::{Need, Place, Symbols, dims};
use crate::default_value::with_floats;
use crate::diagnostics::Diagnostics;
use crate::dispatch::Variable;
use crate::docs::Doc;
use crate::export::{ExportOptions, Gil};
use crate::generics::Generics;
use crate::inherited::inherited;
use crate::item::FnItem;
use crate::lifetimes::elide;
use crate::methods::{Kind, MethodOf};
use crate::output::Output;
use crate::package::Package;
use crate::parameter_type::{ParameterType, changed_object};
use crate::passing::{Mark, Passing, resolve};
use crate::token::{CallToken, is_token};
use crate::tokens::mentions;

/// One exported function.
pub(crate) struct ExportFn<'a> {
    /// The Rust function.
    pub(crate) ident: Ident,
    /// The name of the export.
    pub(crate) name: String,
    /// The documentation.
    pub(crate) doc: Doc,
    /// The package it is part of.
    pub(crate) package: &'a Package,
    /// Attributes of the function that apply to the expansion too.
    pub(crate) inherited: Vec<TokenStream>,
    /// The name in the global registry.
    pub(crate) global: Option<String>,
    /// Whether it replaces a function that has that name already.
    pub(crate) overrides_global: bool,
    /// Whether it is a symbol of the system library too.
    pub(crate) system_lib: bool,
    /// Whether a Python module holds the GIL during a call, if the function decides it.
    pub(crate) gil: Option<Gil>,
    /// The parameters.
    pub(crate) arguments: Arguments,
    /// The call token, if it takes one.
    pub(crate) token: Option<CallToken>,
    /// The symbols in its contract.
    pub(crate) symbols: Symbols,
    /// The constant expressions in its contract, by index.
    pub(crate) constants: Vec<TokenStream>,
    /// Whether its contract could be read.
    pub(crate) is_contract_whole: bool,
    /// Its type parameters.
    pub(crate) generics: Generics,
    /// Those that are chosen by dtype, with their types.
    pub(crate) variables: &'a [Variable],
    /// The CPU fallback: the function for tensors in host memory.
    pub(crate) fallback: Option<&'a Path>,
    /// The forward function, of which this is the backward function.
    pub(crate) forward: Option<&'a Path>,
    /// The inputs of the forward function that have no gradient.
    pub(crate) constant: &'a [Ident],
    /// The result.
    pub(crate) output: Output,
    /// The declared metadata of returned tensors.
    pub(crate) returns: Option<Returns>,
    /// The type that has the description of an export with tensors, and with a contract the function's body and its check.
    pub(crate) namespace: Ident,
    /// Set for a method.
    pub(crate) method: Option<MethodOf>,
}

/// The arguments of an export.
pub(crate) enum Arguments {
    /// Any number, as `&[AnyView<'_>]`, after the receiver if there is one.
    Packed(Option<Box<Parameter>>),
    /// One for each parameter.
    Each(Vec<Parameter>),
}

/// One parameter.
pub(crate) struct Parameter {
    /// The name that the caller sees; empty for a pattern, which is reported.
    pub(crate) name: String,
    /// The span of the name.
    pub(crate) at: Span,
    /// The type, with `'_` for named lifetimes.
    pub(crate) ty: TokenStream,
    /// The type, as far as its tokens show it.
    pub(crate) kind: ParameterType,
    /// The `T` of `&mut T`, if it seems to be an object type.
    pub(crate) changes: Option<TokenStream>,
    /// The contract from its attributes.
    pub(crate) contract: Contract,
    /// The variable of `dispatch` that is its element type.
    pub(crate) variable: Option<Ident>,
    /// The default, used when the caller omits the argument.
    pub(crate) default: Option<TokenStream>,
    /// The attribute that says how callers in Python pass the argument.
    pub(crate) mark: Option<Mark>,
    /// How they do.
    pub(crate) passing: Passing,
    /// The documentation.
    pub(crate) doc: Doc,
}

impl<'a> ExportFn<'a> {
    /// The model of a function; our attributes are removed from `item`. `receivers` is 1 if the first parameter is the object
    /// that a method is called on.
    ///
    /// A function that cannot be exported has a model too, which is not expanded after the error.
    pub(crate) fn new(
        item: &mut FnItem,
        receivers: usize,
        options: &'a ExportOptions,
        package: &'a Package,
        returns: Option<&ReturnsTokens>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        take_misplaced(&mut item.attributes, diagnostics);
        let ident = item.signature.ident.clone();
        let name = options.name.as_ref().map_or_else(|| name_of(&ident), LitStr::value);
        let variables = options.dispatch.as_deref().unwrap_or_default();
        let errors = diagnostics.count();
        let token = CallToken::take(&mut item.signature, diagnostics);
        let mut arguments = Arguments::new(&mut item.signature, receivers, variables, diagnostics);
        let mut returns = returns.and_then(|returns| Returns::parse(returns, variables, diagnostics));
        let constants = number_constants(&mut arguments, returns.as_mut());
        let symbols = Symbols::new(arguments.parameters(), returns.as_ref());
        use_named(&mut item.signature, arguments.parameters(), &symbols);
        Self {
            doc: Doc::of(&item.attributes),
            package,
            inherited: inherited(&item.attributes),
            global: options.global.as_ref().map(|global| global.name(&name, package, diagnostics)),
            overrides_global: options.global.as_ref().is_some_and(|global| global.overrides),
            system_lib: options.system_lib,
            gil: options.gil,
            symbols,
            is_contract_whole: diagnostics.count() == errors,
            generics: Generics::new(&item.signature),
            constants,
            arguments,
            token,
            variables,
            fallback: options.cpu.as_ref(),
            forward: options.backward_of.as_ref(),
            constant: options.constant.as_deref().unwrap_or_default(),
            output: Output::new(&item.signature, diagnostics),
            returns,
            namespace: namespace(&ident),
            method: None,
            ident,
            name,
        }
    }
}

impl ExportFn<'_> {
    /// Whether a call from Rust is checked too.
    pub(crate) fn has_contract(&self) -> bool {
        let mut parameters = self.arguments.parameters().iter();
        self.returns.is_some()
            || parameters.any(|parameter| parameter.contract.has_checks())
            || !self.pairs_of_cells().is_empty()
    }

    /// Whether there is a type with the associated items of the export.
    pub(crate) fn has_namespace(&self) -> bool {
        let mut parameters = self.arguments.parameters().iter();
        self.has_contract() || self.method.is_none() && parameters.any(|parameter| !parameter.kind.is_plain)
    }

    /// The pairs of parameters, by index, that are cells and must not share memory. Cells can be copied, so a caller in Rust may
    /// pass the same cells twice.
    pub(crate) fn pairs_of_cells(&self) -> Vec<[usize; 2]> {
        let parameters = self.arguments.parameters().iter().enumerate();
        let cells: Vec<_> = parameters.filter(|(_, parameter)| parameter.kind.has_cells).collect();
        let mut pairs = Vec::new();
        for (place, (one, first)) in cells.iter().enumerate() {
            for (other, second) in &cells[place + 1..] {
                if !first.is_alias_of(second) && !second.is_alias_of(first) {
                    pairs.push([*one, *other]);
                }
            }
        }
        pairs
    }

    /// Whether a type depends on a variable of `dispatch`.
    pub(crate) fn mentions_variable(&self, ty: &TokenStream) -> bool {
        self.variables.iter().any(|variable| mentions(ty.clone(), &variable.ident.to_string()))
    }

    /// Whether a parameter that is not written as a view depends on a variable of `dispatch`: then each instance has a record.
    pub(crate) fn values_differ(&self) -> bool {
        let mut values = self.arguments.parameters().iter().filter(|parameter| !parameter.kind.is_view);
        values.any(|parameter| self.mentions_variable(&parameter.ty))
    }

    /// The uses of symbols that need a value in every call: in expressions, and in the declaration of the result.
    pub(crate) fn needs(&self) -> impl Iterator<Item = Need<'_>> {
        let parameters = self.arguments.parameters().iter().enumerate();
        let dims = [false, true].into_iter().flat_map(move |is_stride| {
            parameters.clone().filter_map(move |(index, parameter)| {
                Some((is_stride, index, dims(&parameter.contract, is_stride)?))
            })
        });
        let expressions = dims.flat_map(|(is_stride, parameter, dims)| {
            dims.entries.iter().enumerate().flat_map(move |(entry, Dim { kind, .. })| {
                let symbols = match kind {
                    EntryKind::Value(value) => value.symbols(),
                    _ => Vec::new(),
                };
                let place = Place { is_stride, parameter, entry };
                symbols.into_iter().map(move |at| Need { at, place, is_rest: false })
            })
        });
        let returned = self.returns.iter().flat_map(Returns::entries).flat_map(|Dim { kind, .. }| {
            let (place, is_rest) = (Place::returned(0), matches!(kind, EntryKind::Rest(_)));
            kind.symbols().into_iter().map(move |at| Need { at, place, is_rest })
        });
        expressions.chain(returned)
    }

    /// Whether a parameter is taken for a reference to an object, which core decides by its type.
    pub(crate) fn is_object(&self, index: usize, parameter: &Parameter) -> bool {
        let is_own = self.method.as_ref().is_some_and(|method| parameter.is_reference_to(&method.ty));
        index == 0 && self.is_instance_method() || is_own || parameter.changes.is_some()
    }

    /// The parameters, by index, that may lead to tensors. There are none where all others are references to objects, through which nothing is written.
    pub(crate) fn leading(&self) -> Vec<(usize, &Parameter)> {
        let parameters = self.arguments.parameters().iter().enumerate();
        let leading: Vec<_> = parameters.filter(|(_, parameter)| !parameter.kind.is_plain).collect();
        if leading.iter().all(|(index, parameter)| self.is_object(*index, parameter)) {
            return Vec::new();
        }
        leading
    }

    /// Whether its first parameter is a receiver.
    pub(crate) fn is_instance_method(&self) -> bool {
        matches!(&self.method, Some(MethodOf { kind: Kind::Instance(_), .. }))
    }

    /// Whether it is the constructor of a class.
    pub(crate) fn is_init(&self) -> bool {
        matches!(&self.method, Some(MethodOf { kind: Kind::Init, .. }))
    }
}

impl Arguments {
    fn new(
        signature: &mut Signature,
        receivers: usize,
        variables: &[Variable],
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let names: Vec<_> = variables.iter().map(|variable| variable.ident.to_string()).collect();
        let inputs = &mut signature.inputs;
        let has_packed = inputs.len() == receivers + 1 && inputs.last().is_some_and(is_packed);
        let mut parameters = Vec::new();
        for input in inputs {
            let FnArg::Typed(input) = input else { continue };
            if is_token(&input.ty) {
                continue;
            }
            let ParameterAttributes { default, doc, contract, mark } =
                ParameterAttributes::take(&mut input.attrs, diagnostics);
            if has_packed && is_packed_type(&input.ty) {
                check_packed(default.as_ref(), &contract, mark.as_ref(), diagnostics);
            }
            let default = default.map(|default| with_floats(default, &input.ty));
            let (name, at) = match &*input.pat {
                Pat::Ident(pattern) => (pattern.ident.unraw().to_string(), pattern.ident.span()),
                _ => (String::new(), Span::mixed_site()),
            };
            let kind = ParameterType::new(&input.ty, &names);
            let variable = variable(&kind, &input.ty, variables);
            let ty = elide(input.ty.to_token_stream());
            let changes = changed_object(&input.ty).map(|object| elide(object.to_token_stream()));
            let passing = Passing::Either;
            parameters.push(Parameter {
                name,
                at,
                ty,
                kind,
                changes,
                contract,
                variable,
                default,
                mark,
                passing,
                doc,
            });
        }
        resolve(&mut parameters);
        if has_packed {
            parameters.truncate(receivers);
            return Self::Packed(parameters.pop().map(Box::new));
        }
        Self::Each(parameters)
    }

    /// The parameters. The packed form has only a receiver, if any.
    pub(crate) fn parameters(&self) -> &[Parameter] {
        match self {
            Self::Packed(receiver) => receiver.as_deref().map_or(&[], core::slice::from_ref),
            Self::Each(parameters) => parameters,
        }
    }

    /// The receiver, which is the first parameter of a method with one.
    pub(crate) fn receiver_mut(&mut self) -> Option<&mut Parameter> {
        match self {
            Self::Packed(receiver) => receiver.as_deref_mut(),
            Self::Each(parameters) => parameters.first_mut(),
        }
    }
}

/// The name of the type with the associated items of an export.
pub(crate) fn namespace(ident: &Ident) -> Ident {
    format_ident!("__tvm_ffi_exported_{}", ident.unraw(), span = Span::mixed_site())
}

/// Numbers the constant expressions in the order of the description.
fn number_constants(arguments: &mut Arguments, returns: Option<&mut Returns>) -> Vec<TokenStream> {
    let mut constants = Vec::new();
    let mut number = |constant: &mut Constant| {
        constant.index = constants.len();
        constants.push(constant.tokens.clone());
    };
    if let Arguments::Each(parameters) = arguments {
        parameters.iter_mut().for_each(|parameter| parameter.contract.visit_constants(&mut number));
    }
    if let Some(returns) = returns {
        returns.visit_constants(&mut number);
    }
    constants
}

/// The contract uses the parameters that it names, though the body may not: another name would change the contract.
fn use_named(signature: &mut Signature, parameters: &[Parameter], symbols: &Symbols) {
    let is_named = |name: &str| {
        symbols.iter().any(|symbol| symbol.integer.is_some() && symbol.name == name)
            || parameters.iter().any(|other| other.alias().is_some_and(|alias| alias == name))
    };
    for input in &mut signature.inputs {
        if let FnArg::Typed(input) = input
            && let Pat::Ident(pattern) = &*input.pat
            && is_named(&name_of(&pattern.ident))
        {
            input.attrs.push(parse_quote_spanned!(Span::mixed_site()=> #[allow(unused_variables)]));
        }
    }
}

fn check_packed(
    default: Option<&TokenStream>,
    contract: &Contract,
    mark: Option<&Mark>,
    diagnostics: &mut Diagnostics,
) {
    if let Some(mark) = mark {
        diagnostics
            .error(mark.at(), "the packed form takes all arguments, by position\nhelp: remove the attribute");
    }
    if let Some(default) = default {
        diagnostics.error(default, "the packed form takes any number of arguments, and no default");
    }
    if let Some((name, at)) = contract.attributes().next() {
        diagnostics.error(
            at,
            format!("`#[{name}]` belongs on a tensor, and the packed form takes any arguments\nhelp: take the tensors as parameters of their own, such as `x: TensorView<'_>`"),
        );
    }
}

/// The only variable that a type mentions, which is the type of the elements if it is that of a tensor: the expansion asserts it.
fn variable(kind: &ParameterType, ty: &Type, variables: &[Variable]) -> Option<Ident> {
    let is_mentioned = |variable: &&Variable| mentions(ty.to_token_stream(), &variable.ident.to_string());
    let mut found = variables.iter().filter(is_mentioned);
    match (found.next(), found.next()) {
        (Some(variable), None) if !kind.is_plain => Some(variable.ident.clone()),
        _ => None,
    }
}

impl Parameter {
    /// Whether callers have to pass it.
    pub(crate) fn is_required(&self) -> bool {
        self.default.is_none() && !self.passing.takes_others()
    }

    /// Whether it is a plain reference to a type.
    pub(crate) fn is_reference_to(&self, ty: &TokenStream) -> bool {
        self.ty.to_string() == quote!(&#ty).to_string()
    }

    /// Whether it is declared to share memory with another.
    pub(crate) fn is_alias_of(&self, other: &Self) -> bool {
        self.alias().is_some_and(|alias| alias == other.name)
    }

    /// The name of the parameter that it may share memory with.
    fn alias(&self) -> Option<String> {
        self.contract.alias.as_ref().map(|alias| name_of(&alias.value))
    }

    /// Whether it may be a view of CUDA memory.
    pub(crate) fn may_be_cuda_view(&self) -> bool {
        !self.kind.is_plain && self.changes.is_none()
    }

    /// Whether its contract is that of a sequence of integers, which can only have a shape.
    pub(crate) fn is_integers(&self) -> bool {
        self.kind.is_integers && self.contract.attributes().all(|(name, _)| name == "shape")
    }
}

/// Whether a parameter is written as `&[AnyView<'_>]`.
pub(crate) fn is_packed(input: &FnArg) -> bool {
    matches!(input, FnArg::Typed(input) if is_packed_type(&input.ty))
}

fn is_packed_type(ty: &Type) -> bool {
    let Type::Reference(reference) = strip(ty) else { return false };
    let Type::Slice(slice) = strip(&reference.elem) else { return false };
    let Type::Path(element) = strip(&slice.elem) else { return false };
    reference.mutability.is_none()
        && element.path.segments.last().is_some_and(|segment| segment.ident == "AnyView")
}

/// A type without parentheses and without the invisible groups of `macro_rules!`.
pub(crate) fn strip(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}
