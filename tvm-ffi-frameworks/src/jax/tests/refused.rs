//! Frames that are refused, each with its message.

use core::ptr::null_mut;

use super::made::{Frame, changed, plan, tensor};
use crate::jax::abi::{Buffer, Metadata, MetadataExtension, SizedStruct};

/// Calls an export with one argument and one output with a frame that is changed.
fn message(change: impl FnOnce(&mut Frame)) -> String {
    let mut frame = Frame::new().argument(11, &[2]);
    change(&mut frame);
    let (code, message) = frame.call(&plan(vec![tensor("x")])).unwrap_err();
    assert_eq!(code, if message.starts_with("f: ") { 3 } else { 13 }, "{message}");
    message
}

fn change(frame: &mut Frame, change: impl FnOnce(&mut Buffer)) {
    // SAFETY: the frame keeps it, and no call reads it now.
    change(unsafe { &mut *frame.arguments[0] });
}

#[test]
fn structs_that_are_too_small_are_not_read() {
    let of = |name: &str, size: usize, expected: usize| {
        format!("{name} of this XLA has {size} bytes, expected {expected} or more")
    };
    assert_eq!(message(|frame| frame.frame.struct_size = 160), of("XLA_FFI_CallFrame", 160, 168));
    assert_eq!(message(|frame| frame.frame.arguments.struct_size = 32), of("XLA_FFI_Args", 32, 40));
    assert_eq!(message(|frame| frame.frame.results.struct_size = 32), of("XLA_FFI_Rets", 32, 40));
    assert_eq!(message(|frame| frame.frame.attributes.struct_size = 40), of("XLA_FFI_Attrs", 40, 48));
    for is_argument in [true, false] {
        let small = message(|frame| {
            let buffer = if is_argument { frame.arguments[0] } else { frame.results[0] };
            // SAFETY: the frame keeps it.
            unsafe { (*buffer).struct_size = 40 };
        });
        assert_eq!(small, of("XLA_FFI_Buffer", 40, 48));
    }
    let (_, small) = Frame::new().table_of(56).call(&plan(vec![])).unwrap_err();
    assert_eq!(small, of("XLA_FFI_Api", 56, 88));
}

#[test]
fn structs_of_the_first_call_that_are_too_small_are_not_written() {
    let (extension, metadata) = (MetadataExtension::SIZE, Metadata::SIZE);
    let mut frame = Frame::new().asks_with(extension - 8, metadata);
    let (_, message) = frame.call(&plan(vec![])).unwrap_err();
    assert_eq!(message, "XLA_FFI_Metadata_Extension of this XLA has 24 bytes, expected 32 or more");
    let mut frame = Frame::new().asks_with(extension, metadata - 4);
    let (_, message) = frame.call(&plan(vec![])).unwrap_err();
    assert_eq!(message, "XLA_FFI_Metadata of this XLA has 32 bytes, expected 36 or more");
    assert_eq!((frame.answer().version.major, frame.answer().traits), (-1, u32::MAX));
}

#[test]
fn only_the_execution_stage_is_served() {
    let expected = "the handler is for stage 3 (execute), and is called in stage 0";
    assert_eq!(message(|frame| frame.frame.stage = 0), expected);
}

#[test]
fn counts_that_differ_are_refused() {
    let expected = |arguments, results| {
        format!(
            "f: XLA passes {arguments} arguments and {results} results, expected 1 and 1, without those that are `None`"
        )
    };
    assert_eq!(message(|frame| frame.arguments.clear()), expected(0, 1));
    assert_eq!(message(|frame| frame.arguments.push(frame.arguments[0])), expected(2, 1));
    assert_eq!(message(|frame| frame.results.push(frame.results[0])), expected(1, 2));
    assert_eq!(message(|frame| frame.results.clear()), "f: XLA passes 0 results, expected 1 or more");
}

#[test]
fn values_that_are_no_buffers_are_refused() {
    let other = message(|frame| {
        let types = frame.keep(9);
        frame.frame.arguments.types = types;
        frame.frame.arguments.size = 1;
        let values = frame.keep(null_mut());
        frame.frame.arguments.values = values;
    });
    assert_eq!(other, "XLA_FFI_Args has a value of type 9, expected 1 (a buffer)");
    assert_eq!(message(|frame| frame.arguments[0] = null_mut()), "XLA passes no XLA_FFI_Buffer");
    for size in [-1, 1] {
        let lost = message(|frame| {
            frame.frame.arguments.types = frame.keep(1);
            frame.frame.arguments.size = size;
        });
        assert_eq!(lost, format!("XLA passes a list of {size} elements without memory"));
    }
    for rank in [-1, 2] {
        let lost =
            message(|frame| change(frame, |argument| (argument.rank, argument.dims) = (rank, null_mut())));
        assert_eq!(lost, format!("XLA passes a list of {rank} elements without memory"));
    }
    assert_eq!(
        message(|frame| change(frame, |argument| argument.dtype = 17)),
        "f: XLA's type 17 has no dtype"
    );
}

#[test]
fn a_changed_argument_needs_the_memory_of_its_result() {
    let changing = plan(vec![changed("x")]);
    let mut frame = Frame::new().argument(11, &[2]).result(11, &[2]);
    let (code, message) = frame.call(&changing).unwrap_err();
    let expected = "f: an argument is changed in place, and its result is in other memory: name both in `input_output_aliases`";
    assert_eq!((code, message.as_str()), (13, expected));
    let mut frame = Frame::new().argument(11, &[2]);
    frame.results.push(frame.arguments[0]);
    assert_eq!(frame.call(&changing), Ok(()));
}
