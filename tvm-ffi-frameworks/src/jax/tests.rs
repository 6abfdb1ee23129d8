//! The handler against call frames that are made by hand.

mod attributes;
mod buffers;
mod made;
mod refused;

use super::abi::Version;
use super::failure::Failure;
use crate::devices::Devices;
use made::{Frame, changed, plan, tensor};
use tvm_ffi_core::{Error, ErrorKind};

#[test]
fn the_first_call_is_answered_with_the_version_of_the_caller() {
    for minor in [2, 3] {
        let mut frame = Frame::new().version(0, minor).asks_for_metadata();
        assert_eq!(frame.call(&plan(vec![])), Ok(()));
        let Version { major, minor: answer, .. } = frame.answer().version;
        assert_eq!((major, answer, frame.answer().traits), (0, minor, 0));
    }
}

#[test]
fn another_major_version_is_refused() {
    for frame in [Frame::new().version(1, 0), Frame::new().version(1, 0).asks_for_metadata()] {
        let (code, message) = { frame }.call(&plan(vec![])).unwrap_err();
        assert_eq!(code, 13);
        assert_eq!(message, "the FFI of this XLA has version 1.0, and this library knows versions 0.x");
    }
}

#[test]
fn codes_of_errors_follow_their_kinds() {
    let code = |kind| Failure::from(Error::new(kind, "text")).code;
    assert_eq!([ErrorKind::ValueError, ErrorKind::TypeError].map(code), [3, 3]);
    assert_eq!(
        [ErrorKind::RuntimeError, ErrorKind::IndexError, ErrorKind::MemoryError].map(code),
        [13, 13, 13]
    );
}

#[test]
fn a_failed_call_is_an_error_even_where_no_error_was_raised() {
    let (code, message) = Frame::new().call(&plan(vec![]).failing()).unwrap_err();
    assert_eq!((code, message.as_str()), (13, "f: the call failed, and no error was raised"));
}

#[test]
fn texts_with_nul_are_passed_on_whole() {
    let (_, message) =
        Frame::new().attribute("a\0b", made::Attribute::I64(1)).call(&plan(vec![])).unwrap_err();
    assert_eq!(message, "f: no parameter is for the attribute `a\\0b`");
}

#[test]
fn a_function_for_both_devices_runs_on_the_host_where_there_is_no_stream() {
    let mut with_gpu = plan(vec![tensor("x")]);
    with_gpu.0.devices = Devices { cpu: true, cuda: true };
    let mut frame = Frame::new().argument(11, &[2]);
    assert_eq!(frame.call(&with_gpu), Ok(()));
    assert_eq!(made::devices_of_tensors(), [(1, 0)]);
    assert_eq!(frame.errors_destroyed(), 1);

    with_gpu.0.devices = Devices { cpu: false, cuda: true };
    let (code, message) = frame.call(&with_gpu).unwrap_err();
    assert_eq!((code, message.as_str()), (3, "f: it is for GPUs, and XLA has no stream of one"));
}

#[test]
fn a_function_for_gpus_needs_an_xla_that_knows_its_gpu() {
    let mut with_gpu = plan(vec![changed("x")]);
    with_gpu.0.devices = Devices { cpu: false, cuda: true };
    let mut frame = Frame::new().has_stream().table_of(88);
    let (_, message) = frame.call(&with_gpu).unwrap_err();
    assert_eq!(message, "this XLA cannot tell on which GPU it calls: use a later version");
}
