//! The functions of the CUDA driver that load an image and launch its kernels.

use core::ffi::{CStr, c_char, c_int, c_uint, c_void};
use core::ptr::null_mut;
use std::sync::OnceLock;

use tvm_ffi::prelude::*;

/// An argument of a kernel.
pub(crate) enum Argument {
    Address(*mut c_void),
    Int(i64),
    Float(f64),
}

/// `CUlaunchConfig`.
#[repr(C)]
struct Config {
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared_memory: c_uint,
    stream: *mut c_void,
    attributes: *mut c_void,
    num_attributes: c_uint,
}

struct Driver {
    library_load_data: unsafe extern "C" fn(
        library: *mut *mut c_void,
        image: *const c_void,
        jit_options: *mut c_int,
        jit_values: *mut *mut c_void,
        num_jit_options: c_uint,
        options: *mut c_int,
        values: *mut *mut c_void,
        num_options: c_uint,
    ) -> c_uint,
    library_get_kernel:
        unsafe extern "C" fn(kernel: *mut *mut c_void, library: *mut c_void, name: *const c_char) -> c_uint,
    library_unload: unsafe extern "C" fn(library: *mut c_void) -> c_uint,
    kernel_get_param_info: unsafe extern "C" fn(
        kernel: *mut c_void,
        index: usize,
        offset: *mut usize,
        size: *mut usize,
    ) -> c_uint,
    launch_kernel_ex: unsafe extern "C" fn(
        config: *const Config,
        kernel: *mut c_void,
        params: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> c_uint,
    /// Keeps the driver in memory.
    _library: libloading::Library,
}

impl Driver {
    fn open() -> Result<Self, libloading::Error> {
        let path = std::env::var_os("TVM_FFI_CUDA_DRIVER").unwrap_or_else(|| "libcuda.so.1".into());
        // SAFETY: the file is the driver.
        let library = unsafe { libloading::Library::new(path) }?;
        Ok(Self {
            // SAFETY: the function of this name has this signature, as those below. They are of CUDA 12.4 and later.
            library_load_data: *unsafe { library.get(b"cuLibraryLoadData\0") }?,
            // SAFETY: as above.
            library_get_kernel: *unsafe { library.get(b"cuLibraryGetKernel\0") }?,
            // SAFETY: as above.
            library_unload: *unsafe { library.get(b"cuLibraryUnload\0") }?,
            // SAFETY: as above.
            kernel_get_param_info: *unsafe { library.get(b"cuKernelGetParamInfo\0") }?,
            // SAFETY: as above.
            launch_kernel_ex: *unsafe { library.get(b"cuLaunchKernelEx\0") }?,
            _library: library,
        })
    }
}

fn driver() -> Result<&'static Driver> {
    static DRIVER: OnceLock<Result<Driver, String>> = OnceLock::new();
    let driver = DRIVER.get_or_init(|| Driver::open().map_err(|error| error.to_string()));
    driver.as_ref().map_err(|error| Error::new(ErrorKind::RuntimeError, format!("no CUDA driver: {error}")))
}

fn check(status: c_uint, what: &str) -> Result<()> {
    ensure!(status == 0, "{what} failed with status {status} of the CUDA driver");
    Ok(())
}

/// An image that the driver has loaded.
pub(crate) struct Library {
    driver: &'static Driver,
    handle: *mut c_void,
}

// SAFETY: the driver may be called from any thread.
unsafe impl Send for Library {}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: the library is loaded, and is not used again.
        unsafe { (self.driver.library_unload)(self.handle) };
    }
}

/// Loads an image.
///
/// # Safety
///
/// The image is PTX with a NUL at the end or a cubin, and lives as long as the library.
pub(crate) unsafe fn load(image: *const c_void) -> Result<Library> {
    let driver = driver()?;
    let mut handle = null_mut();
    // SAFETY: there are no options, and the caller's contract.
    let status = unsafe {
        (driver.library_load_data)(&mut handle, image, null_mut(), null_mut(), 0, null_mut(), null_mut(), 0)
    };
    check(status, "loading the image")?;
    Ok(Library { driver, handle })
}

impl Library {
    /// Launches a kernel.
    ///
    /// # Safety
    ///
    /// A context is current, and the kernel may run with these arguments.
    pub(crate) unsafe fn launch(
        &self,
        name: &CStr,
        arguments: &[Argument],
        [blocks, threads]: [u32; 2],
        stream: *mut c_void,
    ) -> Result<()> {
        let mut kernel = null_mut();
        // SAFETY: the library is loaded, and the name is NUL-terminated.
        let status = unsafe { (self.driver.library_get_kernel)(&mut kernel, self.handle, name.as_ptr()) };
        check(status, "finding the kernel")?;
        let mut values = self.values(kernel, name, arguments)?;
        let mut params: Vec<*mut c_void> = values.iter_mut().map(|value| (&raw mut *value).cast()).collect();
        let config = Config {
            grid: [blocks, 1, 1],
            block: [threads, 1, 1],
            shared_memory: 0,
            stream,
            attributes: null_mut(),
            num_attributes: 0,
        };
        // SAFETY: the kernel has so many parameters, none larger than a value, and the caller's contract.
        let status =
            unsafe { (self.driver.launch_kernel_ex)(&config, kernel, params.as_mut_ptr(), null_mut()) };
        check(status, "the launch")
    }

    /// The arguments as the kernel reads them. On a little-endian machine, a parameter of four bytes reads the first half.
    fn values(&self, kernel: *mut c_void, name: &CStr, arguments: &[Argument]) -> Result<Vec<u64>> {
        let name = name.to_string_lossy();
        let size_of = |index: usize| {
            let (mut offset, mut size) = (0, 0);
            // SAFETY: the kernel is that of a loaded library, and both places are writable.
            let status =
                unsafe { (self.driver.kernel_get_param_info)(kernel, index, &mut offset, &mut size) };
            (status == 0).then_some(size)
        };
        let mut values = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            values.push(match (argument, size_of(index)) {
                (Argument::Address(address), Some(8)) => address.expose_provenance() as u64,
                (Argument::Int(int), Some(8)) => int.cast_unsigned(),
                (Argument::Int(int), Some(4)) => u64::from(i32::try_from(*int)?.cast_unsigned()),
                (Argument::Float(float), Some(8)) => float.to_bits(),
                (Argument::Float(float), Some(4)) => u64::from((*float as f32).to_bits()),
                (_, None) => bail!(TypeError, "{name} takes {index} arguments, and got {}", arguments.len()),
                (_, Some(size)) => {
                    bail!(TypeError, "{name}: parameter {index} has {size} bytes, unlike its argument")
                }
            });
        }
        ensure!(
            size_of(arguments.len()).is_none(),
            TypeError,
            "{name} takes more than {} arguments",
            arguments.len()
        );
        Ok(values)
    }
}
