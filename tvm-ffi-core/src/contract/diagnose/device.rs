//! The phase that compares devices: with the type, with a list, and of tensors with each other: an export with a `cpu =` fallback takes
//! all in CUDA memory or all in host memory. That they are on one GPU is [another](super::super::gpu) test.

use super::single::one_of;
use super::{Candidate, candidates};
use crate::contract::call::Subject;
use crate::contract::environment::Origin;
use crate::description::Violation;
use crate::device::{Device, DeviceType};
use crate::tensor::{device_mismatch, device_type_name};

pub(super) fn violation(subjects: &[Subject<'_>]) -> Option<Violation> {
    let mut memory = None;
    for candidate in candidates(subjects) {
        let device = Device::from_dl(candidate.tensor.device);
        let is_either = candidate.subject.parameter.contract.has_fallback
            && candidate.wanted.device == Some(DeviceType::CUDA);
        let expected = if is_either {
            in_one_memory(candidate, device, &mut memory)
        } else {
            expected(candidate, device)
        };
        if let Some(expected) = expected {
            return Some(candidate.violation(device_mismatch(device, &expected)));
        }
    }
    None
}

/// What the type or the contract expected instead of a device.
fn expected(candidate: Candidate<'_, '_>, device: Device) -> Option<String> {
    if let Some(wanted) = candidate.wanted.device {
        return (!device.is_of_type(wanted)).then(|| device_type_name(wanted).to_owned());
    }
    let accepted = candidate.subject.parameter.contract.device_names();
    let of_this_type = |kind: &&str| device.kind() == Some(*kind) || (*kind == "cpu" && device.is_host());
    (!accepted.is_empty() && !accepted.iter().any(of_this_type)).then(|| one_of(&accepted))
}

/// What was expected of a tensor that may be in either memory: where the first one is.
fn in_one_memory(
    candidate: Candidate<'_, '_>,
    device: Device,
    first: &mut Option<(Device, Origin)>,
) -> Option<String> {
    if !device.is_cuda() && !device.is_host() {
        return Some(one_of(&["cuda", "cpu"]));
    }
    let (first, origin) = *first.get_or_insert_with(|| (device, candidate.origin(None)));
    (first.is_host() != device.is_host()).then(|| format!("{first} (from {origin})"))
}
