//! Images: PTX text, or a cubin.

use core::ffi::CStr;
use std::collections::BTreeSet;
use std::sync::Mutex;

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

use crate::driver::{self, Argument, Library};

/// An image. The driver loads it when a kernel is first launched.
pub(crate) struct Image {
    /// Dropped before the words.
    library: Mutex<Option<Library>>,
    /// The bytes and a NUL, in words of sixteen bytes, because the driver expects an aligned address.
    words: Vec<u128>,
    length: usize,
    kernels: Vec<String>,
}

impl Image {
    pub(crate) fn new(image: &[u8]) -> Result<Self> {
        let kernels = match core::str::from_utf8(image) {
            Ok(text) => kernels_of_ptx(text),
            Err(_) => kernels_of_cubin(image),
        };
        ensure!(!kernels.is_empty(), ValueError, "the bytes are not PTX or a cubin with a kernel");
        let mut bytes = image.to_vec();
        bytes.resize((image.len() / 16 + 1) * 16, 0);
        let words =
            bytes.chunks_exact(16).map(|word| u128::from_ne_bytes(word.try_into().expect("16 bytes")));
        Ok(Self { words: words.collect(), length: image.len(), kernels, library: Mutex::new(None) })
    }

    pub(crate) fn kernels(&self) -> &[String] {
        &self.kernels
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        let all = self.words.as_ptr().cast::<u8>();
        // SAFETY: the words have at least so many initialised bytes.
        unsafe { core::slice::from_raw_parts(all, self.length) }
    }

    /// The text of PTX.
    pub(crate) fn text(&self) -> Option<&str> {
        core::str::from_utf8(self.bytes()).ok()
    }

    pub(crate) fn format(&self) -> &'static str {
        if self.text().is_some() { "ptx" } else { "cubin" }
    }

    pub(crate) fn launch(
        &self,
        cx: &Cuda<'_>,
        kernel: &CStr,
        arguments: &[Argument],
        blocks: u32,
        threads: u32,
    ) -> Result<()> {
        let mut library = self.library.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let library = match &mut *library {
            Some(library) => library,
            // SAFETY: the image ends with a NUL and lives as long as the library. The user answers for the kernels in it.
            None => library.insert(unsafe { driver::load(self.words.as_ptr().cast()) }?),
        };
        cx.with_context(|| {
            // SAFETY: a context is current, and the user answers for what the kernel does with its arguments.
            unsafe { library.launch(kernel, arguments, [blocks, threads], cx.raw_stream()) }
        })
    }
}

/// The names after `.entry`.
fn kernels_of_ptx(text: &str) -> Vec<String> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '$' | '%');
    let name =
        |rest: &str| rest.trim_start().split(|character| !is_part(character)).next().map(str::to_owned);
    let names = text.split(".entry").skip(1).filter_map(name);
    names.filter(|name| !name.is_empty()).collect()
}

/// The names of the sections with code.
fn kernels_of_cubin(image: &[u8]) -> Vec<String> {
    if !image.starts_with(b"\x7fELF") {
        return Vec::new();
    }
    let names = image.split(|byte| *byte == 0).filter_map(|text| text.strip_prefix(b".text."));
    let names: BTreeSet<_> = names.filter_map(|name| String::from_utf8(name.to_vec()).ok()).collect();
    names.into_iter().collect()
}
