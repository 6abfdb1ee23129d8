//! The pipeline of `tvm_ffi::cuda::kernels!`: parse, model, check, expand.

mod check;
mod expand;
mod header;
mod image;
mod kernel;
mod parse;
mod symbol;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, Expr, LitStr, Type, Visibility};

use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use check::check_kernels;
use expand::expand_kernels;
use parse::parse_kernels;
use symbol::Symbol;

/// Everything in one `kernels!`.
#[derive(Default)]
struct Kernels {
    krate: CratePath,
    sections: Vec<Section>,
}

/// The images of some kernels, and the kernels.
struct Section {
    /// What the statement begins with; nothing where a kernel comes before all images, which is reported.
    keyword: Option<Ident>,
    images: Vec<Image>,
    kernels: Vec<Kernel>,
}

/// One image.
struct Image {
    format: Format,
    operand: Operand,
    /// The headers that source brings, as files beside the one with the declaration.
    headers: Vec<LitStr>,
    /// The options of the compiler of source.
    options: Option<Expr>,
}

/// What an image consists of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// Machine code, and for what it is declared.
    Cubin(Option<Architecture>),
    Fatbin,
    Ptx,
    Source,
}

/// The `90` and the `a` in `sm_90a`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Architecture {
    number: u32,
    suffix: Option<char>,
}

/// Where an image comes from.
enum Operand {
    /// A file beside the one with the declaration.
    File(LitStr),
    /// The bytes, or the text.
    Value(Expr),
}

/// A kernel.
struct Kernel {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    ident: Ident,
    variables: Vec<Variable>,
    /// The types of the parameters, if they could be read.
    parameters: Option<Vec<Type>>,
    symbol: Option<Symbol>,
    options: KernelOptions,
}

/// A type variable of a kernel, and what it stands for.
struct Variable {
    ident: Ident,
    /// What is asked of the types beside being elements.
    bounds: TokenStream,
    /// At least one, unless that is reported.
    types: Vec<Type>,
}

/// What is said of a kernel behind its symbol.
#[derive(Default)]
struct KernelOptions {
    max_smem: Option<Expr>,
    cluster: Option<Vec<Expr>>,
    pdl: bool,
}

impl Kernel {
    /// The types that the variables stand for, in every combination. Without variables that is one, of no types.
    fn variants(&self) -> Vec<Vec<&Type>> {
        let mut variants = vec![Vec::new()];
        for variable in &self.variables {
            variants = variants
                .into_iter()
                .flat_map(|before: Vec<&Type>| {
                    variable.types.iter().map(move |ty| [before.as_slice(), &[ty]].concat())
                })
                .collect();
        }
        variants
    }
}

/// The statics of kernels, or what is wrong with their declarations.
pub(crate) fn kernels(items: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let kernels = parse_kernels(items, &mut diagnostics);
    check_kernels(&kernels, &mut diagnostics);
    let errors = diagnostics.finish().err();
    let is_valid = errors.is_none();
    let added = expand_kernels(&kernels, is_valid);
    quote!(#errors #added)
}
