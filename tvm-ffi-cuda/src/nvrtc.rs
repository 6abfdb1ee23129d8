//! Kernels in CUDA C++: NVRTC compiles them at first use, and the result is cached on disk.
//!
//! The steps: [`search`] finds the NVRTC library, and [`library`] loads its functions. [`architecture`] and [`options`] choose the target and the options.
//! [`mod@include`] finds the headers of CUDA, and [`mod@headers`] prepares those that are embedded with the source. [`assertions`] appends assertions that compare the
//! kernels with their declarations. [`cache`] looks up an earlier result, [`program`] compiles, and [`failure`] explains errors.

mod architecture;
mod assertions;
mod cache;
mod environment;
mod failure;
mod headers;
mod include;
mod job;
mod library;
mod mapped;
mod options;
mod program;
mod search;
#[cfg(test)]
mod tests;

use std::ffi::CString;

use tvm_ffi_core::Result;

use crate::signature::Signature;
use cache::Cache;
use environment::Environment;
use job::Job;
use library::Nvrtc;

/// Kernels in CUDA C++.
pub struct Source<'a> {
    /// The name of the file, for the compiler's messages.
    pub name: &'a str,
    /// The source.
    pub text: &'a str,
    /// The embedded headers: the path of each from the folder of the source, by which it is included, and its text.
    pub headers: &'a [(&'a str, &'a str)],
    /// Options of the compiler.
    pub options: &'a [&'a str],
    /// All kernels that are declared with this source.
    pub kernels: &'a [&'a Signature<'a>],
}

/// The result of compiling a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Compiled {
    /// A cubin. NUL-terminated PTX if the compiler does not know the architecture, or if the options ask for it.
    pub(crate) image: Vec<u8>,
    /// Each declared symbol and its name in the image, also for symbols that are C identifiers.
    pub(crate) names: Vec<(String, CString)>,
}

/// Compiles `source` for a GPU of the compute capability `(major, minor)`, or finds the result in the cache.
///
/// # Errors
///
/// A `RuntimeError` if NVRTC cannot be found, if it does not support the GPU, or if the source does not compile; the last with the compiler's log.
pub(crate) fn compile(source: &Source<'_>, capability: (u32, u32)) -> Result<Compiled> {
    let environment = Environment::of_process();
    let nvrtc = library::nvrtc(&environment, source.name)?;
    compile_with(source, capability, nvrtc, &environment).map(|(compiled, _)| compiled)
}

/// The origin of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Cache,
    Compiler,
}

fn compile_with(
    source: &Source<'_>,
    capability: (u32, u32),
    nvrtc: &Nvrtc,
    environment: &Environment,
) -> Result<(Compiled, Origin)> {
    let job = Job::new(source, capability, nvrtc, environment)?;
    let compile = || program::compile(nvrtc, &job).map_err(|failure| failure::error(&failure, &job, nvrtc));
    match Cache::of(environment) {
        Some(cache) => cache.get_or_make(&cache::key(&job, nvrtc), &job.symbols, compile),
        None => Ok((compile()?, Origin::Compiler)),
    }
}
