//! What is wrong with each tensor, apart from its extents and strides as symbols have them.

use super::uses::Origin;
use super::{Call, Finding, Phase};
use crate::contract::call::{Item, place};
use crate::contract::raw_tensor::RawTensor;
use crate::contract::signature::{dtype_names, push_joined};
use crate::convert::{Mismatch, TensorType};
use crate::description::{Param, Variable};
use crate::device::{Device, DeviceType};
use crate::dtype::DType;
use crate::tensor::{Defect, TensorView, device_mismatch, device_type_name, dtype_mismatch, rank_mismatch};

/// A variable of a dispatch, its dtype in a call, and the parameter that bound it.
pub(in crate::contract) type Bound = (&'static str, DType, Origin);

/// What has to be the same in several tensors of a call.
struct Common {
    variables: &'static [Variable],
    dtypes: Vec<Bound>,
    /// The device of the first tensor that may be in CUDA memory or in host memory: all of these are in one.
    device: Option<(Device, Origin)>,
}

/// The most basic violation of each tensor.
pub(super) fn misfits(call: &Call<'_>, dtypes: Vec<Bound>) -> Vec<Finding> {
    let mut common = Common { variables: call.variables, dtypes, device: None };
    let misfit = |(index, parameter, item): (usize, &Param, &Item<'_>)| {
        let (phase, mismatch) = common.misfit(parameter, item)?;
        Some(Finding { phase, at: (index, item.index), mismatch: mismatch.at(&place(item.index)) })
    };
    call.tensors().filter_map(misfit).collect()
}

impl Common {
    fn misfit(&mut self, parameter: &Param, item: &Item<'_>) -> Option<(Phase, Mismatch)> {
        let Some(tensor) = item.tensor else {
            return Some((Phase::Null, Mismatch::value_error("expected Tensor, got a null DLTensor*")));
        };
        let of = parameter.of.tensor.unwrap_or(TensorType::ANY);
        let origin = Origin { parameter: parameter.name, index: item.index, part: None };
        let valid = tensor.valid();
        let defect = if valid.is_none() { tensor.defect() } else { None };
        if let Some(defect @ (Defect::NullShape(_) | Defect::NullData { .. })) = defect {
            return Some((Phase::Null, defect.into()));
        }
        if let Some(mismatch) = rank(parameter, &of, tensor) {
            return Some((Phase::Rank, mismatch));
        }
        let dtype = DType::from_dl(tensor.dtype);
        if let Some(expected) = self.expected_dtype(parameter, &of, dtype, origin) {
            return Some((Phase::DType, dtype_mismatch(dtype, &expected)));
        }
        let device = Device::from_dl(tensor.device);
        if let Some(expected) = self.expected_device(parameter, &of, device, origin) {
            return Some((Phase::Device, device_mismatch(device, &expected)));
        }
        if let Some(defect) = defect {
            return Some((Phase::Shape, defect.into()));
        }
        let tensor = valid?;
        let strides = tensor.layout_misfit(&of).map(|mismatch| (Phase::Strides, mismatch));
        strides.or_else(|| Some((Phase::Alignment, alignment(parameter, &of, tensor)?)))
    }

    /// What was expected instead of a dtype.
    fn expected_dtype(
        &mut self,
        Param { contract, .. }: &Param,
        of: &TensorType,
        dtype: DType,
        origin: Origin,
    ) -> Option<String> {
        if let Some(variable) = contract.variable {
            return self.expected_of_variable(variable, dtype, origin);
        }
        if let Some(wanted) = of.dtype {
            return (wanted != dtype).then(|| wanted.name());
        }
        let accepted = contract.dtypes;
        (!accepted.is_empty() && !accepted.contains(&dtype)).then(|| one_of(&dtype_names(accepted)))
    }

    fn expected_of_variable(
        &mut self,
        variable: &'static str,
        dtype: DType,
        origin: Origin,
    ) -> Option<String> {
        if let Some((_, bound, origin)) = self.dtypes.iter().find(|(bound, ..)| *bound == variable) {
            return (*bound != dtype).then(|| format!("{variable} = {bound:?} (from {origin})"));
        }
        let (_, dtypes) = self.variables.iter().find(|(name, _)| *name == variable)?;
        if !dtypes.contains(&dtype) {
            return Some(one_of(&dtype_names(dtypes)));
        }
        self.dtypes.push((variable, dtype, origin));
        None
    }

    /// What was expected instead of a device. That all tensors are on one GPU is [another](crate::contract::gpu) test.
    fn expected_device(
        &mut self,
        Param { contract, .. }: &Param,
        of: &TensorType,
        device: Device,
        origin: Origin,
    ) -> Option<String> {
        if contract.has_fallback && of.device == Some(DeviceType::CUDA) {
            if !device.is_cuda() && !device.is_host() {
                return Some(one_of(&["cuda", "cpu"]));
            }
            let (first, origin) = *self.device.get_or_insert((device, origin));
            return (first.is_host() != device.is_host()).then(|| format!("{first} (from {origin})"));
        }
        if let Some(wanted) = of.device {
            return (!device.is_of_type(wanted)).then(|| device_type_name(wanted).to_owned());
        }
        let accepts = |device_type: &i32| device.is_of_type(*device_type);
        let is_accepted = contract.devices.is_empty() || contract.devices.iter().any(accepts);
        (!is_accepted).then(|| one_of(&contract.device_names()))
    }
}

/// `cpu`, or `one of cpu, rocm`.
fn one_of(names: &[impl AsRef<str>]) -> String {
    let mut text = String::from(if names.len() == 1 { "" } else { "one of " });
    push_joined(names, ", ", &mut text);
    text
}

fn rank(Param { contract, .. }: &Param, of: &TensorType, tensor: RawTensor<'_>) -> Option<Mismatch> {
    let Ok(ndim) = usize::try_from(tensor.ndim) else {
        return Some(Defect::NegativeRank(tensor.ndim).into());
    };
    let shown = |expected, or_more| rank_mismatch(ndim, expected, or_more, tensor.extents());
    if let Some(expected) = of.ndim {
        // The contract says the same, as the compiler has found.
        return (ndim != expected).then(|| shown(expected, false));
    }
    let mut declared = [contract.shape, contract.strides].into_iter().flatten();
    let dims = declared.find(|dims| !dims.may_be(ndim))?;
    Some(shown(dims.count, dims.rest.is_some()))
}

fn alignment(Param { contract, .. }: &Param, of: &TensorType, tensor: TensorView<'_>) -> Option<Mismatch> {
    let of_type = match contract.variable {
        Some(_) => tensor.dtype().alignment(),
        None => of.align,
    };
    let is_missed = |align: &usize| *align != 0 && !tensor.is_aligned(*align);
    if is_missed(&of_type) {
        let reason = format!("alignment of {:?}", tensor.dtype());
        return Some(tensor.explain_alignment(of_type, &reason));
    }
    contract.align.filter(is_missed).map(|align| tensor.explain_alignment(align, "align"))
}
