use core::ptr::null_mut;

use super::advice::{self, Situation};
use super::launch::Limits;
use super::*;

const USUAL: Situation = Situation { is_blocking: false, is_forked: false };

fn failure() -> LaunchFailure<'static> {
    LaunchFailure {
        kernel: "scale",
        handle: null_mut(),
        device: 1,
        grid: [16, 1, 1],
        block: [256, 1, 1],
        smem: 0,
        cluster: None,
    }
}

fn limits() -> Limits {
    Limits {
        device: Some("NVIDIA H100".into()),
        grid: Some([2147483647, 65535, 65535]),
        block: Some([1024, 1024, 64]),
        threads: Some(1024),
        smem: Some(232448),
        static_smem: Some(1024),
        registers: Some(96),
        registers_per_block: Some(65536),
        multiprocessors: Some(132),
    }
}

fn text(failure: &LaunchFailure<'_>, status: u32, described: &str) -> String {
    failure.text(Status(status), described, USUAL, &limits())
}

#[test]
fn every_error_of_the_list_has_advice() {
    for status in [
        3, 4, 34, 46, 100, 101, 200, 209, 218, 222, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 803,
        804, 900, 901,
    ] {
        assert!(advice::of(Status(status), USUAL).is_some(), "{status}");
        assert!(advice::name(Status(status)).unwrap().starts_with("CUDA_ERROR_"), "{status}");
    }
    for status in [0, 1, 2, 713, 722, 4711, u32::MAX] {
        assert_eq!(advice::of(Status(status), USUAL), None, "{status}");
    }
}

#[test]
fn advice_names_the_cause_or_the_remedy() {
    for (status, words) in [
        (3, "start processes with the `spawn` method"),
        (4, "the process is ending"),
        (34, "take the toolkit's `stubs` folder off the loader's path"),
        (46, "another process has the GPU for itself"),
        (100, "`CUDA_VISIBLE_DEVICES` may hide them all"),
        (101, "there is no such GPU in this process"),
        (200, "ship PTX of a version that the driver knows"),
        (201, "the context that is current on this thread has been destroyed"),
        (209, "compile it for the GPU's compute capability"),
        (218, "does not fit this GPU or this driver"),
        (222, "ship PTX of a version that the driver knows"),
        (400, "the stream does not exist any more"),
        (700, "run it again with `TVM_FFI_CUDA_LAUNCH_BLOCKING=1`"),
        (719, "an earlier kernel has failed, asynchronously"),
        (801, "this GPU or this driver cannot do that"),
        (803, "restart the machine"),
        (804, "`cuda-compat`"),
        (900, "`mod.tvm_ffi_cuda_preload(device)`"),
        (901, "`tvm_ffi::cuda::preload(device)`"),
        (905, "the stream depends on work of another capture"),
        (906, "the legacy default stream cannot be used"),
        (999, "`nvidia-smi` may tell more"),
    ] {
        let advice = advice::of(Status(status), USUAL).unwrap();
        assert!(advice.contains(words), "{status}: {advice}");
    }
}

#[test]
fn kinds() {
    assert_eq!(Status(2).kind(), ErrorKind::MemoryError);
    assert_eq!(
        [720, 912].map(|status| Status(status).kind()),
        [ErrorKind::ValueError, ErrorKind::ValueError]
    );
    for status in [1, 3, 100, 700, 4711] {
        assert_eq!(Status(status).kind(), ErrorKind::RuntimeError);
    }
}

#[test]
fn advice_is_one_line_without_a_period() {
    for status in 0..1000 {
        for situation in
            [USUAL, Situation { is_blocking: true, ..USUAL }, Situation { is_forked: true, ..USUAL }]
        {
            let Some(advice) = advice::of(Status(status), situation) else { continue };
            assert!(!advice.contains('\n') && !advice.contains("  ") && !advice.ends_with('.'), "{advice}");
        }
    }
}

#[test]
fn a_fork_explains_everything() {
    let situation = Situation { is_forked: true, ..USUAL };
    for status in [3, 1, 700] {
        assert_eq!(advice::of(Status(status), situation), Some(advice::FORKED));
    }
    let text = failure().text(
        Status(3),
        "CUDA_ERROR_NOT_INITIALIZED (3): initialization error",
        situation,
        &limits(),
    );
    assert_eq!(
        text,
        "kernel `scale` could not be launched: CUDA_ERROR_NOT_INITIALIZED (3): initialization error; CUDA was initialised before this process was forked, and does not \
         work in forks: start processes with the `spawn` method (`multiprocessing.set_start_method(\"spawn\")` in Python), or use CUDA in the children only"
    );
}

#[test]
fn a_driver_that_does_not_start_says_why() {
    assert_eq!(
        start::text(Status(100), "CUDA_ERROR_NO_DEVICE (100): no CUDA-capable device is detected", 12040),
        "the CUDA driver, of CUDA 12.4, could not be initialised: CUDA_ERROR_NO_DEVICE (100): no CUDA-capable device is detected; the driver is installed, but this process \
         sees no GPU: `CUDA_VISIBLE_DEVICES` may hide them all, or a container was started without them (`--gpus all`); `nvidia-smi` lists what there is"
    );
    assert_eq!(
        start::text(Status(4711), "CUDA error 4711", 13000),
        "the CUDA driver, of CUDA 13.0, could not be initialised: CUDA error 4711"
    );
    assert_eq!(
        has_no_version(Status(34), "`libcuda.so`"),
        "the CUDA driver library `libcuda.so` does not tell its version: CUDA_ERROR_STUB_LIBRARY (34); the library that was loaded is the stub of the CUDA toolkit, for linking \
         only: take the toolkit's `stubs` folder off the loader's path (`LD_LIBRARY_PATH`), so that the library of the NVIDIA driver is found"
    );
    assert_eq!(
        has_no_version(Status(4711), "`x`"),
        "the CUDA driver library `x` does not tell its version: CUDA error 4711"
    );
}

#[test]
fn an_earlier_kernel_is_told_from_this_one() {
    let described = "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered";
    assert_eq!(
        text(&failure(), 700, described),
        "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered, reported when launching `scale`; an earlier kernel has failed, asynchronously, and this process \
         cannot use CUDA any more: run it again with `TVM_FFI_CUDA_LAUNCH_BLOCKING=1`, which has the launch that causes an error report it"
    );
    let situation = Situation { is_blocking: true, ..USUAL };
    assert_eq!(
        failure().text(Status(700), described, situation, &limits()),
        "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered, reported when launching `scale`; a kernel has failed, and this process cannot use CUDA any more; \
         launches wait for their kernels (`TVM_FFI_CUDA_LAUNCH_BLOCKING=1`), so it was the kernel that was launched here, or one of another library"
    );
}

#[test]
fn what_is_wrong_with_a_shape_is_listed() {
    let failure = LaunchFailure {
        grid: [5, 70000, 0],
        block: [64, 32, 1],
        smem: 232448,
        cluster: Some([2, 1, 1]),
        ..failure()
    };
    assert_eq!(
        text(&failure, 1, "CUDA_ERROR_INVALID_VALUE (1): invalid argument"),
        "kernel `scale` could not be launched: CUDA_ERROR_INVALID_VALUE (1): invalid argument\n  \
         on cuda:1 (NVIDIA H100): grid (5, 70000, 0), block (64, 32, 1), 232448 bytes of dynamic shared memory, cluster (2, 1, 1)\n  \
         grid.y is 70000, at most 65535 is possible\n  \
         grid.z is 0, expected 1 or more\n  \
         a block has 2048 threads, at most 1024 are possible with this kernel\n  \
         a block needs 233472 bytes of shared memory, 1024 of them static, at most 232448 are possible\n  \
         grid.x is 5, expected a multiple of 2, the extent of the cluster"
    );
}

#[test]
fn a_shape_with_nothing_wrong_is_still_shown() {
    assert_eq!(
        failure().text(
            Status(1),
            "CUDA_ERROR_INVALID_VALUE (1): invalid argument",
            USUAL,
            &Limits::default()
        ),
        "kernel `scale` could not be launched: CUDA_ERROR_INVALID_VALUE (1): invalid argument\n  \
         on cuda:1: grid (16, 1, 1), block (256, 1, 1), 0 bytes of dynamic shared memory"
    );
}

#[test]
fn too_many_registers() {
    let failure = LaunchFailure { block: [1024, 1, 1], ..failure() };
    assert_eq!(
        text(
            &failure,
            701,
            "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701): too many resources requested for launch"
        ),
        "kernel `scale` could not be launched: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701): too many resources requested for launch\n  \
         on cuda:1 (NVIDIA H100): grid (16, 1, 1), block (1024, 1, 1), 0 bytes of dynamic shared memory\n  \
         the kernel needs 96 registers a thread, 98304 for a block of 1024 threads, of 65536 that a block can have: launch smaller blocks, or compile the kernel \
         with `__launch_bounds__(1024)`"
    );
}

#[test]
fn a_cooperative_grid_that_does_not_fit() {
    let failure = LaunchFailure { grid: [10000, 1, 1], ..failure() };
    assert_eq!(
        text(
            &failure,
            720,
            "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE (720): too many blocks in cooperative launch"
        ),
        "kernel `scale` could not be launched: CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE (720): too many blocks in cooperative launch\n  \
         on cuda:1 (NVIDIA H100): grid (10000, 1, 1), block (256, 1, 1), 0 bytes of dynamic shared memory\n  \
         all 10000 blocks of a cooperative launch must run at the same time, which is more than fit (cuda:1 has 132 multiprocessors): `Launch::persistent` makes a \
         grid that fits"
    );
}

#[test]
fn a_cluster_that_is_too_large() {
    let failure = LaunchFailure { cluster: Some([16, 1, 1]), ..failure() };
    assert_eq!(
        text(&failure, 912, "CUDA_ERROR_INVALID_CLUSTER_SIZE (912): cluster misconfiguration"),
        "kernel `scale` could not be launched: CUDA_ERROR_INVALID_CLUSTER_SIZE (912): cluster misconfiguration\n  \
         on cuda:1 (NVIDIA H100): grid (16, 1, 1), block (256, 1, 1), 0 bytes of dynamic shared memory, cluster (16, 1, 1)\n  \
         a cluster has at most 8 blocks, 16 on some GPUs, and all of them must find room at the same time"
    );
}
