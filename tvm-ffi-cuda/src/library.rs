//! Images of kernels, loaded once.

use std::sync::Mutex;

use cudarc::driver::sys;

use crate::kernel::Kernel;

/// One image of some kernels.
#[derive(Clone, Copy)]
pub enum Image {
    /// Machine code for one architecture.
    Cubin {
        /// The architecture it was declared for, if any: 90 in `sm_90a`.
        arch: Option<u32>,
        /// `a` or `f` in `sm_90a` or `sm_100f`.
        suffix: Option<char>,
        /// The ELF file.
        bytes: &'static [u8],
    },
    /// Machine code for several architectures.
    Fatbin(&'static [u8]),
    /// Virtual machine code, which the driver compiles; it ends with NUL.
    Ptx(&'static [u8]),
    /// CUDA C++, compiled by NVRTC.
    Source(&'static Source),
}

/// Kernels in CUDA C++.
pub struct Source {
    /// The name of the file, for messages of the compiler.
    pub name: &'static str,
    /// The source.
    pub text: &'static str,
    /// Options of the compiler.
    pub options: &'static [&'static str],
    /// All kernels that are declared of it.
    pub kernels: &'static [&'static Kernel],
}

/// The images of some kernels, of which one is loaded for each GPU.
pub struct Library {
    /// In the order in which they are declared.
    pub(crate) images: &'static [Image],
    /// What has been loaded.
    pub(crate) loaded: Mutex<Vec<Loaded>>,
}

/// An image that has been loaded.
pub(crate) struct Loaded {
    /// Which of the images it is, and for source the architecture it was compiled for.
    pub(crate) image: (usize, u32),
    pub(crate) handle: sys::CUlibrary,
}

// SAFETY: the handle is one of the process, which any thread may use.
unsafe impl Send for Loaded {}

impl Library {
    /// A library of which nothing has been loaded.
    pub const fn new(images: &'static [Image]) -> Self {
        Self { images, loaded: Mutex::new(Vec::new()) }
    }
}
