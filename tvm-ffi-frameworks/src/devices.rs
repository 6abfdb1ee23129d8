//! The devices that an export runs on.

use tvm_ffi_core::__private::DeclaredParameter;

/// Whether an export takes tensors in host memory, and on a GPU.
#[derive(Clone, Copy)]
pub(crate) struct Devices {
    pub(crate) cpu: bool,
    pub(crate) cuda: bool,
}

impl Devices {
    /// The devices that all tensors may be on; or why there is none.
    pub(crate) fn common(parameters: &[DeclaredParameter]) -> Result<Self, String> {
        let all = |name: &str| {
            let mut tensors = parameters.iter().filter_map(|parameter| parameter.tensor.as_ref());
            tensors.all(|tensor| tensor.devices.is_empty() || tensor.devices.contains(&name))
        };
        let devices = Self { cpu: all("cpu"), cuda: all("cuda") };
        if devices.cpu || devices.cuda {
            Ok(devices)
        } else {
            Err(String::from("its tensors are on no common device"))
        }
    }
}
