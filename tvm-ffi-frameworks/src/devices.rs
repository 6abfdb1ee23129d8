//! The devices that an export runs on.

use tvm_ffi_core::__private::DeclaredParameter;

use crate::reason::Reason;

/// Whether an export takes tensors in host memory, and on a GPU.
#[derive(Clone, Copy)]
pub(crate) struct Devices {
    pub(crate) cpu: bool,
    pub(crate) cuda: bool,
}

impl Devices {
    /// The devices that all tensors may be on; or why there is none.
    pub(crate) fn common(parameters: &[DeclaredParameter]) -> Result<Self, Reason> {
        let mut devices = Self { cpu: true, cuda: true };
        for tensor in parameters.iter().filter_map(|parameter| parameter.tensor.as_ref()) {
            devices.cpu &= tensor.on_cpu;
            devices.cuda &= tensor.on_cuda;
        }
        if devices.cpu || devices.cuda {
            Ok(devices)
        } else {
            Err(Reason::new("its tensors are on no common device"))
        }
    }
}
