//! Modules: their functions, and their imports.
//!
//! A module of any origin is called through its vtable, in the layout of C++. The runtime itself makes modules of the functions of a
//! [`library`].

mod binary;
mod context;
mod imports;
mod library;
mod lookup;
mod object;
mod published;
mod registry;
#[cfg(target_os = "linux")]
mod unloadable;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use tvm_ffi_abi::module::AnyModule;
use tvm_ffi_abi::{TVMFFIAny, TypeIndex};

use crate::builtin::{Parameter, Str, Strings, Type, builtins, returned, type_of};
use crate::catch::{Result, fail};
use crate::function;
use crate::globals;
use crate::object::Object;
use crate::text::{self, string_content};
use crate::types::cannot_convert;
use crate::value::{Value, lent_object};

pub(crate) use context::register_context_symbol;
pub(crate) use imports::IMPORTS_GETTER;
pub(crate) use library::open;
pub(crate) use lookup::lookup;
pub(crate) use registry::register_system_lib_symbol;

/// A module as an argument or a result. It lives as long as this: an argument that a caller lends may be given away by code of the module.
pub(crate) struct Module(pub(crate) Object);

impl Parameter<'_> for Module {
    const TYPE: Type = type_of!("ffi.Module");

    fn read(view: &TVMFFIAny) -> Option<Self> {
        let module = lent_object(view, TypeIndex::MODULE)?;
        // SAFETY: AnyView validity.
        unsafe { Object::from_lent(module.as_ptr().cast()) }.map(Self)
    }
}

impl Module {
    fn any(&self) -> AnyModule {
        // SAFETY: the object is a module, which lives as long as this.
        unsafe { AnyModule::new(self.0.handle()) }
    }
}

/// A result that may be None, with the type of the others.
struct OptionalFunction(Value);
struct OptionalString(Value);

returned! {
    Module: type_of!("ffi.Module");
    OptionalFunction: Type {
        name: "Optional<ffi.Function>",
        schema: r#"{"type":"Optional","args":[{"type":"ffi.Function"}]}"#,
    };
    OptionalString: Type {
        name: "Optional<str>",
        schema: r#"{"type":"Optional","args":[{"type":"ffi.String"}]}"#,
    };
}

/// Loads a module with the loader of the file's format.
fn load_from_file(path: &Str) -> Result<Module> {
    let name = string_content(path.0.view()).unwrap_or_default();
    let Some(dot) = name.iter().rposition(|byte| *byte == b'.') else {
        let name = String::from_utf8_lossy(name);
        return Err(fail!(RuntimeError, "Failed to get file format from {name}"));
    };
    let format = match &name[dot + 1..] {
        b"dll" | b"dylib" | b"dso" => b"so",
        format => format,
    };
    let loader = [b"ffi.Module.load_from_file.", format].concat();
    let Some(load) = globals::table().get(&loader) else {
        let format = String::from_utf8_lossy(format);
        let loader = String::from_utf8_lossy(&loader);
        return Err(fail!(
            RuntimeError,
            "Loader for `.{format}` files is not registered, resolved to ({loader}) in the global registry.\
             Ensure that you have loaded the correct runtime code, and\
             that you are on the correct hardware architecture."
        ));
    };
    let format = text::string(format);
    // SAFETY: the registry has functions, and both arguments are values.
    object::of_value(unsafe { function::call(&load, &[*path.0.view(), *format.view()]) }?).map(Module)
}

/// The modules that `ffi.ModuleGlobalsAdd` keeps, by address.
static KEPT: Mutex<BTreeMap<usize, Object>> = Mutex::new(BTreeMap::new());

builtins! {
    pub(crate) const BUILTINS;

    "ffi.ModuleLoadFromFile" fn module_load_from_file(path: Str) -> Module { load_from_file(&path) }

    "ffi.ModuleImplementsFunction" fn module_implements(module: Module, name: Str, query_imports: bool) -> bool {
        let found = imports::search(module.any(), query_imports, |module| {
            Ok(object::implements(module, &name.0)?.then_some(()))
        })?;
        Ok(found.is_some())
    }

    "ffi.ModuleGetFunctionMetadata" fn module_metadata(module: Module, name: Str, query_imports: bool) -> OptionalString {
        let found = imports::search(module.any(), query_imports, |module| object::metadata(module, &name.0))?;
        Ok(OptionalString(found.unwrap_or(Value::NONE)))
    }

    "ffi.ModuleGetFunctionDoc" fn module_doc(module: Module, name: Str, query_imports: bool) -> OptionalString {
        let found = imports::search(module.any(), query_imports, |module| object::doc(module, &name.0))?;
        Ok(OptionalString(found.unwrap_or(Value::NONE)))
    }

    "ffi.ModuleGetFunction" fn module_function(module: Module, name: Str, query_imports: bool) -> OptionalFunction {
        let found = imports::search(module.any(), query_imports, |module| object::function(module, &name.0))?;
        Ok(OptionalFunction(found.map_or(Value::NONE, Value::from)))
    }

    "ffi.ModuleGetPropertyMask" fn module_property_mask(module: Module) -> i64 {
        object::property_mask(module.any())
    }

    "ffi.ModuleInspectSource" fn module_inspect_source(module: Module, format: Str) -> Str {
        object::inspect_source(module.any(), &format.0).map(Str)
    }

    "ffi.ModuleGetKind" fn module_kind(module: Module) -> Str { Ok(Str(object::kind(module.any()))) }

    "ffi.ModuleGetWriteFormats" fn module_write_formats(module: Module) -> Strings {
        object::write_formats(module.any()).map(Strings)
    }

    "ffi.ModuleWriteToFile" fn module_write_to_file(module: Module, path: Str, format: Str) -> () {
        object::write_to_file(module.any(), &path.0, &format.0)
    }

    "ffi.ModuleImportModule" fn module_import(module: Module, other: Module) -> () {
        imports::add(module.any(), other.any())
    }

    "ffi.ModuleClearImports" fn module_clear_imports(module: Module) -> () { imports::clear(module.any()) }

    "ffi.ModuleGlobalsAdd" fn module_globals_add(module: Module) -> () {
        let address = module.0.handle().addr();
        let before = KEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(address, module.0);
        drop(before);
        Ok(())
    }

    "ffi.ModuleGlobalsRemove" fn module_globals_remove(module: Module) -> () {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).remove(&module.0.handle().addr());
        drop(kept);
        Ok(())
    }

    packed "ffi.SystemLib" fn system_lib(args) {
        let prefix = match args.first() {
            None => &[][..],
            Some(prefix) => {
                string_content(prefix).ok_or_else(|| cannot_convert(prefix.type_index, "str"))?
            }
        };
        registry::system_lib(prefix).map(Value::from)
    }
}

#[cfg(test)]
mod tests;
