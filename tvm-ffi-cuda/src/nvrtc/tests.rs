//! Tests with the real compiler. Without one, a test prints that and ends.

mod caching;
mod compiling;
mod declarations;
mod headers;

use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use tvm_ffi_core::Result;

use super::environment::{CACHE, Environment, INCLUDE};
use super::library::{self, Nvrtc};
use super::{Compiled, Source, compile_with};
use crate::signature::{Parameter, Signature};

/// A folder for one test, deleted at its end.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new(name: &str) -> Self {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let folder = format!("tvm-ffi-cuda-{name}-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(super) fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }

    pub(super) fn write(&self, below: &str, content: &[u8]) -> PathBuf {
        let path = self.path(below);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The compiler of this machine.
fn compiler() -> Option<&'static Nvrtc> {
    match library::nvrtc(&Environment::of_process(), "a test") {
        Ok(nvrtc) => Some(nvrtc),
        // If the environment names a compiler, it has to be found.
        Err(error) if std::env::var_os("TVM_FFI_TEST_CUDA").is_some() => panic!("{}", error.message()),
        Err(error) => {
            eprintln!("not run: {}", error.message());
            None
        }
    }
}

/// The environment of this process, without a cache.
fn uncached() -> Environment {
    let mut environment = Environment::of_process();
    environment.set(CACHE, Path::new("0"));
    environment
}

fn with_options(
    nvrtc: &Nvrtc,
    text: &str,
    options: &[&str],
    kernels: &[Signature<'_>],
    capability: (u32, u32),
) -> Result<Compiled> {
    within(&uncached(), nvrtc, text, options, kernels, capability)
}

fn within(
    environment: &Environment,
    nvrtc: &Nvrtc,
    text: &str,
    options: &[&str],
    kernels: &[Signature<'_>],
    capability: (u32, u32),
) -> Result<Compiled> {
    let kernels: Vec<_> = kernels.iter().collect();
    let source = Source { name: "kernels/k.cu", text, headers: &[], options, kernels: &kernels };
    compile_with(&source, capability, nvrtc, environment).map(|(compiled, _)| compiled)
}

/// Compiles one kernel of a source for 9.0.
fn one(nvrtc: &Nvrtc, text: &str, symbol: &str, parameters: &[Parameter]) -> Result<Compiled> {
    let symbol = CString::new(symbol).unwrap();
    with_options(nvrtc, text, &[], &[Signature { symbol: &symbol, parameters }], (9, 0))
}

/// The message of the expected error.
fn message(result: Result<Compiled>) -> String {
    result.map(|_| ()).unwrap_err().message().into_owned()
}

const fn typed(name: &'static str, c_type: &'static str, size: usize) -> Parameter {
    Parameter { name, size, align: size, c_type: Some(c_type) }
}

const fn sized(name: &'static str, size: usize) -> Parameter {
    Parameter { name, size, align: 4, c_type: None }
}

const READ: Parameter = typed("Ptr<f32>", "const float*", 8);
const WRITE: Parameter = typed("PtrMut<f32>", "float*", 8);
const LONG: Parameter = typed("i64", "long long", 8);
const INT: Parameter = typed("i32", "int", 4);

const PLAIN: Signature<'_> = Signature { symbol: c"k", parameters: &[] };

const VADD: &str =
    "extern \"C\" __global__ void vadd(const float* a, const float* __restrict__ b, float* c, long long n) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
";
const VADD_PARAMETERS: [Parameter; 4] = [READ, READ, WRITE, LONG];
const VADD_KERNEL: Signature<'_> = Signature { symbol: c"vadd", parameters: &VADD_PARAMETERS };
