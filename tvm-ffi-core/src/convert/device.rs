//! Devices as values, and their names.

use super::{IntoAny, named, owned_parameters, value_or_text};
use crate::abi::{TVMFFIAnyPayload, TypeIndex};
use crate::any::{Any, AnyView};
use crate::device::{Device, not_a_device, parse, torch};

named!(Device, Scalar.field(TypeIndex::DEVICE).lent(true), "Device", "Device", {
    fn is_exact(view: AnyView<'_>) -> bool {
        view.type_index() == TypeIndex::DEVICE
    }
});
owned_parameters!(Device);

/// The device in a value that holds one.
#[inline(always)]
fn plain(view: AnyView<'_>) -> Option<Device> {
    if view.type_index() != TypeIndex::DEVICE {
        return None;
    }
    let [t0, t1, t2, t3, id @ ..] = *view.as_raw().payload.bytes();
    Some(Device::new(i32::from_ne_bytes([t0, t1, t2, t3]), i32::from_ne_bytes(id)))
}

value_or_text!(Device, plain, parse, not_a_device, torch::device);

impl IntoAny for Device {
    #[inline]
    fn into_any(self) -> Any {
        let [t0, t1, t2, t3] = self.device_type.to_ne_bytes();
        let [i0, i1, i2, i3] = self.device_id.to_ne_bytes();
        Any::plain(TypeIndex::DEVICE, TVMFFIAnyPayload::from_bytes([t0, t1, t2, t3, i0, i1, i2, i3]))
    }
}
