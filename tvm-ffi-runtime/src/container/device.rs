//! The search for tensors on other devices than the CPU.

use std::collections::HashSet;

use tvm_ffi_abi::{DLDevice, DLDeviceType, DLTensor, TVMFFIAny, TVMFFIAnyPayload, TypeIndex};

use super::lock::Locked;
use super::map::values;
use super::sequence::Sequence;
use crate::builtin::{Returned, Type, builtins, type_of};
use crate::catch::Result;
use crate::value::Value;

/// The device of the first tensor in a value that is not on the CPU. Containers are searched depth first; each one once, so that containers in
/// themselves do no harm.
fn first_other_device(value: Value) -> Result<Option<DLDevice>> {
    // The containers that were searched are held, so that no address is used again.
    let (mut seen, mut held) = (HashSet::new(), Vec::new());
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        let Some(object) = value.view().header() else { continue };
        let from = left.len();
        match value.type_index() {
            TypeIndex::TENSOR => {
                // SAFETY: the body of a tensor begins with a `DLTensor`.
                let tensor = unsafe { object.add(1) }.cast::<DLTensor>();
                // SAFETY: as above.
                let device = unsafe { tensor.as_ref() }.device;
                if device.device_type != DLDeviceType::kDLCPU {
                    return Ok(Some(device));
                }
            }
            TypeIndex::ARRAY | TypeIndex::LIST if seen.insert(object) => {
                let _lock = Locked::new(object)?;
                // SAFETY: the container is held, and its lock keeps other threads away.
                let sequence = unsafe { Sequence::of(object) };
                // SAFETY: as above; no code of others runs here.
                let elements = unsafe { sequence.elements() }.iter().filter(|element| is_searched(element));
                // SAFETY: the container holds its elements.
                left.extend(elements.map(|element| unsafe { Value::copy_of(element) }));
                held.push(value);
            }
            TypeIndex::MAP | TypeIndex::DICT if seen.insert(object) => {
                let _lock = Locked::new(object)?;
                // SAFETY: as above.
                let elements = unsafe { values(object) }.filter(is_searched);
                // SAFETY: as above.
                left.extend(elements.map(|element| unsafe { Value::copy_of(&element) }));
                held.push(value);
            }
            _ => {}
        }
        left[from..].reverse();
    }
    Ok(None)
}

fn is_searched(value: &TVMFFIAny) -> bool {
    matches!(
        value.type_index,
        TypeIndex::TENSOR | TypeIndex::ARRAY | TypeIndex::LIST | TypeIndex::MAP | TypeIndex::DICT
    )
}

impl Returned for DLDevice {
    const TYPE: Type = type_of!("Device");

    fn into_value(self) -> Value {
        let word = u64::from(self.device_type) | u64::from(self.device_id.cast_unsigned()) << 32;
        let payload = TVMFFIAnyPayload::from_uint(word.to_le());
        // SAFETY: the value is plain.
        unsafe { Value::from_owned(TVMFFIAny::new(TypeIndex::DEVICE, payload)) }
    }
}

builtins! {
    pub(super) const BUILTINS;

    "ffi.ContainerFindFirstNonCPUDevice" fn find_first_non_cpu_device(container: &TVMFFIAny) -> DLDevice {
        let cpu = DLDevice { device_type: DLDeviceType::kDLCPU, device_id: 0 };
        // The caller may give an object away.
        let container = Value::of_view(container)?;
        Ok(first_other_device(container)?.unwrap_or(cpu))
    }
}
