//! Tests that need their own process, since a process loads one driver, and each kernel once.

use std::io::{Read as _, Write as _};

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::fake::{self, DRIVER, OF_12_0};
use tvm_ffi_cuda_tests::{child, error_text};

tvm_ffi::cuda::kernels! {
    fatbin "../images/kernels.fatbin";
    static NOTHING: fn() = "nothing";
    static VADD: fn(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64) = "vadd";
}

fn launch_nothing(cx: &Cuda<'_>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { NOTHING.launch(cx, &Launch::grid(1)?.block(1), ()) }
}

unsafe extern "C" {
    fn alarm(seconds: u32) -> u32;
    fn fork() -> i32;
    fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
    fn _exit(status: i32) -> !;
}

/// The message of a call that needs the driver, where there is none.
fn error() -> String {
    let error = tvm_ffi::cuda::with_device(0, |_| Ok(())).expect_err("there is no driver");
    error_text(&error)
}

#[test]
fn preload_loads_all_kernels() {
    if !child::is_child() {
        child::run("preload_loads_all_kernels", &[]);
        return;
    }
    let fake = fake::driver();
    tvm_ffi::cuda::preload(1).expect("all kernels of this program run there");
    let loaded = fake.take();
    assert_eq!(loaded.iter().filter(|call| call.name == "cuLibraryLoadData").count(), 1);
    fake.on_new_stream(1, |cx| {
        fake.take();
        launch_nothing(cx)?;
        // SAFETY: the driver runs nothing.
        unsafe { VADD.launch(cx, &Launch::grid(1)?.block(1), (Ptr::null(), Ptr::null(), PtrMut::null(), 0)) }
    })
    .expect("they are launched");
    assert_eq!(fake.names(), ["cuLaunchKernelEx"; 2]);
}

#[test]
fn launches_that_wait_name_the_kernel_that_failed() {
    if !child::is_child() {
        child::run(
            "launches_that_wait_name_the_kernel_that_failed",
            &[("TVM_FFI_CUDA_LAUNCH_BLOCKING", "1")],
        );
        return;
    }
    let fake = fake::driver();
    NOTHING.preload(0).expect("it is loaded");
    let stream = fake.stream(0);
    let launch = || {
        fake.within(0, stream, |cx| {
            fake.take();
            launch_nothing(cx)
        })
    };
    launch().expect("it is launched");
    // Queries of a stream need a context, so blocking launches set it.
    let within = |calls: &[&'static str]| {
        [&["cuCtxGetCurrent", "cuCtxSetCurrent"], calls, &["cuCtxSetCurrent"]].concat()
    };
    assert_eq!(
        fake.names(),
        within(&["cuLaunchKernelEx", "cuStreamGetCaptureInfo_v2", "cuStreamSynchronize"])
    );
    fake.fail("cuStreamSynchronize", 700);
    let error = error_text(&launch().expect_err("the kernel failed"));
    assert!(error.starts_with("RuntimeError: CUDA_ERROR_ILLEGAL_ADDRESS (700)"), "{error}");
    assert!(error.contains("launching `nothing`"), "{error}");
    let waits = "launches wait for their kernels (`TVM_FFI_CUDA_LAUNCH_BLOCKING=1`), so it was the kernel that was launched here";
    assert!(error.contains(waits) && !error.contains("run it again with"), "it waits already: {error}");
    fake.take();
    fake.capture(stream, launch).expect("it is captured");
    assert_eq!(
        fake.names(),
        within(&["cuLaunchKernelEx", "cuStreamGetCaptureInfo_v2"]),
        "nothing can be waited for"
    );
}

#[test]
fn without_blocking_mode_launches_do_not_wait() {
    if !child::is_child() {
        for value in ["0", ""] {
            child::run(
                "without_blocking_mode_launches_do_not_wait",
                &[("TVM_FFI_CUDA_LAUNCH_BLOCKING", value)],
            );
        }
        return;
    }
    let fake = fake::driver();
    NOTHING.preload(0).expect("it is loaded");
    fake.on_new_stream(0, |cx| {
        fake.take();
        launch_nothing(cx)
    })
    .expect("it is launched");
    assert_eq!(fake.names(), ["cuLaunchKernelEx"]);
}

/// A folder in which `cudarc` finds the recording driver under the name that it looks for.
fn folder_for_cudarc() -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cudarc");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let link = folder.join("libcuda.so");
    _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(fake::COMPLETE, link).expect("a link can be made");
    folder.to_str().expect("the path is text").to_owned()
}

#[test]
fn cudarc_has_the_stream_of_the_call() {
    if !child::is_child() {
        child::run("cudarc_has_the_stream_of_the_call", &[("LD_LIBRARY_PATH", &folder_for_cudarc())]);
        return;
    }
    fn is_argument(_: impl cudarc::driver::DeviceRepr) {}
    let fake = fake::driver();
    fake.on_new_stream(1, |cx| {
        // SAFETY: it does not leave the closure.
        let stream = unsafe { cx.cudarc_stream() }?;
        let context = stream.context();
        assert_eq!((stream.cu_stream().cast(), context.ordinal()), (cx.raw_stream(), 1));
        assert!(std::sync::Arc::ptr_eq(context, &cx.cudarc_context()?), "there is one for each device");
        fake.take();
        cx.with_context(|| stream.synchronize().map_err(|error| format!("{error:?}").into()))?;
        let waited: Vec<_> = fake.names().into_iter().filter(|name| !name.starts_with("cuCtx")).collect();
        assert_eq!(waited, ["cuStreamSynchronize"]);
        drop(stream);
        assert!(
            !fake.names().iter().any(|name| name.starts_with("cuStream")),
            "cudarc does not own the stream"
        );
        is_argument(Ptr::<f32>::null());
        is_argument(PtrMut::<f32>::null());
        Ok(())
    })
    .expect("cudarc works on the stream");
}

#[test]
fn a_driver_that_cudarc_does_not_find_is_an_error() {
    if !child::is_child() {
        child::run("a_driver_that_cudarc_does_not_find_is_an_error", &[]);
        return;
    }
    if ["libcuda.so", "libcuda.so.1"].iter().any(|name| {
        // SAFETY: the initialisers of a driver are safe to run in any process.
        unsafe { libloading::Library::new(*name) }.is_ok()
    }) {
        println!("not tested: this machine has a driver, which cudarc finds");
        return;
    }
    let fake = fake::driver();
    let error = fake.on_new_stream(0, |cx| cx.cudarc_context()).expect_err("there is none of that name");
    assert!(error_text(&error).contains("could not be loaded by `cudarc`"), "{}", error_text(&error));
}

#[test]
fn a_driver_of_12_0_works_without_newer_functions() {
    if !child::is_child() {
        child::run(
            "a_driver_of_12_0_works_without_newer_functions",
            &[(DRIVER, OF_12_0), ("FAKE_CUDA_VERSION", "12000")],
        );
        return;
    }
    let fake = fake::driver();
    fake.on_new_stream(0, launch_nothing).expect("it is launched");
    assert!(fake.names().iter().all(|name| name != "cuKernelGetParamInfo"));
    let error = tvm_ffi::cuda::with_device(4, |_| Ok(())).expect_err("there are four");
    assert!(error.to_string().contains("cuda:4"), "{error}");
}

#[test]
fn an_older_driver_is_refused_with_both_versions() {
    if !child::is_child() {
        child::run("an_older_driver_is_refused_with_both_versions", &[("FAKE_CUDA_VERSION", "11080")]);
        return;
    }
    let fake = fake::driver();
    for _ in 0..2 {
        let error = error();
        assert!(error.starts_with("RuntimeError: "), "{error}");
        assert!(error.contains("11.8") && error.contains("12.0"), "{error}");
    }
    assert_eq!(
        fake.names(),
        ["cuDriverGetVersion"],
        "the version is queried once, and nothing else is called"
    );
}

#[test]
fn errors_at_start_are_explained() {
    const TEST: &str = "errors_at_start_are_explained";
    let known = [
        ("2", "CUDA_ERROR_OUT_OF_MEMORY (2)", "out of memory"),
        ("3", "CUDA_ERROR_NOT_INITIALIZED (3)", "spawn"),
        ("34", "CUDA_ERROR_STUB_LIBRARY (34)", "stub"),
        ("46", "CUDA_ERROR_DEVICE_UNAVAILABLE (46)", "nvidia-smi"),
        ("100", "CUDA_ERROR_NO_DEVICE (100)", "CUDA_VISIBLE_DEVICES"),
        ("803", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)", "restart"),
        ("804", "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE (804)", "cuda-compat"),
        ("999", "CUDA_ERROR_UNKNOWN (999)", "nvidia-smi"),
        ("4711", "4711", "4711"),
    ];
    if !child::is_child() {
        for (status, ..) in known {
            child::run(TEST, &[("FAKE_CUDA_INIT", status)]);
        }
        return;
    }
    let _fake = fake::driver();
    let status = std::env::var("FAKE_CUDA_INIT").expect("the parent sets it");
    let (_, name, advice) = known.into_iter().find(|known| known.0 == status).expect("it is one of them");
    // Each call returns the error, and the driver is not started again.
    for _ in 0..2 {
        let error = error();
        let kind = if status == "2" { "MemoryError: " } else { "RuntimeError: " };
        assert!(error.starts_with(kind), "{error}");
        assert!(error.contains(name) && error.contains(advice), "{error}");
    }
}

#[test]
fn a_fork_after_the_first_use_is_an_error_that_says_so() {
    if !child::is_child() {
        child::run("a_fork_after_the_first_use_is_an_error_that_says_so", &[]);
        return;
    }
    let fake = fake::driver();
    let stream = fake.stream(0);
    fake.within(0, stream, launch_nothing).expect("it is launched");
    let (mut reader, mut writer) = std::io::pipe().expect("a pipe can be created");
    // SAFETY: the only other thread waits for this one.
    let forked = unsafe { fork() };
    if forked == 0 {
        // A real driver returns this status in a fork.
        fake.sticky(3);
        let error = fake
            .within(0, stream, launch_nothing)
            .map_or_else(|error| error_text(&error), |()| String::new());
        let is_written = writer.write_all(error.as_bytes()).is_ok();
        // SAFETY: the fork must not run the parent's destructors.
        unsafe { _exit(i32::from(!is_written)) };
    }
    assert!(forked > 0, "the process can be forked");
    drop(writer);
    let (mut error, mut status) = (String::new(), -1);
    reader.read_to_string(&mut error).expect("the fork writes text");
    // SAFETY: `status` is writable.
    assert_eq!((unsafe { waitpid(forked, &mut status, 0) }, status), (forked, 0));
    assert!(error.starts_with("RuntimeError: kernel `nothing` could not be launched: "), "{error}");
    assert!(error.contains("before this process was forked") && error.contains("`spawn`"), "{error}");
}

#[test]
fn a_fork_while_the_driver_starts_is_an_error_that_says_so() {
    if !child::is_child() {
        child::run("a_fork_while_the_driver_starts_is_an_error_that_says_so", &[]);
        return;
    }
    let fake = fake::driver();
    fake.delay("cuInit", 500_000);
    let starts = std::thread::spawn(|| tvm_ffi::cuda::with_device(0, |_| Ok(())));
    // Now the thread is inside `cuInit`.
    while !fake.has_called("cuInit") {
        std::thread::yield_now();
    }
    // SAFETY: the fork only makes the call under test.
    let forked = unsafe { fork() };
    if forked == 0 {
        // SAFETY: it ends the fork if that waits for the other thread, which it does not have.
        unsafe { alarm(10) };
        let error = error();
        let is_explained =
            error.starts_with("RuntimeError: ") && error.contains("before this process was forked");
        // SAFETY: the fork must not run the parent's destructors.
        unsafe { _exit(i32::from(!is_explained)) };
    }
    let mut status = -1;
    // SAFETY: `status` is writable.
    assert_eq!((unsafe { waitpid(forked, &mut status, 0) }, status), (forked, 0));
    starts.join().expect("it does not panic").expect("the driver starts");
}
