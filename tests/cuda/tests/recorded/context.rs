//! The context that is current: set where a launch depends on it, and always restored.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::Fake;
use tvm_ffi_cuda_tests::fake::{self, DEFAULT_STREAMS, Stream};

tvm_ffi::cuda::kernels! {
    fatbin "../../images/kernels.fatbin";
    static NOTHING: fn() = "nothing";
}

fn launch_nothing(cx: &Cuda<'_>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { NOTHING.launch(cx, &Launch::grid(1)?.block(1), ()) }
}

/// The driver, with the kernel loaded on the first two devices.
fn loaded() -> Fake {
    let fake = fake::driver();
    for device in [0, 1] {
        NOTHING.preload(device).expect("it is loaded");
    }
    fake.take();
    fake
}

/// What a launch on a stream by its handle asks of the driver.
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
fn a_stream_of_its_own_needs_none() {
    let fake = loaded();
    let stream = fake.stream(0);
    assert_eq!(
        calls_of_launch(&fake, stream),
        ["cuLaunchKernelEx(nothing | 1 1 1 | 1 1 1 | 0 | user 0 | | )"]
    );
    assert_eq!(fake.current(), -1);
}

#[test]
fn a_default_stream_gets_the_context_of_the_device_and_gives_it_back() {
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
fn the_context_that_is_current_already_is_left_alone() {
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
fn whatever_context_was_current_is_current_again() {
    let fake = loaded();
    fake.set_current(Some(1));
    calls_of_launch(&fake, DEFAULT_STREAMS[0]);
    assert_eq!(fake.current(), 1);
    // One that is not the primary one, even on the same device.
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
fn nothing_is_launched_where_the_context_cannot_be_had() {
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
fn a_context_is_lent_for_other_libraries_and_after_an_error_restored_too() {
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
fn what_waits_and_what_asks_has_the_context_too() {
    let fake = loaded();
    fake.within(0, DEFAULT_STREAMS[0], |cx| cx.synchronize()).expect("it waits");
    let calls = fake.take();
    let waits = calls.iter().find(|call| call.name == "cuStreamSynchronize").expect("it waits");
    assert_eq!((&*waits.context, &*waits.arguments, waits.status), ("primary 0", "NULL", 0));
    let asked = fake.within(0, DEFAULT_STREAMS[2], |cx| cx.is_capturing());
    assert!(!asked.expect("the driver answers"));
    assert_eq!(fake.current(), -1);
}
