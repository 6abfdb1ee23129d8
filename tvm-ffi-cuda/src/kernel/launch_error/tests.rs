use super::*;

const USUAL: Situation = Situation { is_blocking: false, is_forked: false };

fn failure() -> LaunchFailure<'static> {
    LaunchFailure { kernel: "scale", device: 1, grid: [16, 1, 1], block: [256, 1, 1], smem: 0, cluster: None }
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
fn a_failure_of_an_earlier_kernel_is_reported_as_such() {
    let described = "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered";
    assert_eq!(
        text(&failure(), 700, described),
        "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered, reported when launching `scale`; an earlier kernel has failed, asynchronously, and this process \
         cannot use CUDA any more: run it again with `TVM_FFI_CUDA_LAUNCH_BLOCKING=1`, so that the launch that causes an error reports it"
    );
}

#[test]
fn reasons_of_an_invalid_shape_are_listed() {
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
