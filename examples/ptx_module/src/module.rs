//! The module.

use core::ffi::CStr;
use std::ffi::CString;
use std::path::Path;
use std::sync::Arc;

use tvm_ffi::abi::ModulePropertyMask;
use tvm_ffi::prelude::*;
use tvm_ffi::{CustomModule, FromAnyView};

use crate::driver::Argument;
use crate::image::Image;

/// The kernels of an image.
pub(crate) struct PtxModule(Arc<Image>);

impl PtxModule {
    pub(crate) fn new(image: &[u8]) -> Result<Self> {
        Ok(Self(Arc::new(Image::new(image)?)))
    }
}

impl CustomModule for PtxModule {
    const KIND: &'static CStr = c"ptx";

    fn property_mask(&self) -> i32 {
        ModulePropertyMask::RUNNABLE | ModulePropertyMask::BINARY_SERIALIZABLE
    }

    fn function(&self, name: &str) -> Result<Option<Function>> {
        if !self.implements(name)? {
            return Ok(None);
        }
        // The function keeps the image, not the module.
        let image = self.0.clone();
        let kernel =
            CString::new(name).map_err(|_| Error::new(ErrorKind::ValueError, "a name has no NUL"))?;
        Ok(Some(Function::from_packed(move |args| launch(&image, &kernel, args))))
    }

    fn implements(&self, name: &str) -> Result<bool> {
        Ok(self.0.kernels().iter().any(|kernel| kernel == name))
    }

    fn doc(&self, name: &str) -> Result<Option<String>> {
        let has = self.implements(name)?;
        Ok(has.then(|| format!("{name}(*arguments, blocks: int, threads: int) -> None")))
    }

    fn inspect_source(&self, format: &str) -> Result<String> {
        match self.0.text() {
            Some(text) if matches!(format, "" | "ptx") => Ok(text.to_owned()),
            _ => Ok(String::new()),
        }
    }

    fn write_formats(&self) -> Result<Vec<String>> {
        Ok(vec![self.0.format().to_owned()])
    }

    fn write_to_file(&self, path: &Path, format: &str) -> Result<()> {
        let own = self.0.format();
        ensure!(format == own, ValueError, "the module is {own}, and cannot be written as {format}");
        std::fs::write(path, self.0.bytes()).with_context(|| format!("cannot write {}", path.display()))
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.0.bytes().to_vec())
    }
}

/// Launches a kernel. The last two arguments are the numbers of blocks and of threads in each.
fn launch(image: &Image, name: &CStr, args: &[AnyView<'_>]) -> Result<()> {
    let kernel = name.to_string_lossy();
    let [args @ .., blocks, threads] = args else {
        bail!(TypeError, "{kernel}: expected arguments, and the numbers of blocks and threads");
    };
    let (blocks, threads): (u32, u32) = (blocks.cast()?, threads.cast()?);
    let mut device = 0;
    let mut arguments = Vec::with_capacity(args.len());
    for arg in args {
        arguments.push(match TensorView::decode(*arg, &mut ()) {
            Some(tensor) => {
                ensure!(
                    tensor.device().is_cuda(),
                    ValueError,
                    "{kernel}: a tensor is on {}, and not on a GPU",
                    tensor.device()
                );
                device = tensor.device().device_id;
                Argument::Address(tensor.data_ptr())
            }
            None => match arg.cast::<i64>() {
                Ok(int) => Argument::Int(int),
                Err(_) => Argument::Float(arg.cast()?),
            },
        });
    }
    tvm_ffi::cuda::with_device(device, |cx| image.launch(cx, name, &arguments, blocks, threads))
}
