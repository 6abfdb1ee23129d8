//! Arrays as NumPy lays them out, made here.

use core::ptr::{NonNull, null_mut};

use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{AnyView, CpuViewMutD, FromAnyView, Strided, TensorView};

use super::*;
use crate::tensors::Places;

/// An object with a header of two words.
#[repr(C)]
struct Object<T> {
    header: [usize; 2],
    body: T,
}

impl<T> Object<T> {
    fn new(body: T) -> Self {
        Self { header: [1, 0], body }
    }
}

fn descr(type_num: c_int, byteorder: u8) -> Object<Descr> {
    Object::new(Descr { typeobj: null_mut(), kind: b'f', character: b'd', byteorder, flags: 0, type_num })
}

fn numpy() -> NumPy {
    unsafe extern "C" fn version() -> c_uint {
        0
    }
    unsafe extern "C" fn new(
        _: *mut PyObject,
        _: c_int,
        _: *const isize,
        _: c_int,
        _: *const isize,
        _: *mut c_void,
        _: c_int,
        _: c_int,
        _: *mut PyObject,
    ) -> *mut PyObject {
        null_mut()
    }
    unsafe extern "C" fn set_base_object(_: *mut PyObject, _: *mut PyObject) -> c_int {
        -1
    }
    NumPy { version, class: NonNull::dangling(), generic: NonNull::dangling(), new, set_base_object }
}

/// Describes an array of `f64`s.
fn describe(
    data: &mut [f64],
    (shape, strides): (&mut [isize], &[isize]),
    descr: &Object<Descr>,
    flags: c_int,
    writes: bool,
    numbers: &mut Numbers<'_>,
) -> Result<DLTensor, Refused> {
    let mut place = MaybeUninit::uninit();
    let mut array = Object::new(Array {
        data: data.as_mut_ptr().cast(),
        nd: shape.len() as c_int,
        dimensions: shape.as_ptr(),
        strides: strides.as_ptr(),
        base: null_mut(),
        descr: (&raw const *descr).cast(),
        flags,
    });
    // SAFETY: the object lives through the call.
    let object = unsafe { Borrowed::new(NonNull::from(&mut array).cast()) };
    // SAFETY: it is laid out as an array.
    let described = unsafe { numpy().describe(object, writes, numbers, &mut place) };
    // As another thread may do meanwhile.
    shape.fill(-1);
    // SAFETY: it is written.
    described.map(|()| unsafe { place.assume_init() })
}

fn value(tensor: &mut DLTensor) -> TVMFFIAny {
    TVMFFIAny::new(TypeIndex::DL_TENSOR_PTR, TVMFFIAnyPayload::from_ptr((&raw mut *tensor).cast()))
}

#[test]
fn arrays_are_lent_in_place() {
    let mut data = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    let mut places = Places::new();
    let mut tensors = crate::tensors::Tensors::new(&mut places);
    let (ranked, swapped) = (descr(12, b'='), descr(12, b'>'));
    let mut described =
        describe(&mut data, (&mut [3, 2], &[16, 8]), &ranked, WRITEABLE, true, &mut tensors.numbers);
    let value = value(described.as_mut().ok().expect("it is an array of numbers"));
    // SAFETY: the value lives through the test.
    let view = unsafe { AnyView::from_raw(NonNull::from(&value)) };
    let mut holder = ();
    let tensor = TensorView::decode(view, &mut holder).expect("it is a tensor");
    assert_eq!((tensor.shape(), &*tensor.strides()), (&[3, 2][..], &[2, 1][..]));
    // SAFETY: nothing else uses the elements.
    let mut written =
        unsafe { CpuViewMutD::<f64, Strided>::assume(tensor) }.expect("they are in host memory");
    written.iter_mut().for_each(|number| *number *= 2.0);
    assert_eq!(data, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);

    let mut refused = |descr, strides: &[isize], flags, writes| {
        let mut shape = [2];
        describe(&mut [0.0; 4], (&mut shape, strides), descr, flags, writes, &mut tensors.numbers).err()
    };
    assert!(matches!(refused(&ranked, &[8], 0, true), Some(Refused::ReadOnly)));
    assert!(refused(&ranked, &[8], 0, false).is_none());
    assert!(matches!(refused(&swapped, &[8], 0, false), Some(Refused::Elements)));
    assert!(matches!(refused(&ranked, &[12], 0, false), Some(Refused::Elements)));
    assert!(matches!(refused(&descr(20, b'|'), &[8], 0, false), Some(Refused::Elements)));
}

#[test]
fn there_is_room_for_any_number_of_dimensions() {
    let mut places = Places::new();
    let mut tensors = crate::tensors::Tensors::new(&mut places);
    let (descr, mut data) = (descr(12, b'='), [5.0]);
    let mut described = Vec::new();
    for rank in [0, 3, 40, 20, 1, 64] {
        let (mut shape, strides) = (vec![1; rank], vec![8; rank]);
        let parts = (&mut *shape, &*strides);
        described.push((rank, describe(&mut data, parts, &descr, 0, false, &mut tensors.numbers)));
    }
    for (rank, tensor) in &mut described {
        let value = value(tensor.as_mut().ok().expect("it is an array of numbers"));
        // SAFETY: the value lives through the block.
        let view = unsafe { AnyView::from_raw(NonNull::from(&value)) };
        let mut holder = ();
        let tensor = TensorView::decode(view, &mut holder).expect("it is a tensor");
        assert_eq!(tensor.shape(), vec![1; *rank]);
    }
}
