//! Modules of a Rust type.

use core::ffi::CStr;
use std::path::Path;

use tvm_ffi::abi::ModulePropertyMask;
use tvm_ffi::{Bytes, CustomModule, Function, Module, Result, bail};

/// A module whose functions multiply by a number, which is their name.
struct Multiples {
    /// The greatest number.
    greatest: i64,
}

impl CustomModule for Multiples {
    const KIND: &'static CStr = c"e2e.multiples";

    fn property_mask(&self) -> i32 {
        ModulePropertyMask::RUNNABLE | ModulePropertyMask::BINARY_SERIALIZABLE
    }

    fn function(&self, name: &str) -> Result<Option<Function>> {
        match name.parse::<i64>() {
            Ok(factor) if factor <= self.greatest => Ok(Some(Function::new(move |x: i64| x * factor))),
            Ok(factor) => bail!(ValueError, "{factor} is greater than {}", self.greatest),
            Err(_) if name == "panic" => panic!("a module panics"),
            Err(_) => Ok(None),
        }
    }

    fn doc(&self, name: &str) -> Result<Option<String>> {
        Ok(name.parse::<i64>().is_ok().then(|| format!("Multiplies by {name}.")))
    }

    fn metadata(&self, name: &str) -> Result<Option<String>> {
        Ok(name.parse::<i64>().is_ok().then(|| format!("{{\"factor\":{name}}}")))
    }

    fn inspect_source(&self, format: &str) -> Result<String> {
        Ok(format!("x * factor in {format}"))
    }

    fn write_formats(&self) -> Result<Vec<String>> {
        Ok(vec![String::from("txt"), String::from("multiples")])
    }

    fn write_to_file(&self, path: &Path, format: &str) -> Result<()> {
        if format != "multiples" {
            bail!(ValueError, "unknown format {format}");
        }
        std::fs::write(path, self.save_to_bytes()?)?;
        Ok(())
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        if self.greatest < 0 {
            bail!(ValueError, "nothing to save");
        }
        Ok(self.greatest.to_le_bytes().to_vec())
    }
}

#[tvm_ffi::export]
fn multiples(greatest: i64) -> Result<Module> {
    Module::new(Multiples { greatest })
}

#[tvm_ffi::export]
fn load_multiples(bytes: Bytes) -> Result<Module> {
    let Ok(greatest) = bytes[..].try_into() else { bail!(ValueError, "a saved module has eight bytes") };
    multiples(i64::from_le_bytes(greatest))
}

/// Registers the loaders of saved modules and of files.
#[tvm_ffi::export]
fn register_multiples() -> Result<()> {
    Function::replace_global("ffi.Module.load_from_bytes.e2e.multiples", &Function::new(load_multiples))?;
    let load_file =
        |path: &str, _format: &str| -> Result<Module> { load_multiples(Bytes::from(std::fs::read(path)?)) };
    Function::replace_global("ffi.Module.load_from_file.multiples", &Function::new(load_file))
}

#[tvm_ffi::export]
fn save_module(module: Module) -> Result<Bytes> {
    module.save_to_bytes().map(Bytes::from)
}
