//! The current context: set if a launch depends on it, and always restored.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::Fake;
use tvm_ffi_cuda_tests::fake::{self, DEFAULT_STREAMS, Stream};

use crate::{NOTHING, launch_nothing};

/// The driver, with the kernel loaded on the first two devices.
fn loaded() -> Fake {
    let fake = fake::driver();
    for device in [0, 1] {
        NOTHING.preload(device).expect("it is loaded");
    }
    fake.take();
    fake
}

/// The driver calls of a launch on a stream.
fn calls_of_launch(fake: &Fake, stream: Stream) -> Vec<String> {
    fake.within(0, stream, |cx| {
        fake.take();
        launch_nothing(cx)
    })
    .expect("it is launched");
    fake.lines()
}

const NAMES: [&str; 3] = ["NULL", "legacy", "per-thread"];

#[test]
fn a_created_stream_needs_no_context() {
    let fake = loaded();
    let stream = fake.stream(0);
    assert_eq!(
        calls_of_launch(&fake, stream),
        ["cuLaunchKernelEx(nothing | 1 1 1 | 1 1 1 | 0 | user 0 | | )"]
    );
    assert_eq!(fake.current(), -1);
}

#[test]
fn a_launch_on_a_default_stream_sets_and_restores_the_context() {
    let fake = loaded();
    for (stream, name) in DEFAULT_STREAMS.into_iter().zip(NAMES) {
        assert_eq!(
            calls_of_launch(&fake, stream),
            [
                "cuCtxGetCurrent()",
                "cuCtxSetCurrent(primary 0)",
                &format!("cuLaunchKernelEx(nothing | 1 1 1 | 1 1 1 | 0 | {name} | | )"),
                "cuCtxSetCurrent(none)",
            ]
        );
        assert_eq!(fake.current(), -1);
    }
}

#[test]
fn the_right_context_is_left_alone() {
    let fake = loaded();
    fake.set_current(Some(0));
    for (stream, name) in DEFAULT_STREAMS.into_iter().zip(NAMES) {
        assert_eq!(
            calls_of_launch(&fake, stream),
            ["cuCtxGetCurrent()", &format!("cuLaunchKernelEx(nothing | 1 1 1 | 1 1 1 | 0 | {name} | | )")]
        );
    }
}

#[test]
fn the_previous_context_is_restored() {
    let fake = loaded();
    fake.set_current(Some(1));
    calls_of_launch(&fake, DEFAULT_STREAMS[0]);
    assert_eq!(fake.current(), 1);
    // A context of the same device that is not the primary one.
    fake.set_other_current(0);
    assert_eq!(calls_of_launch(&fake, DEFAULT_STREAMS[0])[1], "cuCtxSetCurrent(primary 0)");
    assert_eq!(fake.current(), 1000);
}

#[test]
fn the_context_is_restored_when_a_launch_fails() {
    let fake = loaded();
    fake.set_current(Some(1));
    fake.fail("cuLaunchKernelEx", 719);
    let error = fake.within(0, DEFAULT_STREAMS[0], launch_nothing).expect_err("it fails");
    assert!(error.to_string().contains("CUDA_ERROR_LAUNCH_FAILED (719)"), "{error}");
    assert_eq!(fake.current(), 1);
}

#[test]
fn nothing_is_launched_if_the_context_cannot_be_set() {
    let fake = loaded();
    for function in ["cuCtxGetCurrent", "cuCtxSetCurrent"] {
        fake.fail(function, 201);
        let error = fake.within(0, DEFAULT_STREAMS[0], launch_nothing).expect_err("it fails");
        assert!(error.to_string().contains("CUDA_ERROR_INVALID_CONTEXT (201)"), "{error}");
        assert!(fake.launches().is_empty());
        assert_eq!(fake.current(), -1);
    }
}

#[test]
fn the_context_is_restored_while_a_panic_unwinds() {
    let fake = loaded();
    fake.set_current(Some(1));
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        fake.within(0, DEFAULT_STREAMS[0], |cx| {
            cx.with_context(|| -> Result<()> {
                assert_eq!(fake.current(), 0);
                panic!("on purpose")
            })
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(fake.current(), 1);
}

#[test]
fn with_context_sets_the_context_and_restores_it_after_an_error() {
    let fake = loaded();
    let inside = fake.on_new_stream(0, |cx| cx.with_context(|| Ok(fake.current())));
    assert_eq!((inside.expect("it is set"), fake.current()), (0, -1));
    let failed = fake.on_new_stream(0, |cx| cx.with_context(|| -> Result<()> { bail!("no") }));
    assert!(failed.is_err() && fake.current() == -1);
    fake.set_current(Some(0));
    fake.take();
    fake.on_new_stream(0, |cx| {
        fake.take();
        cx.with_context(|| Ok(()))
    })
    .expect("it is current");
    assert_eq!(fake.lines(), ["cuCtxGetCurrent()"]);
}

#[test]
fn a_context_is_retained_once() {
    let fake = loaded();
    for _ in 0..3 {
        calls_of_launch(&fake, DEFAULT_STREAMS[0]);
    }
    assert!(fake.retained(0) == 1 && fake.retained(1) == 1);
}

#[test]
fn waiting_and_queries_set_the_context() {
    let fake = loaded();
    fake.within(0, DEFAULT_STREAMS[0], |cx| cx.synchronize()).expect("it waits");
    let calls = fake.take();
    let waits = calls.iter().find(|call| call.name == "cuStreamSynchronize").expect("it waits");
    assert_eq!((&*waits.context, &*waits.arguments, waits.status), ("primary 0", "NULL", 0));
    let asked = fake.within(0, DEFAULT_STREAMS[2], |cx| cx.is_capturing());
    assert!(!asked.expect("the driver answers"));
    assert_eq!(fake.current(), -1);
}
