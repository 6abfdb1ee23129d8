use super::*;

const USUAL: Situation = Situation { is_blocking: false, is_forked: false };

#[test]
fn every_error_of_the_list_has_advice() {
    for status in [
        3, 4, 34, 46, 100, 101, 200, 209, 218, 222, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 803,
        804, 900, 901,
    ] {
        assert!(advice::of(Status(status), USUAL).is_some(), "{status}");
        assert!(Status(status).name().unwrap().starts_with("CUDA_ERROR_"), "{status}");
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
        (46, "another process has exclusive use of the GPU"),
        (100, "`CUDA_VISIBLE_DEVICES` may hide them all"),
        (101, "this process has no such GPU"),
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
        (999, "`nvidia-smi` may show more"),
    ] {
        let advice = advice::of(Status(status), USUAL).unwrap();
        assert!(advice.contains(words), "{status}: {advice}");
    }
}

#[test]
fn kinds_of_errors() {
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
fn in_a_fork_the_advice_is_about_forks() {
    let situation = Situation { is_forked: true, ..USUAL };
    for status in [3, 1, 700] {
        assert_eq!(advice::of(Status(status), situation), Some(advice::FORKED));
    }
}
