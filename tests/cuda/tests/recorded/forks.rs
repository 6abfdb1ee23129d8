//! Launches during and after a fork.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi::{Device, env};
use tvm_ffi_cuda_tests::error_text;
use tvm_ffi_cuda_tests::fake::{self, Fake};

tvm_ffi::cuda::kernels! {
    fatbin "../../images/kernels.fatbin";
    static NOTHING: fn() = "nothing";
}

fn launch_nothing(cx: &Cuda<'_>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { NOTHING.launch(cx, &Launch::grid(1)?.block(1), ()) }
}

/// The driver, with the kernel loaded, and a side stream in the pool of the first device.
fn warm() -> Fake {
    let fake = fake::driver();
    NOTHING.preload(0).expect("it is loaded");
    fake.on_new_stream(0, |cx| cx.fork(|_| Ok(()))).expect("it is forked");
    fake.reset();
    fake
}

/// The names of streams and events in the calls that order streams, and the launches between them.
fn order(fake: &Fake) -> Vec<String> {
    let is_order = |name: &str| ["cuEventRecord", "cuStreamWaitEvent", "cuLaunchKernelEx"].contains(&name);
    let calls = fake.take().into_iter().filter(|call| is_order(&call.name));
    calls
        .map(|call| match call.launch() {
            Some(launch) => format!("launch on {}", launch.stream),
            None => format!("{}({})", call.name, call.arguments),
        })
        .collect()
}

const FORK: [&str; 2] = ["cuEventRecord(event 0, user 0)", "cuStreamWaitEvent(stream 0, event 0, 0)"];
const JOIN: [&str; 2] = ["cuEventRecord(event 1, stream 0)", "cuStreamWaitEvent(user 0, event 1, 0)"];

#[test]
fn a_fork_is_ordered_on_both_ends() {
    let fake = warm();
    fake.on_new_stream(0, |cx| {
        launch_nothing(cx)?;
        cx.fork(|side| {
            launch_nothing(side)?;
            launch_nothing(cx)?;
            assert_eq!(
                env::stream(Device::cuda(0)),
                side.raw_stream(),
                "what is called from here works there"
            );
            Ok(())
        })?;
        assert_eq!(env::stream(Device::cuda(0)), cx.raw_stream());
        launch_nothing(cx)
    })
    .expect("they are launched");
    let launches =
        |streams: &[&str]| streams.iter().map(|stream| format!("launch on {stream}")).collect::<Vec<_>>();
    let expected = [
        launches(&["user 0"]),
        FORK.map(str::to_owned).to_vec(),
        launches(&["stream 0", "user 0"]),
        JOIN.map(str::to_owned).to_vec(),
        launches(&["user 0"]),
    ];
    assert_eq!(order(&fake), expected.concat());
}

#[test]
fn a_failed_fork_is_an_error_and_the_stream_returns_to_the_pool() {
    let fake = warm();
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
