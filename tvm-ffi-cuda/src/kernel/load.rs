//! Loading a kernel: finding it in its library, comparing it with its declaration, and preparing it for a device.

use core::ffi::{CStr, c_int};
use core::ptr::null_mut;
use core::sync::atomic::Ordering;

use cudarc::driver::sys;
use cudarc::driver::sys::CUfunction_attribute_enum as Attribute;
use tvm_ffi_core::{Error, ErrorKind, Result, bail};

use super::slow_path::{HOPPER, PORTABLE_CLUSTER};
use super::{Kernel, OnDevice};
use crate::device::MAX_DEVICES;
use crate::driver::Driver;
use crate::launch::product;
use crate::library::Loaded;
use crate::signature::{Options, Parameter, Signature};
use crate::status::Status;
use crate::stream::Relaxed;
use crate::{context, device};

/// An upper bound on the number of parameters: all parameters of a kernel together have at most 32 KB.
const MAX_PARAMETERS: usize = 32768;

impl Kernel {
    /// Loads the kernel for a device and returns its handle. Only one of several concurrent threads loads it; the others wait. After an error the next call tries again.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn load(&self, driver: &'static Driver, device: u32) -> Result<sys::CUkernel> {
        // Check that the device exists before its number is used as an index.
        device::handle(driver, device)?;
        let _relaxed = Relaxed::enter(driver)?;
        let capability = device::capability(driver, device)?;
        let mut loaded = self.library.lock();
        let slot = &self.loaded[device as usize % MAX_DEVICES];
        let known = slot.load(Ordering::Acquire);
        if !known.is_null() {
            return Ok(known);
        }
        let loaded = self.library.load(&mut loaded, self.name(), driver, device, capability)?;
        let function = self.find(loaded, driver, device)?;
        // The calls below may need the kernel's code, which belongs to a context. A thread that has not used CUDA yet has no current context.
        let _guard = context::enter(driver, device)?;
        let kernel = OnDevice { kernel: self, driver, device, function };
        kernel.force(loaded)?;
        kernel.check_parameters(loaded)?;
        kernel.check_cluster()?;
        kernel.prepare()?;
        kernel.allow_early_start(capability)?;
        slot.store(function, Ordering::Release);
        Ok(function)
    }

    /// Looks up the kernel in its loaded image. The handle is valid for every device that the image fits.
    #[track_caller]
    fn find(&self, loaded: &Loaded, driver: &'static Driver, device: u32) -> Result<sys::CUkernel> {
        let name = loaded.name_of(self.signature.symbol);
        let mut function = null_mut();
        // SAFETY: `function` is writable, the library is never unloaded, and the name is NUL-terminated.
        let status = unsafe { (driver.library_get_kernel)(&mut function, loaded.handle, name.as_ptr()) };
        match status {
            Status::SUCCESS => Ok(function),
            Status::NOT_FOUND => Err(self.missing(loaded, &name)),
            _ => Err(self.library.load_error(status, driver, self.name(), device, &loaded.what)),
        }
    }

    #[cold]
    #[track_caller]
    fn missing(&self, loaded: &Loaded, name: &CStr) -> Error {
        let (symbol, name) = (self.name(), name.to_string_lossy());
        let of = if symbol == name { String::new() } else { format!(" (`{name}`)") };
        let (what, has) = (&loaded.what, loaded.kernels());
        Error::new(ErrorKind::RuntimeError, format!("there is no kernel `{symbol}`{of} in {what}, {has}"))
    }

    #[cold]
    #[track_caller]
    fn wrong_size(&self, loaded: &Loaded, index: usize, parameter: &Parameter, size: usize) -> Error {
        let (kernel, what) = (self.name(), &loaded.what);
        let Parameter { name, size: declared, .. } = parameter;
        Error::new(
            ErrorKind::RuntimeError,
            format!(
                "kernel `{kernel}`: parameter #{index} is declared as `{name}`, which has {}, and has {} in {what}",
                bytes(*declared),
                bytes(size)
            ),
        )
    }

    #[cold]
    #[track_caller]
    fn wrong_count(&self, loaded: &Loaded, count: usize) -> Error {
        let types: Vec<_> = self.signature.parameters.iter().map(|parameter| parameter.name).collect();
        let declared = self.signature.parameters.len();
        let plural = if count == 1 { "" } else { "s" };
        Error::new(
            ErrorKind::RuntimeError,
            format!(
                "kernel `{}` has {count} parameter{plural} in {}, and is declared with {declared}: ({})",
                self.name(),
                loaded.what,
                types.join(", ")
            ),
        )
    }
}

impl OnDevice<'_> {
    /// Compares the declared parameters with those that the driver reports. Drivers before 12.4 do not report them.
    #[track_caller]
    fn check_parameters(self, loaded: &Loaded) -> Result<()> {
        let Self { kernel, driver, function, .. } = self;
        let Signature { parameters, .. } = kernel.signature;
        let Some(get) = driver.kernel_get_param_info else { return Ok(()) };
        let size_of = |index: usize| {
            let (mut offset, mut size) = (0, 0);
            // SAFETY: both are writable; the driver checks the index.
            let status = unsafe { get(function, index, &mut offset, &mut size) };
            match status {
                Status::SUCCESS => Ok(Some(size)),
                // The status for an index past the last parameter.
                Status::INVALID_VALUE => Ok(None),
                _ => {
                    let name = kernel.name();
                    Err(status.error(driver, &format_args!("kernel `{name}`: its parameters are unknown")))
                }
            }
        };
        for (index, parameter) in parameters.iter().enumerate() {
            match size_of(index)? {
                Some(size) if size == parameter.size => {}
                Some(size) => return Err(kernel.wrong_size(loaded, index, parameter, size)),
                None => return Err(kernel.wrong_count(loaded, index)),
            }
        }
        let mut count = parameters.len();
        while count < MAX_PARAMETERS && size_of(count)?.is_some() {
            count += 1;
        }
        if count == parameters.len() { Ok(()) } else { Err(kernel.wrong_count(loaded, count)) }
    }

    /// Compares the declared cluster with the cluster that the kernel is compiled for.
    #[track_caller]
    fn check_cluster(self) -> Result<()> {
        let Some(declared) = self.kernel.options.cluster else { return Ok(()) };
        let mut compiled = [0; 3];
        for (extent, attribute) in compiled.iter_mut().zip([
            Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH,
            Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
            Attribute::CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH,
        ]) {
            *extent = self.attribute(attribute)? as u32;
        }
        if compiled == declared {
            return Ok(());
        }
        let name = self.kernel.name();
        if compiled == [0; 3] {
            bail!(
                "kernel `{name}` is declared with clusters of {declared:?}, and compiled for none; compile it with `__cluster_dims__`, or give the cluster to \
                 each launch with `.cluster(..)` instead"
            );
        }
        bail!("kernel `{name}` is declared with clusters of {declared:?}, and compiled for {compiled:?}");
    }

    /// Makes the driver load the code for the current context now. It might otherwise do so in the first launch, which would invalidate a capture.
    #[track_caller]
    fn force(self, loaded: &Loaded) -> Result<()> {
        let Self { kernel, driver, device, function } = self;
        let mut in_context = null_mut();
        // SAFETY: the variable is writable, and the kernel has been loaded.
        let status = unsafe { (driver.kernel_get_function)(&mut in_context, function) };
        if status == Status::SUCCESS {
            return Ok(());
        }
        Err(kernel.library.load_error(status, driver, kernel.name(), device, &loaded.what))
    }

    /// Allows the shared memory and the cluster size that the declaration asks for.
    ///
    /// A kernel may declare more shared memory than this device has, because other devices have it. A launch that asks for too much is refused.
    #[track_caller]
    fn prepare(self) -> Result<()> {
        let Options { max_smem, cluster, .. } = self.kernel.options;
        let limit = self.smem_limit()?;
        if limit.is_beyond_default(max_smem) {
            let most = limit.dynamic().clamp(0, i64::from(max_smem));
            self.set_attribute(Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, most as c_int)?;
        }
        if cluster.is_some_and(|cluster| product(cluster) > PORTABLE_CLUSTER) {
            self.allow_wide_clusters()?;
        }
        Ok(())
    }

    /// Determines whether launches of a kernel that declares `pdl` may start early.
    ///
    /// Devices below compute capability 9.0 have no programmatic dependent launch. Code that the driver compiles from PTX for an older architecture has no wait
    /// either, since `#if __CUDA_ARCH__ >= 900` leaves it out of `compute_80`. In both cases the launch is an ordinary one.
    #[track_caller]
    fn allow_early_start(self, capability: (u32, u32)) -> Result<()> {
        if !self.kernel.options.pdl || capability < HOPPER {
            return Ok(());
        }
        // 0 if the image does not say.
        let version = self.attribute(Attribute::CU_FUNC_ATTRIBUTE_PTX_VERSION)?;
        if version == 0 || version >= 90 {
            // Relaxed: the Release store to the slot comes later, and readers load the slot first.
            self.kernel.early_start.fetch_or(1 << self.device, Ordering::Relaxed);
        }
        Ok(())
    }
}

fn bytes(count: usize) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}
