//! The procedural macros of `tvm-ffi-rs`, which re-exports them.

mod attributes;
mod check;
mod contract;
mod crate_path;
mod default_text;
mod default_value;
mod derive;
mod diagnostics;
mod dispatch;
mod docs;
mod expand;
mod export;
mod facade;
mod generics;
mod global;
mod import;
mod inherited;
mod item;
#[cfg(feature = "cuda")]
mod kernel_param;
#[cfg(feature = "cuda")]
mod kernels;
mod lifetimes;
mod methods;
mod model;
mod names;
mod object;
mod on_load;
mod options;
mod output;
mod package;
mod parameter_type;
mod passing;
mod source;
mod split;
mod subject;
mod tensor_search;
mod token;
mod tokens;

#[cfg(test)]
mod tests;

use package::Package;
use proc_macro::TokenStream;

#[doc = include_str!("export.md")]
#[proc_macro_attribute]
pub fn export(options: TokenStream, item: TokenStream) -> TokenStream {
    shown(export::export(options.into(), item.into(), &Package::from_env(), source::SourcePlace::of))
}

#[doc = include_str!("object.md")]
#[proc_macro_attribute]
pub fn object(options: TokenStream, item: TokenStream) -> TokenStream {
    shown(object::object(options.into(), item.into(), &Package::from_env()))
}

#[doc = include_str!("methods.md")]
#[proc_macro_attribute]
pub fn methods(options: TokenStream, item: TokenStream) -> TokenStream {
    shown(methods::methods(options.into(), item.into(), &Package::from_env()))
}

#[doc = include_str!("on_load.md")]
#[proc_macro_attribute]
pub fn on_load(options: TokenStream, item: TokenStream) -> TokenStream {
    shown(on_load::on_load(options.into(), item.into()))
}

/// Makes attributes of functions in a block with [`macro@methods`], which reads them. Anywhere else they are errors.
macro_rules! in_blocks {
    ($($name:ident)*) => {$(
        #[doc(hidden)]
        #[proc_macro_attribute]
        pub fn $name(_: TokenStream, item: TokenStream) -> TokenStream {
            shown(methods::orphan(stringify!($name), &item.into()))
        }
    )*};
}

in_blocks! { init staticmethod classmethod getter setter }

#[doc = include_str!("union.md")]
#[proc_macro_derive(Union, attributes(tvm_ffi))]
pub fn union(item: TokenStream) -> TokenStream {
    shown(derive::union(item.into()))
}

#[doc = include_str!("str_enum.md")]
#[proc_macro_derive(StrEnum, attributes(tvm_ffi, rename))]
pub fn str_enum(item: TokenStream) -> TokenStream {
    shown(derive::str_enum(item.into()))
}

#[doc = include_str!("search_tensors.md")]
#[proc_macro_derive(SearchTensors, attributes(tvm_ffi, no_tensors))]
pub fn search_tensors(item: TokenStream) -> TokenStream {
    shown(derive::search_tensors(item.into()))
}

#[doc = include_str!("import.md")]
#[proc_macro]
pub fn import(items: TokenStream) -> TokenStream {
    shown(import::import(items.into()))
}

#[cfg(feature = "cuda")]
#[doc = include_str!("kernels.md")]
#[proc_macro]
pub fn kernels(items: TokenStream) -> TokenStream {
    shown(kernels::kernels(items.into()))
}

#[cfg(feature = "cuda")]
#[doc = include_str!("kernel_param.md")]
#[proc_macro_derive(KernelParam, attributes(tvm_ffi, kernel_param))]
pub fn kernel_param(item: TokenStream) -> TokenStream {
    shown(kernel_param::kernel_param(item.into()))
}

/// The expansion, which is printed first if `TVM_FFI_MACROS_DEBUG` is set.
fn shown(expansion: proc_macro2::TokenStream) -> TokenStream {
    if std::env::var_os("TVM_FFI_MACROS_DEBUG").is_some_and(|value| value == "1") {
        eprintln!("{expansion}");
    }
    expansion.into()
}
