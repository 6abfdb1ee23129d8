//! The GPU of a call: all views in its arguments that are of GPU memory are on one, wherever they are.

use core::ffi::c_int;
use core::fmt;

use crate::abi::DLDeviceType;
use crate::any::{Any, AnyView};
use crate::call::Args;
use crate::container::items::{array_items, copied_entries};
use crate::convert::{FfiType, Holding, InWords, Reach, TensorType};
use crate::description::{Record, Refusal};
use crate::device::{Device, DeviceType};
use crate::nesting::Nested;
use crate::panic::raise;
use crate::tensor::{device_mismatch, tensor_of};
use crate::tensor_metadata::TensorMetadata;

/// Where the views of a call are, as far as its arguments have been visited.
#[derive(Default)]
pub struct Gpu {
    /// The first view of CUDA memory.
    cuda: Option<Found>,
    /// The first view of the memory of another maker's device.
    other: Option<Found>,
    /// A CUDA device of tensors that any GPU may work on: those that the function owns, or that CUDA manages.
    owned: Option<i32>,
    /// The first view that is on another device than the one before it.
    refused: Option<[Found; 2]>,
}

/// A view among the arguments.
#[derive(Clone, Copy)]
struct Found {
    device: Device,
    /// The index of the argument.
    index: usize,
    /// The address of its metadata, by which its place in the argument is found.
    address: usize,
}

impl Gpu {
    /// Nothing has been visited.
    pub const NONE: Self = Self { cuda: None, other: None, owned: None, refused: None };

    /// The GPU of the call: that of the views, or else of another tensor among the arguments.
    #[inline(always)]
    pub fn device(&self, args: Args<'_>) -> Option<i32> {
        let view = self.cuda.map(|found| found.device.device_id);
        view.or(self.owned).or_else(|| any_gpu(args))
    }

    /// Visits a tensor of an argument.
    #[inline(always)]
    fn admits(&mut self, tensor: TensorMetadata<'_>, holding: Holding, index: usize) -> bool {
        let device = tensor.device();
        if device.is_host() {
            return true;
        }
        let first = match (device.device_type, holding) {
            (DeviceType::CUDA_MANAGED, _) | (DeviceType::CUDA, Holding::Owned) => {
                self.owned.get_or_insert(device.device_id);
                return true;
            }
            (DeviceType::CUDA, _) => &mut self.cuda,
            (_, Holding::View) => &mut self.other,
            (_, Holding::AnyView | Holding::Owned) => return true,
        };
        let found = Found { device, index, address: tensor.as_raw().addr().get() };
        let first = *first.get_or_insert(found);
        if first.device == device || first.device.device_type != device.device_type {
            return true;
        }
        self.refused = Some([first, found]);
        false
    }
}

/// Whether the views in an argument, wherever they are, are on the device of those before them.
#[inline(always)]
pub fn on_one_gpu<T: FfiType>(argument: &T, index: usize, gpu: &mut Gpu) -> bool {
    if const { !may_be_on_gpu::<T>() } {
        return true;
    }
    argument.all_tensors(&mut |tensor, holding| gpu.admits(tensor, holding, index))
}

/// Raises that views are on two devices, after [`on_one_gpu`] has refused one.
#[cold]
#[inline(never)]
pub fn raise_two_gpus(record: &'static Record, args: Args<'_>, gpu: &Gpu) -> c_int {
    raise(|| gpu.refusal(record.instance(args), args).raise())
}

impl Gpu {
    fn refusal(&self, record: &'static Record, args: Args<'_>) -> Refusal {
        let Some([first, found]) = self.refused else { return Refusal::of(record, args) };
        let name = record.parameters.get(first.index).map_or("", |parameter| parameter.name);
        let expected = format!("{} (from `{name}`{})", first.device, place_of(args, &first));
        let mismatch = device_mismatch(found.device, &expected).at(&place_of(args, &found));
        Refusal::violated(record, &(found.index, mismatch))
    }
}

/// The place of a view in its argument, `[2]["key"]`; nothing for a default, which is not among the arguments.
fn place_of(args: Args<'_>, found: &Found) -> String {
    let view = super::call::view(args, found.index);
    view.and_then(|view| place_in(view, found.address)).unwrap_or_default()
}

/// The place of the tensor with this metadata in a value, if it is there.
fn place_in(view: AnyView<'_>, address: usize) -> Option<String> {
    if let Some(tensor) = tensor_of(view) {
        return (tensor.addr().get() == address).then(String::new);
    }
    let _level = Nested::enter()?;
    let within = |place: fmt::Arguments<'_>, value: &Any| {
        Some(format!("{place}{}", place_in(value.as_view(), address)?))
    };
    if let Some(items) = array_items(view) {
        let mut items = items.iter().enumerate();
        return items.find_map(|(index, item)| within(format_args!("[{index}]"), item));
    }
    let entries = copied_entries(view)?;
    entries
        .iter()
        .find_map(|entry| within(format_args!("[{:?}]", InWords(entry.key.as_view())), &entry.value))
}

/// The CUDA device of the first argument that is a tensor on one, or a sequence with one.
#[cold]
fn any_gpu(args: Args<'_>) -> Option<i32> {
    let device = |view| {
        // SAFETY: AnyView validity: the value is a live tensor.
        let device = Device::from_dl(unsafe { tensor_of(view)?.as_ref() }.device);
        device.is_cuda().then_some(device.device_id)
    };
    (0..args.count()).filter_map(|index| args.view(index)).find_map(|view| {
        device(view).or_else(|| array_items(view)?.iter().find_map(|item| device(item.as_view())))
    })
}

const fn may_be_on_gpu<T: FfiType>() -> bool {
    match T::FACTS.tensor {
        Some(TensorType { device: Some(device), .. }) => device != DLDeviceType::kDLCPU.cast_signed(),
        _ => !matches!(T::FACTS.reach, Reach::Nothing),
    }
}
