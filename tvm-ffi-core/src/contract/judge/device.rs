//! The phase that compares devices: with the type, with a list, and of CUDA tensors with each other.

use super::single::one_of;
use super::{Candidate, candidates};
use crate::contract::call::{Subject, Violation};
use crate::contract::environment::Origin;
use crate::contract::words::words;
use crate::convert::Mismatch;
use crate::device::Device;

pub(super) fn violation(subjects: &[Subject<'_>]) -> Option<Violation> {
    let mut gpu = None;
    candidates(subjects).find_map(|candidate| {
        let device = Device::from_dl(candidate.tensor.device);
        let expected = expected(candidate, device).or_else(|| another(candidate, device, &mut gpu))?;
        let text = words!("device is {device}, expected {expected}");
        Some(candidate.violation(Mismatch::value_error(text)))
    })
}

/// What the type or the contract expected instead of a device.
fn expected(candidate: Candidate<'_, '_>, device: Device) -> Option<String> {
    if let Some(wanted) = candidate.wanted.device.filter(|wanted| *wanted != device.device_type) {
        return Some(Device::new(wanted, 0).kind().unwrap_or("another").to_owned());
    }
    let mut accepted = candidate.subject.parameter.contract.devices().peekable();
    let of_this_type = |kind| device.kind() == Some(kind);
    (accepted.peek().is_some() && !accepted.clone().any(of_this_type)).then(|| one_of(accepted))
}

/// The GPU of the first CUDA tensor, if this one is on another.
fn another(
    candidate: Candidate<'_, '_>,
    device: Device,
    gpu: &mut Option<(Device, Origin)>,
) -> Option<String> {
    if !device.is_cuda() {
        return None;
    }
    let (first, origin) = gpu.get_or_insert_with(|| (device, candidate.origin(None)));
    (*first != device).then(|| words!("{first} (from {origin})"))
}
