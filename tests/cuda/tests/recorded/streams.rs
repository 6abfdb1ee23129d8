//! Other streams than the caller's, and memory in their order.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::cuda::with_device;
use tvm_ffi::env;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::fake::{DEFAULT_STREAMS, Stream};
use tvm_ffi_cuda_tests::{Fake, error_text, fake};

use crate::{NOTHING, launch_nothing};

/// Runs a closure with a new stream of a device, and a record without the calls of the first use of a device.
fn on_stream<R>(fake: &Fake, device: i32, body: impl FnOnce(&Cuda<'_>) -> Result<R>) -> Result<R> {
    fake.on_new_stream(device, |cx| {
        cx.with_context(|| Ok(()))?;
        fake.take();
        body(cx)
    })
}

/// The calls, except those about contexts and the texts of errors.
fn work(fake: &Fake) -> Vec<String> {
    fake.lines_but_errors().into_iter().filter(|line| !line.starts_with("cuCtx")).collect()
}

#[test]
fn a_side_stream_is_ordered_and_used_again() {
    let fake = fake::driver();
    let before = (fake.live_streams(), fake.live_events());
    let made = on_stream(&fake, 0, |cx| {
        cx.fork_with_priority(-7, |side| {
            assert_ne!(side.raw_stream(), cx.raw_stream());
            assert_eq!(side.device(), cx.device());
            assert_eq!(env::stream(cx.device()), side.raw_stream());
            Ok(())
        })?;
        assert_eq!(env::stream(cx.device()), cx.raw_stream());
        let made = work(&fake);
        cx.fork_with_priority(-7, |_| Ok(()))?;
        assert_eq!(
            work(&fake),
            [
                "cuStreamGetCaptureInfo_v2(stream 0)",
                "cuEventRecord(event 0, user 0)",
                "cuStreamWaitEvent(stream 0, event 0, 0)",
                "cuEventRecord(event 1, stream 0)",
                "cuStreamWaitEvent(user 0, event 1, 0)",
            ]
        );
        Ok(made)
    });
    assert_eq!(
        made.unwrap(),
        [
            "cuThreadExchangeStreamCaptureMode(relaxed)",
            "cuStreamCreateWithPriority(1, -7)",
            "cuEventCreate(2)",
            "cuEventCreate(2)",
            "cuThreadExchangeStreamCaptureMode(global)",
            "cuEventRecord(event 0, user 0)",
            "cuStreamWaitEvent(stream 0, event 0, 0)",
            "cuEventRecord(event 1, stream 0)",
            "cuStreamWaitEvent(user 0, event 1, 0)",
        ]
    );
    assert_eq!((fake.live_streams(), fake.live_events()), (before.0 + 1, before.1 + 2));
    assert_eq!(fake.current(), -1);
}

#[test]
fn a_stream_whose_events_cannot_be_made_is_destroyed() {
    let fake = fake::driver();
    let before = (fake.live_streams(), fake.live_events());
    // The index of the event that fails.
    for skip in 0..2 {
        fake.fail_some("cuEventCreate", 2, skip, 1);
        let error = on_stream(&fake, 0, |cx| cx.fork_with_priority(-11, |_| Ok(())))
            .expect_err("the driver has no event");
        assert!(error.to_string().starts_with("MemoryError: an event could not be made"), "{error}");
        assert_eq!((fake.live_streams(), fake.live_events()), before);
        assert_eq!((fake.current(), fake.capture_mode()), (-1, 0));
        fake.reset();
    }
    on_stream(&fake, 0, |cx| cx.fork_with_priority(-11, |_| Ok(()))).expect("it is forked");
    assert_eq!((fake.live_streams(), fake.live_events()), (before.0 + 1, before.1 + 2));
}

#[test]
fn nested_forks_have_their_own_streams() {
    let fake = fake::driver();
    let streams = on_stream(&fake, 1, |cx| {
        cx.fork(|a| {
            let b = cx.fork(|b| Ok(b.raw_stream()))?;
            let c = a.fork(|c| Ok(c.raw_stream()))?;
            Ok([a.raw_stream(), b, c])
        })
    });
    let [a, b, c] = streams.unwrap();
    assert_ne!(a, b);
    assert_eq!(b, c, "the stream was returned to the pool");
}

#[test]
fn the_default_stream_is_ordered_in_the_context_of_its_device() {
    let fake = fake::driver();
    fake.set_current(Some(0));
    fake.within(2, DEFAULT_STREAMS[0], |cx| {
        cx.fork(|_| Ok(()))?;
        cx.fork(|_| Ok(()))
    })
    .unwrap();
    let calls = fake.take();
    let ordered: Vec<_> = calls.iter().filter(|call| call.name.starts_with("cuEventRecord")).collect();
    assert_eq!(ordered.len(), 4);
    assert!(ordered.iter().all(|call| call.context == "primary 2"), "{ordered:#?}");
    assert!(calls.iter().all(|call| call.status == 0), "{calls:#?}");
    assert_eq!(fake.current(), 0);
}

#[test]
fn concurrent_forks_have_their_own_streams() {
    let fake = fake::driver();
    let barrier = std::sync::Barrier::new(8);
    let mut streams = std::thread::scope(|scope| {
        let fork = || {
            with_device(3, |cx| {
                cx.fork(|side| {
                    barrier.wait();
                    Ok(side.raw_stream().addr())
                })
            })
        };
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(fork)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect::<Vec<_>>()
    });
    streams.sort_unstable();
    streams.dedup();
    assert_eq!(streams.len(), 8);
    assert!(fake.take().iter().all(|call| call.status == 0));
}

#[test]
fn the_streams_are_joined_after_an_error_and_a_panic() {
    let fake = fake::driver();
    let joined =
        ["cuEventRecord(event 1, stream 0)", "cuStreamWaitEvent(user 0, event 1, 0)"].map(str::to_owned);
    let result = on_stream(&fake, 0, |cx| {
        let error = cx.fork(|_| -> Result<()> { bail!(KeyError, "no") }).unwrap_err();
        assert_eq!(error.to_string(), "KeyError: no");
        assert!(work(&fake).ends_with(&joined));

        let panicked = catch_unwind(AssertUnwindSafe(|| cx.fork(|_| -> Result<()> { panic!("on purpose") })));
        assert!(panicked.is_err());
        assert!(work(&fake).ends_with(&joined));
        assert_eq!(env::stream(cx.device()), cx.raw_stream());
        Ok(())
    });
    result.unwrap();
    assert_eq!(fake.current(), -1);
}

#[test]
fn a_side_stream_takes_part_in_the_capture() {
    let fake = fake::driver();
    let result = on_stream(&fake, 0, |cx| {
        fake.capture(Stream::of(cx), || {
            assert!(cx.is_capturing()?);
            let first = cx.fork(|side| {
                assert!(side.is_capturing()?);
                Ok(side.raw_stream())
            })?;
            // The stream belongs to the capture until that ends, so a fork outside of the capture takes another stream.
            let other = fake.stream(0);
            // SAFETY: the stream lives until the end of the test.
            let second = unsafe { cx.with_stream(other.raw(), |cx| cx.fork(|side| Ok(side.raw_stream()))) }?;
            assert_ne!(first, second);
            // A fork in the same capture can use it.
            assert_eq!(cx.fork(|side| Ok(side.raw_stream()))?, first);
            Ok::<_, Error>(())
        })?;
        assert!(!cx.is_capturing()?);
        Ok(())
    });
    result.unwrap();
    assert!(fake.take().iter().all(|call| call.status == 0));
    assert_eq!(fake.capture_mode(), 0);
}

#[test]
fn another_stream_is_set_and_reset() {
    let fake = fake::driver();
    let result = on_stream(&fake, 0, |cx| {
        let other = fake.stream(0);
        // SAFETY: the stream lives until the end of the test.
        let seen =
            unsafe { cx.with_stream(other.raw(), |cx| Ok((cx.raw_stream(), env::stream(cx.device())))) }?;
        assert_eq!(seen, (other.raw(), other.raw()));
        assert_eq!(env::stream(cx.device()), cx.raw_stream());
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            // SAFETY: as above.
            unsafe { cx.with_stream(other.raw(), |_| -> Result<()> { panic!("on purpose") }) }
        }));
        assert!(panicked.is_err());
        assert_eq!(env::stream(cx.device()), cx.raw_stream());
        assert_eq!(fake.names(), [""; 0], "the driver is not called");
        Ok(())
    });
    result.unwrap();
}

#[test]
fn a_workspace_that_cannot_be_allocated() {
    let fake = fake::driver();
    let result = on_stream(&fake, 0, |cx| {
        fake.fail("cuMemAllocAsync", 2);
        let error = cx.workspace(4096, 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "MemoryError: a workspace of 4096 bytes cannot be allocated on cuda:0: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory"
        );
        for bytes in [usize::MAX, isize::MAX as usize] {
            let error = cx.workspace(bytes, 4096).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "MemoryError: a workspace of {bytes} bytes cannot be allocated on cuda:0: no memory is that large"
                )
            );
        }
        let error = cx.workspace(1, 12).unwrap_err();
        assert_eq!(error.to_string(), "ValueError: `align` is 12, expected a power of two");
        Ok(())
    });
    result.unwrap();
    assert_eq!(fake.live_memory(), 0);
}

#[test]
fn a_failed_fork_is_an_error_and_the_stream_returns_to_the_pool() {
    let fake = fake::driver();
    NOTHING.preload(0).expect("it is loaded");
    fake.on_new_stream(0, |cx| cx.fork(|_| Ok(()))).expect("it is forked");
    fake.reset();
    let streams = fake.live_streams();
    for (function, skip, is_run) in [
        ("cuEventRecord", 0, false),
        ("cuStreamWaitEvent", 0, false),
        ("cuEventRecord", 1, true),
        ("cuStreamWaitEvent", 1, true),
    ] {
        fake.fail_some(function, 999, skip, 1);
        let mut was_run = false;
        let forked = fake.on_new_stream(0, |cx| {
            cx.fork(|side| {
                was_run = true;
                launch_nothing(side)
            })
        });
        let error = error_text(&forked.expect_err(function));
        assert!(error.contains("the streams could not be ordered: CUDA_ERROR_UNKNOWN (999)"), "{error}");
        assert_eq!(was_run, is_run, "{function}");
        // If the main stream cannot wait, the host does.
        assert_eq!(fake.names().contains(&"cuStreamSynchronize".to_owned()), is_run, "{function}");
        fake.reset();
    }
    fake.on_new_stream(0, |cx| cx.fork(launch_nothing)).expect("it is forked");
    assert_eq!(fake.live_streams(), streams);
}
