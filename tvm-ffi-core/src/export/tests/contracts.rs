//! Exports that take tensors, as the macro writes them, called as a C caller does.

use core::ffi::c_void;

use super::*;
use crate::contract;
use crate::convert::{FromArgument, IntoAny};
use crate::description::{Contract, DefaultText, Dim, Dims, Param, Sym};
use crate::{CpuView, CpuViewMut, List, Tensor, TensorView};

type X = CpuView<'static, f32, 1>;
type Out = CpuViewMut<'static, f32, 1>;
type Others = Vec<TensorView<'static>>;

/// `fn add(#[shape(n)] x: X, #[out] #[shape(n)] out: Out, others: Vec<TensorView>, scale: f64, kept: Option<Tensor>)`
const RECORD: &Record = &Record {
    name: "add",
    file: "file.rs",
    line: 1,
    krate: "kernels",
    version: "1.2.3",
    parameters: &[
        param::<X>("x", Contract { shape: Some(N), ..Contract::FREE }),
        param::<Out>(
            "out",
            Contract { shape: Some(N), out: Some(crate::description::Out::Any), ..Contract::FREE },
        ),
        param::<Others>("others", Contract::FREE),
        param::<f64>("scale", Contract::FREE),
        Param {
            default: Some(DefaultText::Python("None")),
            ..param::<Option<Tensor>>("kept", Contract::FREE)
        },
    ],
    // SAFETY: the function keeps the contract.
    ..Record::new(unsafe { Shim::new(add) }, || Returned::<usize>::tag().result_type())
};

const N: Dims = Dims::new(&[Dim::symbol(Sym::new("n", 0))]);

const fn param<T: FromArgument<'static>>(name: &'static str, contract: Contract) -> Param {
    Param { name, contract, ..Param::new(parameter_type::<T>()) }
}

const SIGNATURE: &str = "\n  add(x: Tensor([n], float32), out: Tensor([n], float32, out), others: Array[Tensor], \
                         scale: float, kept: Optional[Tensor] = None)";

fn keeps_contract(x: &CpuView<'_, f32, 1>, out: &CpuViewMut<'_, f32, 1>) -> bool {
    let mut symbols = contract::Symbols::<1>::new();
    contract::fits(RECORD.contract(0), x, &mut symbols)
        && contract::fits(RECORD.contract(1), out, &mut symbols)
}

/// Adds `scale * x` to `out`; gives how many others there are. It panics on a negative scale.
fn user_add(
    x: CpuView<'_, f32, 1>,
    mut out: CpuViewMut<'_, f32, 1>,
    others: Vec<TensorView<'_>>,
    scale: f64,
    _: Option<Tensor>,
) -> usize {
    assert!(scale >= 0.0, "a scale that is negative");
    for (out, x) in out.as_mut_slice().iter_mut().zip(x.as_slice()) {
        *out += scale as f32 * x;
    }
    others.len()
}

fn body(args: Args<'_>, slot: Slot<'_>) -> Option<c_int> {
    args.require_count(4, 5)?;
    let (mut first, mut second) = ((), ());
    let x = args.get::<CpuView<'_, f32, 1>, _>(0, &mut first)?;
    let out = args.get::<CpuViewMut<'_, f32, 1>, _>(1, &mut second)?;
    let mut holder = holder::<Others, _>();
    let others = args.get::<Vec<TensorView<'_>>, _>(2, &mut holder)?;
    let scale = args.get::<f64, _>(3, &mut ())?;
    let kept = if args.given(4) { args.get::<Option<Tensor>, _>(4, &mut ())? } else { None };
    let extents = &mut [contract::extent(&x), contract::extent(&out)];
    if !keeps_contract(&x, &out) || !contract::scan(RECORD, args, &[]) || !contract::are_apart(extents) {
        return None;
    }
    Some(slot.write(user_add(x, out, others, scale, kept)))
}

unsafe extern "C" fn add(
    _: *mut c_void,
    args: *const TVMFFIAny,
    count: c_int,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the SafeCall contract; the body looks for shared memory first.
    unsafe { call(RECORD, None, args, count, result, body) }
}

fn tensor(elements: &[f32]) -> Tensor {
    Tensor::from_vec(elements.to_vec(), &[elements.len() as i64]).expect("it is small")
}

fn elements(tensor: &Tensor) -> &[f32] {
    tensor.view().try_cpu::<f32, 1>().expect("it is a vector").as_slice()
}

/// Calls with tensors, no others, and a scale.
fn call_add(x: &Tensor, out: &Tensor, others: Any, scale: Any) -> Result<usize> {
    call_with(add, &[x.clone().into_any(), out.clone().into_any(), others, scale]).and_then(Any::cast)
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
    let count = call_with(add, &[]).and_then(Any::cast::<usize>);
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
    call_raw(add, args.as_ptr(), 5).and_then(Any::cast)
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
    assert_eq!(call_raw(add, args.as_ptr(), 4).and_then(Any::cast::<usize>).ok(), Some(0));
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
    assert_eq!(call_raw(add, args.as_ptr(), 4).and_then(Any::cast::<usize>).ok(), Some(0));
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
