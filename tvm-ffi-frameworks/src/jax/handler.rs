//! The handler that all exports share: it walks the plan of an export.

use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr::null_mut;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi_core::__private::{ABSENT, FEW, message_of_panic, room};
use tvm_ffi_core::Any;
use tvm_ffi_core::abi::TVMFFIAny;

use super::abi::{CallFrame, XlaError};
use super::attribute::{self, OMITTED};
use super::failure::{Failure, report};
use super::frame::Frame;
use super::metadata;
use super::place::Place;
use super::plan::Plan;
use super::tensors::{self, NO_TENSOR, Strides};
use crate::operator::Operator;

/// The number of strides for which there is room on the stack.
const FEW_STRIDES: usize = 4 * FEW;

/// Runs an export: the body of its handler.
///
/// # Safety
///
/// XLA calls the handler that it got for this export, with the contract of call frames.
#[inline(never)]
pub unsafe extern "C" fn run_xla(frame: *mut c_void, operator: &'static Operator) -> *mut c_void {
    let frame = frame.cast::<CallFrame>().cast_const();
    // SAFETY: the caller's contract.
    unsafe { handle(frame, operator.jax.plan()) }.cast()
}

/// # Safety
///
/// The contract of call frames.
pub(super) unsafe fn handle(frame: *const CallFrame, plan: Option<&Plan>) -> *mut XlaError {
    // SAFETY: the caller's contract.
    let result = catch_unwind(AssertUnwindSafe(|| unsafe { answer(frame, plan) }));
    let failure = match result {
        Ok(Ok(())) => return null_mut(),
        Ok(Err(failure)) => failure,
        Err(payload) => {
            let failure = Failure::internal(message_of_panic(&*payload).as_deref().unwrap_or("a panic"));
            // Its drop might panic again.
            core::mem::forget(payload);
            failure
        }
    };
    // SAFETY: the caller's contract.
    unsafe { report(frame, &failure) }
}

/// # Safety
///
/// The contract of call frames.
unsafe fn answer(frame: *const CallFrame, plan: Option<&Plan>) -> Result<(), Failure> {
    // SAFETY: the caller's contract.
    let frame = unsafe { Frame::new(frame) }?;
    // SAFETY: the caller's contract.
    if unsafe { metadata::answer(frame) }? {
        return Ok(());
    }
    frame.require_execution()?;
    let unknown = || Failure::internal("the handler is not the one of `tvm_ffi_xla_handler`");
    // SAFETY: the caller's contract.
    unsafe { call(frame, plan.ok_or_else(unknown)?) }
}

/// # Safety
///
/// The contract of call frames.
unsafe fn call(frame: Frame<'_>, plan: &Plan) -> Result<(), Failure> {
    let count = plan.sources.len();
    let (mut inline, mut heap) = ([const { MaybeUninit::uninit() }; FEW], Vec::new());
    let arguments = room(&mut inline, &mut heap, count, OMITTED);
    let mut owned = Vec::new();
    // SAFETY: the caller's contract.
    unsafe { attribute::read(frame, plan, arguments, &mut owned) }?;

    let (mut inline, mut heap) = ([const { MaybeUninit::uninit() }; FEW], Vec::new());
    let tensors = room(&mut inline, &mut heap, count, NO_TENSOR);
    let mut inline = [const { MaybeUninit::uninit() }; FEW_STRIDES];
    let mut strides = Strides { inline: &mut inline, heap: Vec::new() };
    // SAFETY: the caller's contract.
    let place = unsafe { Place::of(frame, plan) }?;
    // SAFETY: the caller's contract; the tensors and strides live until this function returns.
    unsafe { tensors::write(frame, plan, place, arguments, tensors, &mut strides) }?;
    // SAFETY: the stream is XLA's, which keeps it during the call.
    unsafe { place.run(|| call_shim(plan, arguments)) }?
}

/// Calls the export.
fn call_shim(plan: &Plan, arguments: &[TVMFFIAny]) -> Result<(), Failure> {
    let count =
        arguments.iter().rposition(|argument| argument.type_index != ABSENT).map_or(0, |last| last + 1);
    let mut result = TVMFFIAny::NONE;
    // SAFETY: the SafeCall contract: the arguments are valid for the call, and the place for the result holds no object.
    let code =
        unsafe { (plan.record.shim.function())(null_mut(), arguments.as_ptr(), count as i32, &mut result) };
    if code != 0 {
        return Err(Failure::raised(plan.record.name));
    }
    // SAFETY: a call that succeeds has written an owned value.
    drop(unsafe { Any::from_raw(result) });
    Ok(())
}
