//! The input of the compiler for one source.

use std::path::PathBuf;

use tvm_ffi_core::{Result, bail};

use super::architecture::{self, Target};
use super::environment::Environment;
use super::headers::EmbeddedHeaders;
use super::library::Nvrtc;
use super::options::Options;
use super::{Source, assertions, include};

/// A compilation: source, headers, target, and options.
pub(super) struct Job {
    /// The name of the source, for messages.
    pub(super) name: String,
    /// The source with the appended assertions.
    pub(super) text: String,
    /// The embedded headers, with their names.
    pub(super) headers: Vec<(String, String)>,
    pub(super) target: Target,
    pub(super) options: Vec<String>,
    /// The declared symbols, without duplicates. The compiler reports their names in the image.
    pub(super) symbols: Vec<String>,
    /// The folders of headers, in search order.
    pub(super) folders: Vec<PathBuf>,
    /// The headers that the options include.
    pub(super) pre_included: Vec<String>,
}

impl Job {
    /// The job of compiling a source for a GPU.
    ///
    /// # Errors
    ///
    /// If the compiler does not support a GPU that old.
    pub(super) fn new(
        source: &Source<'_>,
        capability: (u32, u32),
        nvrtc: &Nvrtc,
        environment: &Environment,
    ) -> Result<Self> {
        let options = Options::parse(source.options);
        let target = match architecture::choose(&options.architectures, capability, &nvrtc.architectures) {
            Ok(target) => target,
            Err(reason) => bail!(
                "`{}` cannot be compiled by NVRTC {}: {reason}\nhelp: {}",
                source.name,
                nvrtc.version_text(),
                "install the `nvidia-cuda-nvrtc` of an older CUDA, or set TVM_FFI_CUDA_NVRTC to the path of one"
            ),
        };
        let mut symbols: Vec<String> = Vec::new();
        for kernel in source.kernels {
            if !symbols.iter().any(|known| known == kernel.name()) {
                symbols.push(kernel.name().to_owned());
            }
        }
        let embedded = EmbeddedHeaders(source.headers);
        let installed = include::folders(environment, nvrtc.path.as_deref(), nvrtc.version.0);
        Ok(Self {
            name: source.name.to_owned(),
            text: format!(
                "{}{}",
                embedded.rewritten("", source.text),
                assertions::assertions(source.kernels)
            ),
            headers: embedded.all(),
            options: options.for_compiler(&target.name, &installed),
            target,
            symbols,
            pre_included: options.pre_included.iter().map(|name| (*name).to_owned()).collect(),
            folders: options.folders.into_iter().chain(installed).collect(),
        })
    }
}
