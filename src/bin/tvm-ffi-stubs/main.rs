//! `tvm-ffi-stubs`: writes a Python stub (`.pyi`) for a built library of kernels, from the manifest in it.

mod annotation;
mod arguments;
mod class;
mod docs;
mod function;
mod library;
mod loader;
mod manifest;
mod module;
mod output;
mod outputs;
mod schema;
mod scope;
mod stub;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use arguments::{Arguments, Request};
use manifest::Manifest;
use module::Module;
use output::Written;

/// The exit codes.
const STALE: u8 = 1;
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    match arguments::parse(arguments).and_then(|request| match request {
        Request::Print(text) => output::print(&text),
        Request::Write(arguments) => write(&arguments),
    }) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("tvm-ffi-stubs: {message}");
            ExitCode::from(FAILED)
        }
    }
}

/// Writes the requested files, or compares them with the existing ones.
fn write(arguments: &Arguments) -> Result<ExitCode, String> {
    let (manifest, is_python_module) = library::manifest(&arguments.library)?;
    if is_python_module && arguments.loader {
        return Err(format!(
            "`{}` is a Python module, which needs no loader: omit --loader, and link or copy the library to {}",
            arguments.library.display(),
            "the name of the module, such as `my_kernels.so`"
        ));
    }
    let manifest = Manifest::parse(&manifest)?;
    for problem in &manifest.problems {
        eprintln!("tvm-ffi-stubs: warning: {problem}");
    }
    let module = Module::new(manifest, is_python_module);
    let stub = stub::stub(&module);
    let Some(path) = &arguments.output else {
        return output::print(&stub);
    };
    let mut files = vec![(path.clone(), stub)];
    if arguments.loader {
        files.push((path.with_extension("py"), loader::loader(&arguments.library)));
    }
    let mut code = ExitCode::SUCCESS;
    for (path, text) in files {
        if output::write(&path, &text, arguments.check)? == Written::Stale {
            let library = arguments.library.display();
            eprintln!("tvm-ffi-stubs: `{}` is stale: it is not what `{library}` exports", path.display());
            code = ExitCode::from(STALE);
        }
    }
    Ok(code)
}
