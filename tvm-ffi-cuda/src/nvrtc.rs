//! Kernels in CUDA C++: compiled by NVRTC when they are first used, and kept on disk.
//!
//! The way of a source: [`search`] finds the library and [`library`] its functions; [`architecture`] and [`options`] say what is compiled for; [`mod@include`]
//! finds the headers of CUDA, and [`mod@headers`] are those that the source brings; [`signature`] appends what compares the kernels with their declarations; [`cache`] looks for the result of an earlier time;
//! [`program`] compiles; [`failure`] explains.

mod architecture;
mod cache;
mod failure;
mod headers;
mod include;
mod job;
mod library;
mod mapped;
mod options;
mod program;
mod search;
mod signature;
mod surroundings;
#[cfg(test)]
mod tests;

use std::ffi::CString;

use tvm_ffi_core::Result;

use crate::library::Source;
use cache::Cache;
use job::Job;
use library::Nvrtc;
use signature::Declared;
use surroundings::Surroundings;

/// What a source was compiled to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Compiled {
    /// A cubin; or PTX, which ends with NUL, where the compiler does not know the architecture, or the options ask for it.
    pub(crate) image: Vec<u8>,
    /// Each symbol as it is declared, and its name in the image. One pair for each symbol, C identifiers included.
    pub(crate) names: Vec<(String, CString)>,
}

/// Compiles `source` for a GPU of the compute capability `(major, minor)`, or finds what it was compiled to before.
///
/// # Errors
///
/// A `RuntimeError`: NVRTC cannot be found, it does not know GPUs of that kind, or the source does not compile, for whatever reason; with the compiler's log.
pub(crate) fn compile(source: &Source, capability: (u32, u32)) -> Result<Compiled> {
    let surroundings = Surroundings::of_process();
    let nvrtc = library::nvrtc(&surroundings, source.name)?;
    let mut kernels = Vec::with_capacity(source.kernels.len());
    for kernel in source.kernels {
        kernels.push(Declared::of(kernel)?);
    }
    let Source { name, text, headers, options, .. } = *source;
    let text = Text { name, text, headers, options, kernels: &kernels };
    compile_text(&text, capability, nvrtc, &surroundings).map(|(compiled, _)| compiled)
}

/// A source and what is declared of it.
struct Text<'a> {
    name: &'a str,
    text: &'a str,
    headers: &'a [(&'a str, &'a str)],
    options: &'a [&'a str],
    kernels: &'a [Declared<'a>],
}

/// Where a result came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Cache,
    Compiler,
}

fn compile_text(
    text: &Text<'_>,
    capability: (u32, u32),
    nvrtc: &Nvrtc,
    surroundings: &Surroundings,
) -> Result<(Compiled, Origin)> {
    let job = Job::new(text, capability, nvrtc, surroundings)?;
    let compile = || program::compile(nvrtc, &job).map_err(|failure| failure::error(&failure, &job, nvrtc));
    match Cache::of(surroundings) {
        Some(cache) => cache.get_or_make(&cache::key(&job, nvrtc), &job.symbols, compile),
        None => Ok((compile()?, Origin::Compiler)),
    }
}
