//! Questions about occupancy, and the launches that are made of the answers.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi_cuda_tests::{fake, said};

tvm_ffi::cuda::kernels! {
    fatbin "../../images/kernels.fatbin";
    static NOTHING: fn() = "nothing";
    static DYNAMIC: fn(PtrMut<f32>) = "dynamic", max_smem = 100 * 1024;
    cubin "../../images/kernels.sm90.cubin";
    static CLUSTERED: fn(PtrMut<f32>) = "clustered", cluster = (2, 1, 1);
}

/// The names of what was asked, without the rest of loading.
fn questions(fake: &fake::Fake) -> Vec<String> {
    let asked = fake.take().into_iter().filter(|call| call.name.starts_with("cuOccupancy"));
    asked.map(|call| call.to_string()).collect()
}

#[test]
fn an_answer_is_asked_for_once_for_each_device_block_and_amount_of_memory() {
    let fake = fake::driver();
    let ask = |device, block: u32, smem: u32| {
        fake.on_new_stream(device, |cx| DYNAMIC.occupancy(cx, block, smem)).expect("it is told")
    };
    assert_eq!([ask(0, 256, 0), ask(0, 256, 0), ask(0, 128, 0)], [8, 8, 16]);
    assert_eq!(
        [ask(0, 128, 100 * 1024), ask(0, 128, 100 * 1024), ask(1, 256, 0), ask(1, 256, 0)],
        [2, 2, 8, 8]
    );
    let name = "cuOccupancyMaxActiveBlocksPerMultiprocessor";
    assert_eq!(
        questions(&fake),
        [
            format!("{name}(dynamic, 256, 0)"),
            format!("{name}(dynamic, 128, 0)"),
            format!("{name}(dynamic, 128, 102400)"),
            format!("{name}(dynamic, 256, 0)"),
        ]
    );
}

#[test]
fn the_last_answers_are_kept() {
    tvm_ffi::cuda::kernels! {
        cubin "../../images/kernels.sm90.cubin";
        static ASKED: fn(PtrMut<f32>) = "dynamic", max_smem = 100 * 1024;
    }
    let fake = fake::driver();
    let ask = |smem: u32| {
        _ = fake.on_new_stream(0, |cx| ASKED.occupancy(cx, 256, smem)).expect("it is told");
        questions(&fake).len()
    };
    // As a kernel is launched whose memory grows with its input.
    assert!((0..1000).all(|smem| ask(smem) == 1));
    assert!((936..1000).all(|smem| ask(smem) == 0));
    assert_eq!(ask(0), 1, "older ones are not");
}

#[test]
fn the_answer_is_that_of_the_calls_device() {
    let fake = fake::driver();
    fake.set_current(Some(1));
    fake.on_new_stream(0, |cx| NOTHING.occupancy(cx, 512, 0)).expect("it is told");
    let calls = fake.take();
    let asked = calls.iter().find(|call| call.name.starts_with("cuOccupancy")).expect("it is asked");
    assert_eq!((&*asked.context, fake.current()), ("primary 0", 1));
}

#[test]
fn a_question_that_failed_is_asked_again() {
    let fake = fake::driver();
    fake.fail("cuOccupancyMaxActiveBlocksPerMultiprocessor", 999);
    let error = fake.on_new_stream(0, |cx| NOTHING.occupancy(cx, 96, 0)).expect_err("it fails");
    assert!(
        said(&error)
            .contains("kernel `nothing`: its occupancy could not be asked for: CUDA_ERROR_UNKNOWN (999)"),
        "{error}"
    );
    assert_eq!(fake.on_new_stream(0, |cx| NOTHING.occupancy(cx, 96, 0)).expect("it is told"), 21);
}

#[test]
fn a_persistent_grid_fills_the_device() {
    let fake = fake::driver();
    for _ in 0..2 {
        fake.on_new_stream(0, |cx| {
            let launch = Launch::persistent(&DYNAMIC, cx, 192, 100 * 1024)?;
            // SAFETY: the driver runs nothing.
            unsafe { DYNAMIC.launch(cx, &launch, (PtrMut::null(),)) }
        })
        .expect("it is launched");
    }
    let launches = fake.launches();
    let seen = launches.iter().map(|launch| (launch.grid, launch.block, launch.smem));
    // Two blocks on each of 132 multiprocessors.
    assert_eq!(seen.collect::<Vec<_>>(), [([264, 1, 1], [192, 1, 1], 102_400); 2]);
}

#[test]
fn a_persistent_grid_of_clusters_is_a_multiple_of_them() {
    let fake = fake::driver();
    fake.on_new_stream(0, |cx| {
        let launch = Launch::persistent(&CLUSTERED, cx, 128, 0)?;
        // SAFETY: the driver runs nothing.
        unsafe { CLUSTERED.launch(cx, &launch, (PtrMut::null(),)) }
    })
    .expect("it is launched");
    let calls = fake.take();
    let asked = calls.iter().find(|call| call.name == "cuOccupancyMaxActiveClusters").expect("it is asked");
    assert!(asked.arguments.starts_with("clustered, no kernel | 2 1 1 | 128 1 1 | 0 |"), "{asked}");
    assert!(asked.arguments.contains("4 = 2 1 1"), "{asked}");
    let launch = calls.iter().find_map(|call| call.launch()).expect("it is launched");
    assert_eq!((launch.grid, &*launch.attributes), ([132, 1, 1], ""));
}

#[test]
fn the_driver_chooses_the_block() {
    let fake = fake::driver();
    for _ in 0..2 {
        fake.on_new_stream(0, |cx| {
            // SAFETY: the driver runs nothing.
            unsafe { NOTHING.launch(cx, &Launch::auto(&NOTHING, cx, 10_000)?, ()) }
        })
        .expect("it is launched");
    }
    let calls = fake.take();
    let asked = calls.iter().filter(|call| call.name == "cuOccupancyMaxPotentialBlockSize");
    assert_eq!(asked.count(), 1);
    let launches = calls.iter().filter_map(|call| call.launch()).map(|launch| (launch.grid, launch.block));
    assert_eq!(launches.collect::<Vec<_>>(), [([14, 1, 1], [768, 1, 1]); 2]);
}

#[test]
fn a_cooperative_grid_that_does_not_fit_is_refused() {
    let fake = fake::driver();
    let launch = |blocks: i64| {
        fake.on_new_stream(0, |cx| {
            // SAFETY: the driver runs nothing.
            unsafe { NOTHING.launch(cx, &Launch::grid(blocks)?.block(1024).cooperative(true), ()) }
        })
    };
    launch(264).expect("two blocks fit on each of 132 multiprocessors");
    assert_eq!(fake.launch().attributes, "2 = 1");
    let error = said(&launch(265).expect_err("there is one too many"));
    assert!(error.starts_with("ValueError: kernel `nothing`"), "{error}");
    assert!(error.contains("265") && error.contains("264") && error.contains("132"), "{error}");
    assert!(fake.launches().is_empty());
}

#[test]
fn a_block_that_does_not_fit_at_all_is_an_error() {
    let fake = fake::driver();
    let error = fake.on_new_stream(0, |cx| DYNAMIC.occupancy(cx, 1025, 0)).expect_err("it is no block");
    assert!(said(&error).starts_with("ValueError: kernel `dynamic`"), "{error}");
    let error =
        fake.on_new_stream(0, |cx| DYNAMIC.occupancy(cx, 32, 100 * 1024 + 1)).expect_err("it is too much");
    assert!(said(&error).contains("at most 102400"), "{error}");
    assert_eq!(questions(&fake), [""; 0]);
}

#[test]
fn what_a_kernel_uses_is_told_of_the_device() {
    let fake = fake::driver();
    fake.kernel_attribute("nothing", 4, 77);
    fake.kernel_attribute("nothing", 0, 640);
    let attributes = fake.on_new_stream(1, |cx| NOTHING.attributes(cx)).expect("it is told");
    assert_eq!((attributes.registers, attributes.max_threads, attributes.static_smem), (77, 640, 0));
    let asked = fake.take().into_iter().filter(|call| call.name == "cuKernelGetAttribute");
    assert!(asked.into_iter().all(|call| call.arguments.ends_with("device 1")));
}
