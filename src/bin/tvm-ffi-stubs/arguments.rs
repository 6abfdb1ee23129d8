//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

const HELP: &str = "\
Writes a Python stub (.pyi) for a built library of kernels.

Usage: tvm-ffi-stubs LIBRARY [-o FILE.pyi [--loader] [--check]]

  LIBRARY             the library: target/release/libmy_kernels.so
  -o, --output FILE   where the stub goes; without it, it is printed
      --loader        also write FILE.py, the module of the stub: it loads the library from its own folder. Not for a library
                      with `tvm_ffi::python_module!`, which is a module itself
      --check         write nothing; exit with 1 if the files are not what would be written
  -h, --help          print this
  -V, --version       print the version

Exit codes: 0 done, 1 stale (--check), 2 an error.
";

/// The requested action.
#[derive(Debug)]
pub(crate) enum Request {
    Print(String),
    Write(Arguments),
}

/// Which files to write.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) library: PathBuf,
    pub(crate) output: Option<PathBuf>,
    pub(crate) loader: bool,
    pub(crate) check: bool,
}

/// Reads the arguments, without the name of the program.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Request, String> {
    let (mut library, mut output, mut loader, mut check) = (None, None, false, false);
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("-h" | "--help") => return Ok(Request::Print(HELP.to_owned())),
            Some("-V" | "--version") => {
                return Ok(Request::Print(format!("tvm-ffi-stubs {}\n", env!("CARGO_PKG_VERSION"))));
            }
            Some("--check") => check = true,
            Some("--loader") => loader = true,
            Some("-o" | "--output") => {
                let path = arguments.next().ok_or("-o needs the path of a file")?;
                output = Some(PathBuf::from(path));
            }
            Some(option) if option.starts_with('-') => {
                return Err(usage(&format!("unknown option `{option}`")));
            }
            _ if library.is_some() => {
                return Err(usage(&format!("more than one library: `{}`", argument.display())));
            }
            _ => library = Some(PathBuf::from(argument)),
        }
    }
    let library = library.ok_or_else(|| usage("no library"))?;
    match &output {
        Some(path) if path.extension().is_none_or(|extension| extension != "pyi") => {
            let path = path.display();
            Err(format!("`{path}` is not the name of a stub: type checkers read files that end in `.pyi`"))
        }
        None if check || loader => {
            Err(usage("--check and --loader need `-o FILE.pyi`, which names the files"))
        }
        _ => Ok(Request::Write(Arguments { library, output, loader, check })),
    }
}

fn usage(message: &str) -> String {
    format!("{message}\nusage: tvm-ffi-stubs LIBRARY [-o FILE.pyi [--loader] [--check]]; see --help")
}
