//! [`Device`]: a device type and an index, with names as in the runtime.

pub(crate) mod torch;

use core::fmt;
use core::str::FromStr;

use crate::abi::{DLDevice, DLDeviceType};
use crate::error::{Error, ErrorKind};

/// A device: what kind it is, and which of its kind.
///
/// The set is open. A device from outside may have any type, so types are integers here. A parameter of this type also takes a device's
/// name, and a `torch.device`.
///
/// ```
/// use tvm_ffi_core::Device;
/// assert_eq!(Device::cuda(1).to_string(), "cuda:1");
/// assert_eq!("cuda".parse::<Device>().unwrap(), Device::cuda(0));
/// ```
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device {
    /// The type, a number that DLPack gives: see [`DeviceType`].
    pub device_type: i32,
    /// Which of the devices of this type.
    pub device_id: i32,
}

macro_rules! device_types {
    ($($(#[$doc:meta])* $constant:ident = $c:ident $name:literal;)*) => {
        /// The numbers of the device types that have names.
        #[derive(Debug, Clone, Copy)]
        #[non_exhaustive]
        pub struct DeviceType;

        impl DeviceType {
            $($(#[$doc])* pub const $constant: i32 = DLDeviceType::$c.cast_signed();)*
        }

        /// Every device type with its name.
        const NAMES: &[(&str, i32)] = &[$(($name, DeviceType::$constant),)*];
    };
}

device_types! {
    /// The processor's own memory.
    CPU = kDLCPU "cpu";
    /// A CUDA GPU.
    CUDA = kDLCUDA "cuda";
    /// Host memory pinned by CUDA.
    CUDA_HOST = kDLCUDAHost "cuda_host";
    /// Memory that CUDA moves between host and GPU.
    CUDA_MANAGED = kDLCUDAManaged "cuda_managed";
    /// An OpenCL device.
    OPENCL = kDLOpenCL "opencl";
    /// A Vulkan device.
    VULKAN = kDLVulkan "vulkan";
    /// An Apple GPU.
    METAL = kDLMetal "metal";
    /// A Verilog simulator.
    VPI = kDLVPI "vpi";
    /// An AMD GPU.
    ROCM = kDLROCM "rocm";
    /// Host memory pinned by ROCm.
    ROCM_HOST = kDLROCMHost "rocm_host";
    /// A device that no standard names.
    EXT_DEV = kDLExtDev "ext_dev";
    /// A oneAPI device.
    ONEAPI = kDLOneAPI "oneapi";
    /// A WebGPU device.
    WEBGPU = kDLWebGPU "webgpu";
    /// A Qualcomm Hexagon processor.
    HEXAGON = kDLHexagon "hexagon";
    /// A Microsoft MAIA device.
    MAIA = kDLMAIA "maia";
    /// An AWS Trainium device.
    TRN = kDLTrn "trn";
}

/// Other names that are read.
const ALIASES: &[(&str, i32)] = &[("mps", DeviceType::METAL), ("wgpu", DeviceType::WEBGPU)];

impl Device {
    /// The device with this type and number.
    pub const fn new(device_type: i32, device_id: i32) -> Self {
        Self { device_type, device_id }
    }

    /// The processor.
    pub const fn cpu() -> Self {
        Self::new(DeviceType::CPU, 0)
    }

    /// A CUDA GPU.
    pub const fn cuda(device_id: i32) -> Self {
        Self::new(DeviceType::CUDA, device_id)
    }

    /// An AMD GPU.
    pub const fn rocm(device_id: i32) -> Self {
        Self::new(DeviceType::ROCM, device_id)
    }

    /// An Apple GPU.
    pub const fn metal(device_id: i32) -> Self {
        Self::new(DeviceType::METAL, device_id)
    }

    /// Whether this is the processor.
    #[inline]
    pub const fn is_cpu(self) -> bool {
        self.device_type == DeviceType::CPU
    }

    /// Whether this is a CUDA GPU.
    #[inline]
    pub const fn is_cuda(self) -> bool {
        self.device_type == DeviceType::CUDA
    }

    /// Whether the memory of the device is host memory: the processor's own, or host memory that CUDA or ROCm has pinned.
    ///
    /// Views such as [`CpuView`](crate::CpuView) take tensors on all of these devices.
    #[inline]
    pub const fn is_host(self) -> bool {
        matches!(self.device_type, DeviceType::CPU | DeviceType::CUDA_HOST | DeviceType::ROCM_HOST)
    }

    /// Whether the device is of a type that a view or a contract names. `cpu` means all host memory.
    #[inline]
    pub(crate) const fn is_of_type(self, device_type: i32) -> bool {
        self.device_type == device_type || (device_type == DeviceType::CPU && self.is_host())
    }

    /// Whether `data` of a tensor on the device is a handle of a buffer. On other devices it is an address.
    pub(crate) const fn has_handles(self) -> bool {
        matches!(
            self.device_type,
            DeviceType::OPENCL | DeviceType::VULKAN | DeviceType::METAL | DeviceType::WEBGPU
        )
    }

    /// Whether tensors on two devices may have the same memory. All host memory is one. The host and each GPU reach memory that CUDA
    /// manages at the same address.
    pub(crate) const fn may_share_memory(self, other: Self) -> bool {
        let [a, b] = [self.is_host(), other.is_host()];
        let [a_managed, b_managed] = [self.is_managed(), other.is_managed()];
        (a && b)
            || (a_managed && (b || b_managed || other.is_cuda()))
            || (b_managed && (a || self.is_cuda()))
            || (self.device_type == other.device_type && self.device_id == other.device_id)
    }

    const fn is_managed(self) -> bool {
        self.device_type == DeviceType::CUDA_MANAGED
    }

    /// The name of the device's type, `cuda` say, if it has one.
    pub fn kind(self) -> Option<&'static str> {
        NAMES.iter().find(|(_, number)| *number == self.device_type).map(|(name, _)| *name)
    }

    /// The device as C has it.
    pub(crate) const fn to_dl(self) -> DLDevice {
        DLDevice { device_type: self.device_type.cast_unsigned(), device_id: self.device_id }
    }

    /// The device from what C has.
    #[inline]
    pub(crate) const fn from_dl(device: DLDevice) -> Self {
        Self::new(device.device_type.cast_signed(), device.device_id)
    }
}

impl From<DLDevice> for Device {
    fn from(device: DLDevice) -> Self {
        Self::from_dl(device)
    }
}

impl From<Device> for DLDevice {
    fn from(device: Device) -> Self {
        device.to_dl()
    }
}

impl fmt::Display for Device {
    /// As Python writes it: `cuda:0`, `cpu:0`. A type without a name is written as its number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.kind() {
            Some(kind) => format!("{kind}:{}", self.device_id),
            None => format!("unknown({}):{}", self.device_type, self.device_id),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The device of a name. As in the runtime, what follows a space is a remark, and the number may be left out.
pub(crate) fn parse(text: &str) -> Option<Device> {
    let text = text.split(' ').next().unwrap_or_default();
    let (kind, id) = match text.split_once(':') {
        Some((kind, id)) if !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()) => {
            (kind, id.parse().ok()?)
        }
        Some(_) => return None,
        None => (text, 0),
    };
    let (_, device_type) = NAMES.iter().chain(ALIASES).find(|(name, _)| *name == kind)?;
    Some(Device::new(*device_type, id))
}

/// The message for a text that is not a device.
#[cold]
pub(crate) fn not_a_device(text: &str) -> String {
    let mut message = format!("`{text}` is not a device, expected ");
    for (index, (name, _)) in NAMES.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        message.push_str(separator);
        message.push('`');
        message.push_str(name);
        message.push('`');
    }
    message.push_str(", alone or with a number as in `cuda:0`");
    message
}

impl FromStr for Device {
    type Err = Error;

    /// A device from its name, with or without a number: `cpu`, `cuda`, `cuda:1`.
    ///
    /// # Errors
    ///
    /// A `ValueError` that lists the names.
    #[track_caller]
    fn from_str(text: &str) -> Result<Self, Error> {
        match parse(text) {
            Some(device) => Ok(device),
            None => Err(Error::new(ErrorKind::ValueError, not_a_device(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::Any;

    #[test]
    fn names_are_those_of_python() {
        assert_eq!(Device::cpu().to_string(), "cpu:0");
        assert_eq!(Device::cuda(3).to_string(), "cuda:3");
        assert_eq!(Device::new(DeviceType::CUDA_MANAGED, 0).to_string(), "cuda_managed:0");
        assert_eq!(Device::new(99, -1).to_string(), "unknown(99):-1");
        assert_eq!(format!("{:?} [{:>8}]", Device::rocm(0), Device::metal(1)), "rocm:0 [ metal:1]");
    }

    #[test]
    fn every_named_device_is_read_back() {
        for (_, device_type) in NAMES {
            for id in [0, 1, i32::MAX] {
                let device = Device::new(*device_type, id);
                assert_eq!(device.to_string().parse::<Device>().unwrap(), device);
            }
        }
    }

    #[test]
    fn reads_what_the_runtime_reads() {
        let cases = [
            ("cpu", Device::cpu()),
            ("cuda:1", Device::cuda(1)),
            ("cuda:01", Device::cuda(1)),
            ("mps:2", Device::metal(2)),
            ("wgpu", Device::new(DeviceType::WEBGPU, 0)),
            ("cuda:1 -arch=sm_90", Device::cuda(1)),
        ];
        for (text, device) in cases {
            assert_eq!(parse(text), Some(device), "{text}");
        }
        for text in [
            "",
            " cpu",
            ":0",
            "cuda:",
            "cuda:-1",
            "cuda:+1",
            "cuda:x",
            "cuda:1:2",
            "cuda:2147483648",
            "gpu",
            "CPU",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn bad_text_is_a_value_error_with_the_names() {
        assert_eq!(
            "gpu:0".parse::<Device>().unwrap_err().to_string(),
            "ValueError: `gpu:0` is not a device, expected `cpu`, `cuda`, `cuda_host`, `cuda_managed`, `opencl`, `vulkan`, \
             `metal`, `vpi`, `rocm`, `rocm_host`, `ext_dev`, `oneapi`, `webgpu`, `hexagon`, `maia`, `trn`, alone or with a \
             number as in `cuda:0`"
        );
        let error = Any::new("gpu").cast::<Device>().unwrap_err();
        assert_eq!((error.kind(), &*error.message()), (ErrorKind::ValueError, &*not_a_device("gpu")));
        let error = Any::new(0i64).cast::<Device>().unwrap_err();
        assert_eq!(error.to_string(), "TypeError: expected Device, got int");
    }
}
