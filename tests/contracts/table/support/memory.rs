//! Arguments in memory, in the layout of the C ABI.

use core::ptr::NonNull;
use std::collections::BTreeMap;

use tvm_ffi::abi::{DLTensor, TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};
use tvm_ffi::{Any, DType};

use super::argument::{Arg, Form, Place, Strides, TensorSpec};

/// A strong reference, and the weak one that all strong ones hold together.
const ONE_REFERENCE: u64 = 1 << 32 | 1;

/// The size of the separate memory of each tensor.
const ROOM: usize = 1024;

#[repr(align(64))]
struct Room([u8; ROOM]);

/// A tensor object as the runtime lays it out. It is never freed by reference count: it has no deleter.
#[repr(C)]
struct TensorObject {
    header: TVMFFIObject,
    body: DLTensor,
}

/// The memory of the arguments of one call.
pub(crate) struct Memory {
    form: Form,
    shared: NonNull<Room>,
    rooms: Vec<NonNull<Room>>,
    integers: Vec<Vec<i64>>,
    objects: Vec<NonNull<TensorObject>>,
    values: Vec<Any>,
}

impl Memory {
    pub(crate) fn new(form: Form) -> Self {
        let (integers, objects, values) = (Vec::new(), Vec::new(), Vec::new());
        let shared = new_room(DType::F32);
        Self { form, shared, rooms: vec![shared], integers, objects, values }
    }

    /// The argument as a C value.
    pub(crate) fn place(&mut self, arg: &Arg) -> TVMFFIAny {
        match arg {
            Arg::Raw(raw) => *raw,
            Arg::Value(value) => *value.as_raw(),
            Arg::Tensor(tensor) => {
                let object = self.object(tensor);
                match tensor.form.unwrap_or(self.form) {
                    Form::Object => pointer(TypeIndex::TENSOR, object.as_ptr().cast()),
                    Form::Borrowed => {
                        // SAFETY: the object lives as long as `self`.
                        let body = unsafe { &raw mut (*object.as_ptr()).body };
                        pointer(TypeIndex::DL_TENSOR_PTR, body.cast())
                    }
                }
            }
            Arg::List(_) | Arg::Map(..) => {
                let container = self.element(arg);
                let raw = *container.as_raw();
                self.values.push(container);
                raw
            }
        }
    }

    /// An element of a container, or a container: they own their elements.
    fn element(&mut self, arg: &Arg) -> Any {
        match arg {
            Arg::Tensor(tensor) => {
                let object = self.object(tensor);
                // SAFETY: the object lives as long as `self`, and no other code uses it yet.
                unsafe { (*object.as_ptr()).header.combined_ref_count += 1 };
                // SAFETY: the value takes the new reference.
                unsafe { Any::from_raw(pointer(TypeIndex::TENSOR, object.as_ptr().cast())) }
            }
            Arg::Value(value) => value.clone(),
            Arg::List(items) => Any::new(items.iter().map(|item| self.element(item)).collect::<Vec<Any>>()),
            Arg::Map(key, item) => Any::new(BTreeMap::from([((*key).to_owned(), self.element(item))])),
            Arg::Raw(_) => panic!("a container owns its elements"),
        }
    }

    fn object(&mut self, tensor: &TensorSpec) -> NonNull<TensorObject> {
        let data = match tensor.place {
            Place::Own => self.own(tensor.dtype).as_ptr().cast::<u8>(),
            Place::Shared(bytes) => self.shared.as_ptr().cast::<u8>().wrapping_add(bytes),
            Place::Address(address) => core::ptr::without_provenance_mut(address),
        };
        let shape = if tensor.shape_is_null { None } else { Some(tensor.shape.clone()) };
        let strides = match &tensor.strides {
            Strides::Contiguous => Some(contiguous(&tensor.shape)),
            Strides::Null => None,
            Strides::Given(strides) => Some(strides.clone()),
        };
        let body = DLTensor {
            data: data.cast(),
            device: tensor.device.into(),
            ndim: tensor.ndim.unwrap_or(tensor.shape.len() as i32),
            dtype: tensor.dtype.into(),
            shape: self.keep(shape),
            strides: self.keep(strides),
            byte_offset: tensor.byte_offset,
        };
        let header = TVMFFIObject {
            combined_ref_count: ONE_REFERENCE,
            type_index: TypeIndex::TENSOR,
            __padding: 0,
            deleter: None,
        };
        let object = NonNull::from(Box::leak(Box::new(TensorObject { header, body })));
        self.objects.push(object);
        object
    }

    fn own(&mut self, dtype: DType) -> NonNull<Room> {
        let room = new_room(dtype);
        self.rooms.push(room);
        room
    }

    fn keep(&mut self, integers: Option<Vec<i64>>) -> *mut i64 {
        let Some(integers) = integers else { return core::ptr::null_mut() };
        self.integers.push(integers);
        self.integers.last_mut().expect("it was just put there").as_mut_ptr()
    }

    /// Whether every object has the references that it was passed with.
    pub(crate) fn is_balanced(&mut self) -> bool {
        self.values.clear();
        // SAFETY: the objects live as long as `self`.
        self.objects
            .iter()
            .all(|object| unsafe { object.as_ref() }.header.combined_ref_count == ONE_REFERENCE)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.values.clear();
        for object in self.objects.drain(..) {
            // SAFETY: it came from a box, and no value refers to it any more.
            drop(unsafe { Box::from_raw(object.as_ptr()) });
        }
        for room in self.rooms.drain(..) {
            // SAFETY: it came from a box.
            drop(unsafe { Box::from_raw(room.as_ptr()) });
        }
    }
}

fn pointer(type_index: i32, pointer: *mut core::ffi::c_void) -> TVMFFIAny {
    TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(pointer))
}

/// Memory that is full of 0, 1, 2, ... of a type.
fn new_room(dtype: DType) -> NonNull<Room> {
    let mut room = Box::new(Room([0; ROOM]));
    let size = usize::from(dtype.bits() / 8).clamp(1, 8);
    for (index, place) in room.0.chunks_exact_mut(size).enumerate() {
        let index = index as u16;
        match dtype {
            DType::F32 => place.copy_from_slice(&f32::from(index).to_ne_bytes()),
            DType::F64 => place.copy_from_slice(&f64::from(index).to_ne_bytes()),
            DType::I32 => place.copy_from_slice(&i32::from(index).to_ne_bytes()),
            DType::I64 => place.copy_from_slice(&i64::from(index).to_ne_bytes()),
            DType::I8 | DType::U8 => place[0] = index as u8,
            _ => {}
        }
    }
    NonNull::from(Box::leak(room))
}

fn contiguous(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for index in (1..shape.len()).rev() {
        strides[index - 1] = shape[index].wrapping_mul(strides[index]);
    }
    strides
}
