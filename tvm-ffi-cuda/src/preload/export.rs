//! `tvm_ffi_cuda_preload`, an export of every library that contains this crate. It is the expansion of `#[tvm_ffi::export]` written by hand, since this crate does
//! not depend on the macros.

use core::ffi::{c_int, c_void};

use tvm_ffi_core::__private::{
    Args, CallToken, Description, NoView, REFUSED, Registered, Returned, Shim, Slot, TVMFFIAny, Taken, call,
    doc, metadata,
};
use tvm_ffi_core::{AnyView, Device, DeviceType, FfiType, FromAnyView, Result, bail};

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
    fn type_name(out: &mut String) {
        out.push_str("int | Device | None");
    }

    fn type_schema(out: &mut String) {
        out.push_str(r#"{"type":"Union","args":[{"type":"int"},{"type":"Device"},{"type":"None"}]}"#);
    }
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

fn describe(see: &mut dyn FnMut(&Description<'_>)) {
    const TEXT: &str = concat!(
        "tvm_ffi_cuda_preload\0\0Loads every CUDA kernel of this library for a device: the one that is current, if none is named.\0",
        file!(),
        "\0",
        line!(),
        "\0",
        env!("CARGO_PKG_NAME"),
        "\0",
        env!("CARGO_PKG_VERSION"),
        "\0device\0=None\0The number of a GPU, or a device.\0"
    );
    see(&Description {
        text: TEXT,
        // SAFETY: the shim of this export.
        shim: unsafe { Shim::new(shim) },
        fallback: None,
        parameters: &[Taken::<DeviceArgument>::tag().parameter_type()],
        result: Returned::<Result<()>>::tag().result_type(),
        flags: 0,
        constants: &[],
        variables: &[],
        instance: None,
        class: None,
    });
}

// Lists the export in the manifest, and in the stubs that `tvm-ffi-stubs` writes.
tvm_ffi_core::__list! { exports: Registered(describe) }

fn body(args: Args<'_>, slot: Slot<'_>) -> c_int {
    let device = match args.count() {
        0 => DeviceArgument::Current,
        1 => match args.get::<NoView, DeviceArgument, _>(0, &mut ()) {
            Some(device) => device,
            None => return REFUSED,
        },
        _ => return REFUSED,
    };
    let result = preload(args, device);
    Returned::of(&result).write_or_raise(result, slot, NAME)
}

/// `tvm_ffi_cuda_preload(device: int | Device | None = None)`.
#[unsafe(export_name = "__tvm_ffi_tvm_ffi_cuda_preload")]
unsafe extern "C" fn shim(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: c_int,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the SafeCall contract.
    unsafe { call(describe, None, args, num_args, result, body) }
}

#[unsafe(export_name = "__tvm_ffi__metadata_tvm_ffi_cuda_preload")]
unsafe extern "C" fn shim_of_metadata(
    _: *mut c_void,
    _: *const TVMFFIAny,
    _: c_int,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the SafeCall contract.
    unsafe { metadata(describe, result) }
}

#[unsafe(export_name = "__tvm_ffi__doc_tvm_ffi_cuda_preload")]
unsafe extern "C" fn shim_of_doc(
    _: *mut c_void,
    _: *const TVMFFIAny,
    _: c_int,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the SafeCall contract.
    unsafe { doc(describe, result) }
}

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
