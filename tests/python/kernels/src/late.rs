//! Functions that get tensors after the call began, and write one of their arguments.

use tvm_ffi::{CpuView, CpuViewMut, Function, List, Result, Tensor};

fn first_of(late: &Tensor, y: &mut CpuViewMut<'_, f32, 1>) -> Result<(f32, f32)> {
    let late: CpuView<'_, f32, 1> = late.view().try_cpu()?;
    let before = late[[0]];
    y.as_mut_slice().fill(7.0);
    Ok((before, late[[0]]))
}

/// The first element of what a callback returns, before and after `y` is written.
#[tvm_ffi::export]
fn late_result(mut y: CpuViewMut<'_, f32, 1>, f: Function) -> Result<(f32, f32)> {
    let late: Tensor = f.call(())?.cast()?;
    first_of(&late, &mut y)
}

/// The same for the first element of a list, which the callback may have appended.
#[tvm_ffi::export]
fn late_element(mut y: CpuViewMut<'_, f32, 1>, list: List<Tensor>, f: Function) -> Result<(f32, f32)> {
    f.call(())?;
    let Some(late) = list.get(0)? else { return Ok((0.0, 0.0)) };
    first_of(&late, &mut y)
}
