//! Images of kernels, each loaded once.

mod choose;

use core::ffi::CStr;
use core::ptr::null_mut;
use std::borrow::Cow;
use std::ffi::CString;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cudarc::driver::sys;
use tvm_ffi_core::{Error, Result};

use crate::driver::Driver;
use crate::image;
#[cfg(feature = "nvrtc")]
use crate::nvrtc::{self, Source};
use crate::status::Status;

/// One image of some kernels.
#[derive(Clone, Copy)]
pub enum Image {
    /// Machine code for one architecture.
    Cubin {
        /// The architecture that it is declared for, if any: 90 in `sm_90a`.
        arch: Option<u32>,
        /// `a` or `f` in `sm_90a` or `sm_100f`.
        suffix: Option<char>,
        /// The ELF file.
        bytes: &'static [u8],
    },
    /// Machine code for several architectures.
    Fatbin(&'static [u8]),
    /// PTX, which the driver compiles. It is NUL-terminated.
    Ptx(&'static [u8]),
    /// CUDA C++, compiled by NVRTC.
    #[cfg(feature = "nvrtc")]
    Source(&'static Source<'static>),
}

/// The images of a group of kernels. One of them is loaded for each GPU.
pub struct Library {
    /// In the order of their declaration.
    images: &'static [Image],
    /// The loaded images. The lock is also held while a kernel is prepared, so that no kernel is loaded twice.
    loaded: Mutex<Vec<Loaded>>,
}

/// An image that is loaded, or about to be. It is never unloaded: kernels may run until the process ends, and captured graphs refer to them.
pub(crate) struct Loaded {
    /// The index of the image, and for source the compute capability that it is compiled for.
    key: (usize, (u32, u32)),
    /// NULL until the driver has loaded the image. The other fields are kept after an error, so that source is compiled only once.
    pub(crate) handle: sys::CUlibrary,
    /// The image itself.
    pub(crate) bytes: Cow<'static, [u8]>,
    /// The image's name in messages: `the cubin for sm_90`.
    pub(crate) what: String,
    /// For kernels that are declared by a C++ expression: the expression and the name in the image.
    names: Vec<(String, CString)>,
}

// SAFETY: the handle belongs to the process, and any thread may use it.
unsafe impl Send for Loaded {}

impl Library {
    /// A library of which no image is loaded yet.
    ///
    /// # Safety
    ///
    /// Each image is complete and well-formed, as the checks of `kernels!` ensure: the driver gets only the address of its first byte. PTX ends with a NUL. The code
    /// in the images is safe to load.
    pub const unsafe fn new(images: &'static [Image]) -> Self {
        Self { images, loaded: Mutex::new(Vec::new()) }
    }

    /// Locks the list of loaded images. A panic cannot leave an entry half-written, so poisoning is ignored.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Vec<Loaded>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The image for a device. Loads it if necessary.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if no image fits the device; the compiler's or the driver's error.
    #[track_caller]
    pub(crate) fn load<'a>(
        &self,
        loaded: &'a mut Vec<Loaded>,
        kernel: &str,
        driver: &'static Driver,
        device: u32,
        capability: (u32, u32),
    ) -> Result<&'a Loaded> {
        let index = choose::choose(self.images, kernel, device, capability)?;
        let image = &self.images[index];
        let key = (index, image.compiled_for(capability));
        let place = match loaded.iter().position(|loaded| loaded.key == key) {
            Some(place) => place,
            None => {
                loaded.push(code(image, key, capability)?);
                loaded.len() - 1
            }
        };
        let loaded = &mut loaded[place];
        if loaded.handle.is_null() {
            loaded.handle = self.load_code(&loaded.bytes, &loaded.what, kernel, driver, device)?;
        }
        Ok(loaded)
    }

    #[track_caller]
    fn load_code(
        &self,
        bytes: &[u8],
        what: &str,
        kernel: &str,
        driver: &'static Driver,
        device: u32,
    ) -> Result<sys::CUlibrary> {
        let mut library = null_mut();
        let load = driver.library_load_data;
        let copy = aligned_copy(bytes);
        let start = copy.as_ref().map_or(bytes.as_ptr(), |copy| copy.as_ptr().cast());
        // The driver copies the image. The option that avoids the copy is only a hint, for images that stay valid.
        // SAFETY: the handle is writable, and there are no options. The contract of `new`: the image is complete; the driver recognises its
        // kind by the first bytes. It lives through the call.
        let status =
            unsafe { load(&mut library, start.cast(), null_mut(), null_mut(), 0, null_mut(), null_mut(), 0) };
        match status {
            Status::SUCCESS => Ok(library),
            _ => Err(self.load_error(status, driver, kernel, device, what)),
        }
    }

    /// The error if the driver cannot load an image, or the code of a kernel in it.
    #[cold]
    #[track_caller]
    pub(crate) fn load_error(
        &self,
        status: Status,
        driver: &'static Driver,
        kernel: &str,
        device: u32,
        what: &str,
    ) -> Error {
        self.image_error(status, driver, kernel, device, &format!("loaded from {what}"))
    }

    /// The error if a kernel could not be `done` (loaded, launched) because of its image. It names the device's compute capability and all images of the library.
    #[cold]
    #[track_caller]
    pub(crate) fn image_error(
        &self,
        status: Status,
        driver: &'static Driver,
        kernel: &str,
        device: u32,
        done: &str,
    ) -> Error {
        let embedded = choose::embedded(self.images);
        let capability = match crate::device::capability(driver, device) {
            Ok((major, minor)) => format!("compute capability {major}.{minor}"),
            Err(_) => "an unknown compute capability".into(),
        };
        status.error(
            driver,
            &format_args!(
                "kernel `{kernel}` could not be {done} on cuda:{device}, which has {capability}; embedded: {embedded}"
            ),
        )
    }
}

impl Image {
    /// The compute capability that the image is compiled for at run time. It distinguishes the results for different devices; `(0, 0)` for precompiled images.
    fn compiled_for(&self, capability: (u32, u32)) -> (u32, u32) {
        match self {
            #[cfg(feature = "nvrtc")]
            Self::Source(_) => capability,
            _ => {
                let _ = capability;
                (0, 0)
            }
        }
    }
}

/// Bytes with the alignment of an allocator's memory, which is what drivers usually get.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Chunk([u8; 16]);

/// A copy of an image with the alignment of the structs that it begins with. `None` if it is aligned already; bytes from `include_bytes!` have any alignment.
fn aligned_copy(bytes: &[u8]) -> Option<Vec<Chunk>> {
    if bytes.as_ptr().addr().is_multiple_of(align_of::<Chunk>()) {
        return None;
    }
    let chunks = bytes.chunks(size_of::<Chunk>()).map(|part| {
        let mut chunk = Chunk([0; 16]);
        chunk.0[..part.len()].copy_from_slice(part);
        chunk
    });
    Some(chunks.collect())
}

/// The code of an image for a device, to be loaded by the driver.
#[track_caller]
fn code(image: &Image, key: (usize, (u32, u32)), capability: (u32, u32)) -> Result<Loaded> {
    let (bytes, names) = match *image {
        Image::Cubin { bytes, .. } | Image::Fatbin(bytes) | Image::Ptx(bytes) => {
            (Cow::Borrowed(bytes), Vec::new())
        }
        #[cfg(feature = "nvrtc")]
        Image::Source(source) => {
            let compiled = nvrtc::compile(source, capability)?;
            (Cow::Owned(compiled.image), compiled.names)
        }
    };
    let _ = capability;
    Ok(Loaded { key, handle: null_mut(), bytes, what: choose::describe(image), names })
}

impl Loaded {
    /// The kernels in the image, for a message: `which has `a`, `b``.
    pub(crate) fn kernels(&self) -> String {
        /// A longer list would be hard to read.
        const SHOWN: usize = 16;
        let mut names = match image::kernel_names(&self.bytes) {
            Ok(names) => names,
            Err(reason) => return format!("which cannot be read: {reason}"),
        };
        // A fatbin has each kernel once per architecture.
        names.sort_unstable();
        names.dedup();
        let list = |names: &[String]| format!("`{}`", names.join("`, `"));
        match names.len() {
            0 => "which has none".into(),
            1..=SHOWN => format!("which has {}", list(&names)),
            count => format!("which has {}, and {} more", list(&names[..SHOWN]), count - SHOWN),
        }
    }

    /// The name of a kernel in the image.
    pub(crate) fn name_of(&self, symbol: &'static CStr) -> Cow<'_, CStr> {
        let lowered = self.names.iter().find(|(expression, _)| expression.as_bytes() == symbol.to_bytes());
        match lowered {
            Some((_, name)) => Cow::Borrowed(name),
            None => Cow::Borrowed(symbol),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(bytes: &'static [u8]) -> Loaded {
        let names = vec![("scale<float>".into(), c"_Z5scaleIfEvPT_".into())];
        Loaded {
            key: (0, (0, 0)),
            handle: null_mut(),
            bytes: Cow::Borrowed(bytes),
            what: "the code".into(),
            names,
        }
    }

    #[test]
    fn images_are_aligned() {
        let bytes: Vec<u8> = (0..100).collect();
        let mut copies = 0;
        for start in 0..32 {
            let image = &bytes[start..];
            let Some(copy) = aligned_copy(image) else { continue };
            copies += 1;
            let copied: Vec<u8> = copy.iter().flat_map(|chunk| chunk.0).collect();
            assert_eq!(&copied[..image.len()], image);
            assert!(copy.as_ptr().addr().is_multiple_of(16));
        }
        assert_eq!(copies, 30, "two of them are");
        assert!(aligned_copy(b"").is_none_or(|copy| copy.is_empty()));
    }

    #[test]
    fn expressions_are_found_by_the_names_that_they_have_in_the_image() {
        let loaded = loaded(b"");
        assert_eq!(&*loaded.name_of(c"scale<float>"), c"_Z5scaleIfEvPT_");
        assert_eq!(&*loaded.name_of(c"scale"), c"scale");
    }

    #[test]
    fn the_kernels_of_an_image_are_listed_once() {
        const TWO: &[u8] = b".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry b(\n)\n{\nret;\n}\n.visible .entry a(\n)\n{\nret;\n}\n\0";
        const NONE: &[u8] = b".version 8.0\n.target sm_80\n.address_size 64\n\0";
        assert_eq!(loaded(TWO).kernels(), "which has `a`, `b`");
        assert_eq!(loaded(NONE).kernels(), "which has none");
        assert!(loaded(b"strange").kernels().starts_with("which cannot be read: it is"));
        let many: String = (0..20).map(|n| format!(".visible .entry k{n:02}(\n)\n{{\nret;\n}}\n")).collect();
        let many = format!("{}{many}", ".version 8.0\n.target sm_80\n.address_size 64\n");
        let listed = loaded(many.leak().as_bytes()).kernels();
        assert!(listed.ends_with("`k15`, and 4 more"), "{listed}");
    }
}
