//! Tensors that reach a function after its call began, and share memory with an argument that it writes. Without the check, each export here would
//! see an element change through a shared reference of Rust.

use tvm_ffi::prelude::*;
use tvm_ffi::{Any, AnyView, CpuCells, Dict, List, ObjectRef, Ref, TensorMut};

/// The first element of `late`, before and after all of `y` is written.
fn first_of(late: &CpuView<'_, f32, 1>, y: &mut CpuViewMut<'_, f32, 1>) -> (f32, f32) {
    let before = late[[0]];
    y.as_mut_slice().fill(7.0);
    (before, late[[0]])
}

#[tvm_ffi::export(global = "late_tensors.result")]
fn late_result(mut y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let late: Tensor = f.call(())?.cast()?;
    Ok(first_of(&late.view().try_cpu()?, &mut y))
}

#[tvm_ffi::export(global = "late_tensors.strided_result")]
fn late_strided_result(mut y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let late: Tensor = f.call(())?.cast()?;
    let late = late.view().try_cpu_strided_dyn::<f32>()?;
    let before = late[[0]];
    y.as_mut_slice().fill(7.0);
    Ok((before, late[[0]]))
}

#[tvm_ffi::export(global = "late_tensors.elements")]
fn late_elements(mut y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let late: Tensor = f.call(())?.cast()?;
    let elements = late.elements::<f32>()?;
    let before = elements[0];
    y.as_mut_slice().fill(7.0);
    Ok((before, elements[0]))
}

#[tvm_ffi::export(global = "late_tensors.exchanged")]
fn late_exchanged(mut y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let late = f.call(())?.cast::<Tensor>()?.to_dlpack()?;
    Ok(first_of(&late.view()?.try_cpu()?, &mut y))
}

#[tvm_ffi::export(global = "late_tensors.copied")]
fn late_copied(mut y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let late: Tensor = f.call(())?.cast()?;
    let slice = y.as_mut_slice();
    let copy = late.view().to_tensor()?;
    slice.fill(7.0);
    let first = copy.view().try_cpu::<f32, 1>()?[[0]];
    Ok((first, first))
}

#[tvm_ffi::export(global = "late_tensors.decoded")]
fn late_decoded(mut y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let late: Any = f.call(())?;
    let view: CpuView<'_, f32, 1> = late.as_view().cast_ref()?;
    Ok(first_of(&view, &mut y))
}

#[tvm_ffi::export(global = "late_tensors.passed_on")]
fn late_passed_on(mut y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let late = f.call(())?;
    let slice = y.as_mut_slice();
    let read = Function::new(|x: CpuView<'_, f32, 1>| x[[0]]);
    let before: f32 = read.call((&late,))?.cast()?;
    slice.fill(7.0);
    Ok((before, read.call((&late,))?.cast()?))
}

#[tvm_ffi::export(global = "late_tensors.of_list")]
fn late_of_list(mut y: CpuViewMut<'_, f32, 1>, list: List<Tensor>, f: Function) -> Result<(f32, f32)> {
    f.call(())?;
    let Some(late) = list.get(0)? else { bail!("the list is empty") };
    Ok(first_of(&late.view().try_cpu()?, &mut y))
}

#[tvm_ffi::export(global = "late_tensors.of_dict")]
fn late_of_dict(
    mut y: CpuViewMut<'_, f32, 1>,
    dict: Dict<String, Tensor>,
    f: Function,
) -> Result<(f32, f32)> {
    f.call(())?;
    let Some(late) = dict.get("late")? else { bail!("the dict is empty") };
    Ok(first_of(&late.view().try_cpu()?, &mut y))
}

#[tvm_ffi::export(global = "late_tensors.of_array")]
fn late_of_array(mut y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let (late, mut holder) = (f.call(())?, Default::default());
    let late: tvm_ffi::ArrayRef<'_, CpuView<'_, f32, 1>> = late.as_view().cast_in(&mut holder)?;
    let Some(view) = late.iter().next() else { bail!("the array is empty") };
    Ok(first_of(&view, &mut y))
}

/// An object with a tensor.
#[tvm_ffi::object("late_tensors.Holder", mutable)]
pub struct Holder {
    #[field(set)]
    tensor: Option<Tensor>,
}

#[tvm_ffi::methods]
impl Holder {
    /// The receiver leads to code: others set its fields.
    fn first(&self, mut y: CpuViewMut<'_, f32, 1>) -> Result<(f32, f32)> {
        let late: Tensor = Function::get_global("late_tensors.current")?.call(())?.cast()?;
        Ok(first_of(&late.view().try_cpu()?, &mut y))
    }
}

#[tvm_ffi::export(global = "late_tensors.of_field")]
fn late_of_field(mut y: CpuViewMut<'_, f32, 1>, holder: Ref<Holder>, f: Function) -> Result<(f32, f32)> {
    f.call(())?;
    let Some(late) = holder.try_borrow()?.tensor.clone() else { bail!("there is no tensor") };
    Ok(first_of(&late.view().try_cpu()?, &mut y))
}

#[tvm_ffi::export(global = "late_tensors.of_any_field")]
fn late_of_any_field(mut y: CpuViewMut<'_, f32, 1>, holder: ObjectRef, f: Function) -> Result<(f32, f32)> {
    f.call(())?;
    let late: Tensor = holder.field("tensor")?.cast()?;
    Ok(first_of(&late.view().try_cpu()?, &mut y))
}

#[tvm_ffi::export(global = "late_tensors.in_list")]
fn late_in_list(mut ys: Vec<CpuViewMut<'_, f32, 1>>, f: Function) -> Result<(f32, f32)> {
    let late: Tensor = f.call(())?.cast()?;
    let late = late.view().try_cpu()?;
    let Some(y) = ys.last_mut() else { bail!("nothing is written") };
    Ok(first_of(&late, y))
}

#[tvm_ffi::export(global = "late_tensors.optional")]
fn late_optional(f: Function, y: Option<CpuViewMut<'_, f32, 1>>) -> Result<(f32, f32)> {
    let late: Tensor = f.call(())?.cast()?;
    let late = late.view().try_cpu()?;
    let Some(mut y) = y else { return Ok((late[[0]], late[[0]])) };
    Ok(first_of(&late, &mut y))
}

#[tvm_ffi::export(global = "late_tensors.cells")]
fn late_cells(y: CpuCells<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let late: Tensor = f.call(())?.cast()?;
    let late: CpuView<'_, f32, 1> = late.view().try_cpu()?;
    let before = late[[0]];
    y.as_slice().iter().for_each(|cell| cell.set(7.0));
    Ok((before, late[[0]]))
}

/// Calls back, and reads afterwards what was written meanwhile.
#[tvm_ffi::export(global = "late_tensors.calls")]
fn late_calls(y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<f32> {
    f.call(())?;
    Ok(y[[0]])
}

fn tensor(first: f32) -> Tensor {
    Tensor::from_vec(vec![first, 2.0, 3.0, 4.0], &[4]).expect("the shape fits")
}

fn global(name: &str) -> Function {
    Function::get_global(&format!("late_tensors.{name}")).expect("it is exported")
}

#[track_caller]
fn refused<T: std::fmt::Debug>(name: &str, outcome: Result<T>) {
    let by = if name == "first" { name.to_owned() } else { format!("late_{name}") };
    let error = outcome.expect_err("the tensor is refused");
    let expected =
        format!("the tensor shares memory with an argument that `{by}` writes, and cannot be read before");
    assert_eq!(error.kind(), ErrorKind::ValueError, "{error}");
    assert!(error.message().contains(&expected), "{error}");
}

/// A function that gives this tensor.
fn giving(tensor: &Tensor) -> Function {
    let tensor = tensor.clone();
    Function::new(move || tensor.clone())
}

#[test]
fn the_result_of_a_callback_is_compared() {
    for name in
        ["result", "strided_result", "elements", "exchanged", "copied", "decoded", "passed_on", "cells"]
    {
        let (t, other) = (tensor(1.0), tensor(5.0));
        refused(name, global(name).call((&t, giving(&t))));
        assert_eq!(
            t.view().try_cpu::<f32, 1>().expect("the call has ended").as_slice(),
            [1.0, 2.0, 3.0, 4.0]
        );
        let (before, after): (f32, f32) =
            global(name).call((&t, giving(&other))).and_then(|pair| pair.cast()).expect("another tensor");
        assert_eq!((before, after), (5.0, 5.0), "{name}");
    }
    let t = tensor(1.0);
    let array = Function::new({
        let t = t.clone();
        move || vec![t.clone()]
    });
    refused("of_array", global("of_array").call((&t, array)));
    refused("optional", global("optional").call((giving(&t), &t)));
    refused("in_list", global("in_list").call((vec![tensor(0.0), t.clone()], giving(&t))));
    let many: Vec<_> = (0..40).map(|_| tensor(0.0)).chain([t.clone()]).collect();
    refused("in_list", global("in_list").call((many, giving(&t))));
    assert!(global("optional").call((giving(&t), ())).is_ok());
}

#[test]
fn what_a_callback_puts_into_an_argument_is_compared() {
    let t = tensor(1.0);
    let list: List<Tensor> = List::new();
    let append = Function::new({
        let (list, t) = (list.clone(), t.clone());
        move || list.push(t.clone())
    });
    refused("of_list", global("of_list").call((&t, &list, append)));
    let dict: Dict<String, Tensor> = Dict::new();
    let insert = Function::new({
        let (dict, t) = (dict.clone(), t.clone());
        move || dict.insert("late".to_owned(), t.clone())
    });
    refused("of_dict", global("of_dict").call((&t, &dict, insert)));
    for name in ["of_field", "of_any_field"] {
        let holder = Ref::new(Holder { tensor: None });
        let set = Function::new({
            let (holder, t) = (holder.clone(), t.clone());
            move || -> Result<()> {
                holder.try_borrow_mut()?.tensor = Some(t.clone());
                Ok(())
            }
        });
        refused(name, global(name).call((&t, &holder, set)));
    }
}

#[test]
fn a_method_compares_the_result_of_a_global_function() {
    let t = tensor(1.0);
    Function::set_global("late_tensors.current", &giving(&t)).expect("it is registered");
    let holder = Ref::new(Holder { tensor: None });
    refused("first", Ref::as_object(&holder).call_method("first", (&t,)));
}

#[test]
fn the_entry_of_a_call_ends_with_it_and_outer_calls_keep_theirs() {
    let (outer, inner) = (tensor(1.0), tensor(2.0));
    let panics = Function::new(|| -> i64 { panic!("not today") });
    assert!(global("calls").call((&outer, panics)).is_err());
    assert!(outer.view().try_cpu::<f32, 1>().is_ok());
    let read = Function::new({
        let (outer, inner) = (outer.clone(), inner.clone());
        move || {
            assert!(global("calls").call((&inner, Function::new(|| ()))).is_ok());
            assert!(inner.view().try_cpu::<f32, 1>().is_ok());
            refused("calls", outer.view().try_cpu::<f32, 1>());
            // What the thread makes for itself, and what has no elements, is not met.
            assert!(
                TensorMut::zeros(DType::F32, Device::cpu(), &[4])
                    .is_ok_and(|mut new| new.try_cpu_mut::<f32, 1>().is_ok())
            );
        }
    });
    let empty = Tensor::from_vec(Vec::<f32>::new(), &[0]).expect("the shape fits");
    assert!(global("calls").call((&outer, read)).is_ok());
    assert!(empty.view().try_cpu::<f32, 1>().is_ok());
}

/// The view of an argument that is written is read through itself, lent or not.
#[tvm_ffi::export(global = "late_tensors.reads_itself")]
fn late_reads_itself(mut y: CpuViewMut<'_, f32, 1>, x: AnyView<'_>, f: Function) -> Result<f32> {
    y[[0]] = 3.0;
    let copy = y.to_tensor()?;
    f.call(())?;
    let x: CpuView<'_, f32, 1> = x.cast_ref()?;
    Ok(copy.view().try_cpu::<f32, 1>()?[[0]] + y.as_shared()[[0]] + x[[0]])
}

#[test]
fn arguments_are_read_as_before() {
    let (t, x) = (tensor(1.0), tensor(10.0));
    let sum: f32 = global("reads_itself")
        .call((&t, &x, Function::new(|| ())))
        .and_then(|sum| sum.cast())
        .expect("they are apart");
    assert_eq!(sum, 16.0);
}
