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

/// An image statement and the kernels that follow it.
struct Section {
    /// The keyword of the image statement. `None` if a kernel comes before all images, which is reported.
    keyword: Option<Ident>,
    images: Vec<Image>,
    kernels: Vec<Kernel>,
}

/// One image.
struct Image {
    format: Format,
    operand: Operand,
    /// The embedded headers of a source, as files relative to the declaration.
    headers: Vec<LitStr>,
    /// The compiler options of a source.
    options: Option<Expr>,
}

/// The format of an image.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// Machine code, with the architecture that it is declared for.
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

/// The origin of an image.
enum Operand {
    /// A file, relative to the declaration.
    File(LitStr),
    /// The bytes, or the text.
    Value(TokenStream),
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

/// A type variable of a kernel, with its types.
struct Variable {
    ident: Ident,
    /// Bounds in addition to `Element`.
    bounds: TokenStream,
    /// At least one, unless an error was reported.
    types: Vec<Type>,
}

/// The options of a kernel.
#[derive(Default)]
struct KernelOptions {
    max_smem: Option<Expr>,
    cluster: Option<Vec<Expr>>,
    pdl: bool,
}

impl Kernel {
    /// All combinations of the variables' types. Without variables this is one empty combination.
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

/// Expands the declarations to the statics of the kernels, or to error messages.
pub(crate) fn kernels(items: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let kernels = parse_kernels(items, &mut diagnostics);
    check_kernels(&kernels, &mut diagnostics);
    let errors = diagnostics.finish().err();
    let is_valid = errors.is_none();
    let added = expand_kernels(&kernels, is_valid);
    quote!(#errors #added)
}
