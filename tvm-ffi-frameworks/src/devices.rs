//! The devices that an export runs on.

use tvm_ffi_core::__private::Param;
use tvm_ffi_core::DeviceType;

/// Whether an export takes tensors in host memory, and on a GPU.
#[derive(Clone, Copy)]
pub(crate) struct Devices {
    pub(crate) cpu: bool,
    pub(crate) cuda: bool,
}

impl Devices {
    /// The devices that all tensors may be on; or why there is none.
    pub(crate) fn common(parameters: &[Param]) -> Result<Self, String> {
        let mut devices = Self { cpu: true, cuda: true };
        for parameter in parameters.iter().filter(|parameter| parameter.of.tensor.is_some()) {
            devices.cpu &= parameter.may_be_on(DeviceType::CPU);
            devices.cuda &= parameter.may_be_on(DeviceType::CUDA);
        }
        if devices.cpu || devices.cuda {
            Ok(devices)
        } else {
            Err(String::from("its tensors are on no common device"))
        }
    }
}
