//! `tvm_ffi_cuda_preload`, an export of every library that contains this crate. It is the expansion of `#[tvm_ffi::export]` written by hand, since this crate does
//! not depend on the macros.

use core::ffi::c_int;

use tvm_ffi_core::__private::{Args, CallToken, DefaultText, Param, ParameterProbe, Record, Returned, Slot};
use tvm_ffi_core::{AnyView, Device, DeviceType, FfiType, FromAnyView, Mismatch, Result, TypeTag, bail};

use super::has_kernels;
use crate::token::Cuda;

/// The `device` argument.
enum DeviceArgument {
    /// The current device of the thread.
    Current,
    Number(i64),
    Device(Device),
}

impl FfiType for DeviceArgument {
    const TAG: &'static TypeTag = &TypeTag::Named("int | Device | None");
}

impl<'a> FromAnyView<'a> for DeviceArgument {
    type Holder = ();

    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        if view.is_none() {
            return Some(Self::Current);
        }
        let number = view.cast().map(Self::Number);
        number.or_else(|_| view.cast().map(Self::Device)).ok()
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Self::decode(view, &mut ()).is_none().then(|| Mismatch::expected::<Self>(view))
    }
}

fn preload(args: Args<'_>, device: DeviceArgument) -> Result<()> {
    let number = match device {
        // A library without kernels needs no device.
        DeviceArgument::Current if !has_kernels() => return Ok(()),
        DeviceArgument::Current => Cuda::for_call(args, None)?.device().device_id,
        DeviceArgument::Number(number) => match i32::try_from(number) {
            Ok(number) => number,
            Err(_) => bail!(ValueError, "there is no device cuda:{number}"),
        },
        DeviceArgument::Device(Device { device_type: DeviceType::CUDA, device_id }) => device_id,
        DeviceArgument::Device(device) => bail!(ValueError, "device is {device}, expected a CUDA device"),
    };
    super::preload(number)
}

const NAME: &str = "tvm_ffi_cuda_preload";

const RECORD: &Record = &Record {
    name: NAME,
    doc: "Loads every CUDA kernel of this library for a device: the one that is current, if none is named.",
    file: file!(),
    line: line!(),
    krate: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
    parameters: &[Param {
        name: "device",
        doc: "The number of a GPU, or a device.",
        default: Some(DefaultText::Python("None")),
        ..Param::new(ParameterProbe::<DeviceArgument>::TYPE)
    }],
    // SAFETY: the shim of this export.
    ..Record::new(tvm_ffi_core::__shim!(unsafe __tvm_ffi_shim), || {
        Returned::<Result<()>>::tag().result_type()
    })
};

fn body(args: Args<'_>, slot: Slot<'_>) -> Option<c_int> {
    let device = match args.count() {
        0 => DeviceArgument::Current,
        1 => args.get::<DeviceArgument, _>(0, &mut ())?,
        _ => return None,
    };
    let result = preload(args, device);
    Some(Returned::of(&result).write_or_raise(result, slot, NAME))
}

// `tvm_ffi_cuda_preload(device: int | Device | None = None)`.
// SAFETY: the body touches no memory of a view, and has no holders.
tvm_ffi_core::__symbols! { unsafe unsafe "tvm_ffi_cuda_preload", RECORD, body }

#[cfg(test)]
mod tests {
    use tvm_ffi_core::Any;

    use super::*;

    #[test]
    fn a_device_is_a_number_a_device_or_none() {
        let device = |value: Any| match value.cast() {
            Ok(DeviceArgument::Current) => "current".into(),
            Ok(DeviceArgument::Number(number)) => number.to_string(),
            Ok(DeviceArgument::Device(device)) => device.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(device(Any::new(None::<i64>)), "current");
        assert_eq!(device(Any::new(1)), "1");
        assert_eq!(device(Any::new(i64::MAX)), "9223372036854775807");
        assert_eq!(device(Any::new(Device::cuda(2))), "cuda:2");
        assert_eq!(device(Any::new("cuda:3")), "cuda:3");
        assert_eq!(device(Any::new(1.5)), "TypeError: expected int | Device | None, got float");
    }
}
