//! A module made of PTX text or of a cubin: its kernels are functions. It can be saved, and loaded again.

mod driver;
mod image;
mod module;

use tvm_ffi::prelude::*;

/// A module of the kernels in an image.
#[tvm_ffi::export]
fn from_bytes(image: Bytes) -> Result<Module> {
    Module::new(module::PtxModule::new(&image)?)
}

/// Registers the loaders of saved modules and of files.
#[tvm_ffi::on_load]
fn register() -> Result<()> {
    let load = Function::new(from_bytes);
    Function::replace_global("ffi.Module.load_from_bytes.ptx", &load)?;
    let load_file = Function::new(|path: &str, _format: &str| -> Result<Module> {
        from_bytes(Bytes::from(std::fs::read(path).with_context(|| format!("cannot read {path}"))?))
    });
    Function::replace_global("ffi.Module.load_from_file.ptx", &load_file)?;
    Function::replace_global("ffi.Module.load_from_file.cubin", &load_file)
}
