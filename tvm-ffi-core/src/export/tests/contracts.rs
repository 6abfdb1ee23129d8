//! Exports that take tensors, called as a C caller does.

use super::*;
use crate::convert::IntoAny;
use crate::{CpuView, CpuViewMut, List, Tensor, TensorView};

/// Adds `scale * x` to `out`; gives how many others there are. It panics on a negative scale.
#[tvm_ffi_macros::export(crate = "crate")]
fn add(
    #[shape(n)] x: CpuView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut out: CpuViewMut<'_, f32, 1>,
    others: Vec<TensorView<'_>>,
    scale: f64,
    #[default(None)] kept: Option<Tensor>,
) -> usize {
    let _ = kept;
    assert!(scale >= 0.0, "a scale that is negative");
    for (out, x) in out.as_mut_slice().iter_mut().zip(x.as_slice()) {
        *out += scale as f32 * x;
    }
    others.len()
}

const SIGNATURE: &str = "\n  add(x: Tensor([n], float32), out: Tensor([n], float32, out), others: Array[Tensor], \
                         scale: float, kept: Optional[Tensor] = None)";

fn tensor(elements: &[f32]) -> Tensor {
    Tensor::from_vec(elements.to_vec(), &[elements.len() as i64]).expect("it is small")
}

fn elements(tensor: &Tensor) -> &[f32] {
    tensor.view().try_cpu::<f32, 1>().expect("it is a vector").as_slice()
}

/// Calls with tensors, no others, and a scale.
fn call_add(x: &Tensor, out: &Tensor, others: Any, scale: Any) -> Result<usize> {
    call_with(shims::add, &[x.clone().into_any(), out.clone().into_any(), others, scale]).and_then(Any::cast)
}

fn none() -> Any {
    Any::new(Vec::<i64>::new())
}

fn refused(result: Result<usize>, expected: &str) {
    let error = result.expect_err("it is refused");
    assert_eq!(error.to_string(), format!("{expected}{SIGNATURE}"));
}

#[test]
fn tensors_are_taken_when_the_contract_holds() {
    let [x, out] = [&[1.0, 2.0], &[10.0, 10.0]].map(|elements| tensor(elements));
    assert_eq!(call_add(&x, &out, none(), Any::new(2.0)).ok(), Some(0));
    assert_eq!(elements(&out), [12.0, 14.0]);
    // A scale in another form makes the call again, all of whose arguments are the same otherwise.
    assert_eq!(call_add(&x, &out, none(), Any::new(1u128 << 70)).ok(), Some(0));
    assert!(elements(&out)[0] > 1e20);
}

#[test]
fn a_violation_is_told_with_the_signature() {
    let [x, out] = [tensor(&[1.0, 2.0]), tensor(&[0.0; 3])];
    refused(
        call_add(&x, &out, none(), Any::new(1.0)),
        "ValueError: add: argument #1 `out`: shape[0] is 3, expected n = 2 (from `x`.shape[0])",
    );
    refused(
        call_add(&x, &x, none(), Any::new(1.0)),
        "ValueError: add: argument #1 `out`: shares memory with argument #0 `x`, expected memory of its own",
    );
    refused(
        call_add(&x, &out, Any::new(3), Any::new("text")),
        "TypeError: add: argument #2 `others`: expected Array[Tensor], got int",
    );
    let count = call_with(shims::add, &[]).and_then(Any::cast::<usize>);
    refused(count, "TypeError: add: expected 4 or 5 arguments, got 0");
    assert_eq!(elements(&out), [0.0; 3]);
}

/// The raw form of an object that is given away, in a slot of the caller's.
struct Given(Box<*mut TVMFFIObject>);

impl Given {
    fn new(tensor: &Tensor) -> Self {
        Self(Box::new(Any::new(tensor.clone()).into_raw().payload.ptr().cast()))
    }

    fn arg(&mut self) -> TVMFFIAny {
        rvalue_arg(&mut self.0)
    }

    fn is_taken(&self) -> bool {
        self.0.is_null()
    }
}

impl Drop for Given {
    fn drop(&mut self) {
        // SAFETY: the slot owns what is left in it.
        drop(unsafe { ObjectRef::from_handle(self.0.cast()) });
    }
}

fn call_with_kept(x: &Tensor, out: &Tensor, given: &mut Given) -> Result<usize> {
    let [x, out] = [x, out].map(|tensor| Any::new(tensor.clone()));
    let [others, scale] = [none(), Any::new(1.0)];
    let values = [x, out, others, scale];
    let mut args: Vec<TVMFFIAny> = values.iter().map(|value| *value.as_raw()).collect();
    args.push(given.arg());
    call_raw(shims::add, args.as_ptr(), 5).and_then(Any::cast)
}

#[test]
fn an_object_is_taken_by_a_call_that_succeeds_alone() {
    let [x, out, longer] = [tensor(&[1.0]), tensor(&[0.0]), tensor(&[0.0; 2])];
    let mut given = Given::new(&tensor(&[5.0]));
    refused(
        call_with_kept(&x, &longer, &mut given),
        "ValueError: add: argument #1 `out`: shape[0] is 2, expected n = 1 (from `x`.shape[0])",
    );
    assert!(!given.is_taken());
    assert_eq!(call_with_kept(&x, &out, &mut given).ok(), Some(0));
    assert!(given.is_taken());
    refused(
        call_with_kept(&x, &out, &mut given),
        "TypeError: add: argument #4 `kept`: expected Optional[Tensor], got an rvalue reference whose object was taken",
    );
}

#[test]
fn memory_of_an_object_to_be_taken_is_not_shared_either() {
    let [x, out] = [tensor(&[1.0]), tensor(&[0.0])];
    let mut given = Given::new(&out);
    refused(
        call_with_kept(&x, &out, &mut given),
        "ValueError: add: argument #1 `out`: shares memory with argument #4 `kept`, expected memory of its own",
    );
    assert!(!given.is_taken());
    assert_eq!(elements(&out), [0.0]);
}

#[test]
fn views_borrow_from_an_object_that_is_given() {
    let [x, out] = [tensor(&[1.0]), tensor(&[0.0])];
    let mut given = Given::new(&x);
    let [out_value, others, scale] = [Any::new(out.clone()), none(), Any::new(3.0)];
    let args = [given.arg(), *out_value.as_raw(), *others.as_raw(), *scale.as_raw()];
    assert_eq!(call_raw(shims::add, args.as_ptr(), 4).and_then(Any::cast::<usize>).ok(), Some(0));
    assert!(!given.is_taken());
    assert_eq!(elements(&out), [3.0]);
}

#[test]
fn odd_forms_are_accepted_on_the_slow_path() {
    let [mut x, mut y] = [[1.0f32], [0.0f32]];
    let [mut shape, mut strides] = [[1i64], [77i64]];
    let (shape, strides) = (shape.as_mut_ptr(), strides.as_mut_ptr());
    let of = |data: *mut f32| crate::abi::DLTensor {
        data: data.cast(),
        device: crate::Device::cpu().to_dl(),
        ndim: 1,
        dtype: crate::DType::F32.to_dl(),
        shape,
        strides,
        byte_offset: 0,
    };
    let mut tensors = [of(x.as_mut_ptr()), of(y.as_mut_ptr())];
    let pointers = tensors.each_mut().map(|tensor| {
        let pointer = TVMFFIAnyPayload::from_ptr(core::ptr::from_mut(tensor).cast());
        TVMFFIAny::new(TypeIndex::DL_TENSOR_PTR, pointer)
    });
    let [others, scale] = [none(), Any::new(2.0)];
    let args = [pointers[0], pointers[1], *others.as_raw(), *scale.as_raw()];
    assert_eq!(call_raw(shims::add, args.as_ptr(), 4).and_then(Any::cast::<usize>).ok(), Some(0));
    assert_eq!(y, [2.0]);
}

#[test]
fn a_panic_after_the_slow_path_is_raised_with_its_place() {
    let [x, out] = [tensor(&[1.0]), tensor(&[0.0])];
    let list: List<Tensor> = [x.clone()].into_iter().collect();
    let error = call_add(&x, &out, list.to_any(), Any::new(-1.0)).expect_err("it panics");
    assert!(error.message().ends_with("a scale that is negative"), "{error}");
    // Miri cannot walk the stack.
    assert_eq!(error.message().starts_with("panicked at "), cfg!(not(miri)), "{error}");
}
