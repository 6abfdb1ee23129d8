//! Queries of occupancy, and launches that depend on the answers.

use tvm_ffi::Result;
use tvm_ffi::cuda::prelude::*;
use tvm_ffi_cuda_tests::{error_text, fake};

tvm_ffi::cuda::kernels! {
    fatbin "../../images/kernels.fatbin";
    static NOTHING: fn() = "nothing";
    static DYNAMIC: fn(PtrMut<f32>) = "dynamic", max_smem = 100 * 1024;
    cubin "../../images/kernels.sm90.cubin";
    static CLUSTERED: fn(PtrMut<f32>) = "clustered", cluster = (2, 1, 1);
    static PERSISTENT: fn(PtrMut<f32>) = "dynamic", max_smem = 100 * 1024;
}

/// The names of the occupancy queries among the calls.
fn questions(fake: &fake::Fake) -> Vec<String> {
    let asked = fake.take().into_iter().filter(|call| call.name.starts_with("cuOccupancy"));
    asked.map(|call| call.to_string()).collect()
}

#[test]
fn the_driver_is_asked_once_for_each_device_block_and_amount_of_memory() {
    let fake = fake::driver();
    let ask = |device, block: u32, smem: u32| {
        fake.on_new_stream(device, |cx| DYNAMIC.occupancy(cx, block, smem)).expect("the driver answers")
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
        _ = fake.on_new_stream(0, |cx| ASKED.occupancy(cx, 256, smem)).expect("the driver answers");
        questions(&fake).len()
    };
    // A kernel whose shared memory depends on its input asks about many amounts.
    assert!((0..1000).all(|smem| ask(smem) == 1));
    assert!((936..1000).all(|smem| ask(smem) == 0));
    assert_eq!(ask(0), 1, "an older answer is not kept");
}

#[test]
fn occupancy_is_queried_on_the_device_of_the_call() {
    let fake = fake::driver();
    fake.set_current(Some(1));
    fake.on_new_stream(0, |cx| NOTHING.occupancy(cx, 512, 0)).expect("the driver answers");
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
        error_text(&error)
            .contains("kernel `nothing`: its occupancy could not be queried: CUDA_ERROR_UNKNOWN (999)"),
        "{error}"
    );
    assert_eq!(fake.on_new_stream(0, |cx| NOTHING.occupancy(cx, 96, 0)).expect("the driver answers"), 21);
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

/// The grid and the attributes of a launch.
fn launched(fake: &fake::Fake, launch: impl FnOnce(&Cuda<'_>) -> Result<Launch>) -> ([u32; 3], String) {
    fake.on_new_stream(0, |cx| {
        // SAFETY: the driver runs nothing.
        unsafe { PERSISTENT.launch(cx, &launch(cx)?, (PtrMut::null(),)) }
    })
    .expect("it is launched");
    let launch = fake.launch();
    (launch.grid, launch.attributes)
}

#[test]
fn a_persistent_grid_is_made_for_the_cluster_of_the_launch() {
    let fake = fake::driver();
    // The recording driver fits as many whole clusters on the device as have 132 blocks together.
    for (cluster, grid) in [(2, 132), (16, 128)] {
        let (seen, attributes) =
            launched(&fake, |cx| Ok(Launch::persistent(&PERSISTENT, cx, 128, 0)?.cluster(cluster)));
        assert_eq!((seen, attributes), ([grid, 1, 1], format!("4 = {cluster} 1 1")));
    }
    let (grid, attributes) =
        launched(&fake, |cx| Ok(Launch::persistent(&PERSISTENT, cx, 128, 0)?.cluster((2, 2, 2))));
    assert_eq!((grid, &*attributes), ([32, 2, 2], "4 = 2 2 2"));
}

#[test]
fn a_persistent_grid_is_made_for_the_block_and_memory_of_the_launch() {
    let fake = fake::driver();
    let grid = |launch: fn(Launch) -> Result<Launch>| {
        launched(&fake, |cx| launch(Launch::persistent(&PERSISTENT, cx, 192, 100 * 1024)?)).0
    };
    assert_eq!(grid(Ok), [264, 1, 1]);
    assert_eq!(grid(|launch| launch.smem(0)), [1320, 1, 1]);
    assert_eq!(grid(|launch| launch.smem(0).map(|launch| launch.block(1024))), [264, 1, 1]);
    assert_eq!(grid(|launch| launch.block(1024).smem(0)), [264, 1, 1]);
    assert_eq!(grid(|launch| launch.cluster(4).smem(0)), grid(|launch| Ok(launch.smem(0)?.cluster(4))));
}

#[test]
fn a_cluster_that_does_not_fit_a_persistent_grid_is_refused() {
    tvm_ffi::cuda::kernels! {
        fatbin "../../images/kernels.fatbin";
        static ANYWHERE: fn(PtrMut<f32>) = "dynamic";
    }
    let fake = fake::driver();
    let error_of = |device, cluster: i32| {
        let launched = fake.on_new_stream(device, |cx| {
            let launch = Launch::persistent(&ANYWHERE, cx, 128, 0)?.cluster(cluster);
            // SAFETY: the driver runs nothing.
            unsafe { ANYWHERE.launch(cx, &launch, (PtrMut::null(),)) }
        });
        error_text(&launched.expect_err("it is refused"))
    };
    assert_eq!(
        error_of(0, 17),
        "ValueError: kernel `dynamic`: cluster is [17, 1, 1], 17 blocks, expected 1 to 16"
    );
    assert!(error_of(1, 2).contains("need compute capability 9.0, and cuda:1 has 8.0"), "{}", error_of(1, 2));
    fake.fail_always("cuOccupancyMaxActiveClusters", 912);
    assert!(error_of(0, 12).contains("CUDA_ERROR_INVALID_CLUSTER_SIZE (912)"), "{}", error_of(0, 12));
    fake.reset();
    fake.attribute(0, 16, 7);
    let error = error_of(0, 8);
    assert_eq!(
        error,
        "ValueError: kernel `dynamic`: not one cluster of [8, 1, 1] blocks, each of 128 threads with 0 bytes of dynamic shared memory, fits on cuda:0"
    );
    assert!(fake.launches().is_empty());
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
    let error = error_text(&launch(265).expect_err("there is one too many"));
    assert!(error.starts_with("ValueError: kernel `nothing`"), "{error}");
    assert!(error.contains("265") && error.contains("264") && error.contains("132"), "{error}");
    assert!(fake.launches().is_empty());
}

#[test]
fn a_block_that_does_not_fit_at_all_is_an_error() {
    let fake = fake::driver();
    let error = fake.on_new_stream(0, |cx| DYNAMIC.occupancy(cx, 1025, 0)).expect_err("the block is invalid");
    assert!(error_text(&error).starts_with("ValueError: kernel `dynamic`"), "{error}");
    let error =
        fake.on_new_stream(0, |cx| DYNAMIC.occupancy(cx, 32, 100 * 1024 + 1)).expect_err("it is too much");
    assert!(error_text(&error).contains("at most 102400"), "{error}");
    assert_eq!(questions(&fake), [""; 0]);
}

#[test]
fn attributes_are_those_of_the_kernel_on_the_device() {
    let fake = fake::driver();
    fake.kernel_attribute("nothing", 4, 77);
    fake.kernel_attribute("nothing", 0, 640);
    let attributes = fake.on_new_stream(1, |cx| NOTHING.attributes(cx)).expect("the driver answers");
    assert_eq!((attributes.registers, attributes.max_threads, attributes.static_smem), (77, 640, 0));
    let asked = fake.take().into_iter().filter(|call| call.name == "cuKernelGetAttribute");
    assert!(asked.into_iter().all(|call| call.arguments.ends_with("device 1")));
}

#[test]
fn a_persistent_grid_of_an_invalid_block_is_refused() {
    let fake = fake::driver();
    for (kernel, block) in [(&*DYNAMIC, (-1, -1)), (&*CLUSTERED, (70_000, 70_000))] {
        let launch = fake.on_new_stream(0, |cx| Launch::persistent(kernel, cx, block, 0));
        let error = launch.expect_err("no device has such a block");
        assert!(error_text(&error).contains("expected 1 to 1024 threads, and at most 64 in z"), "{error}");
    }
}
