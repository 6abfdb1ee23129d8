//! Launches with attributes.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::{Fake, fake};

tvm_ffi::cuda::kernels! {
    cubin "../../images/kernels.sm90.cubin";
    static NOTHING: fn() = "nothing", pdl;
    static WITHOUT_PDL: fn() = "nothing";
    static CLUSTERED: fn(PtrMut<f32>) = "clustered", cluster = (2, 1, 1);
    static DYNAMIC: fn(PtrMut<f32>) = "dynamic", max_smem = 96 * 1024;
    static LITTLE: fn(PtrMut<f32>) = "dynamic";
    static BOTH: fn(PtrMut<f32>) = "both", max_smem = 226 * 1024;
    fatbin "../../images/kernels.fatbin";
    static ANYWHERE: fn() = "nothing", pdl;
}

/// Launches on a new stream of a device.
fn launch(fake: &Fake, device: i32, body: impl FnOnce(&Cuda<'_>) -> Result<()>) -> Result<()> {
    let stream = fake.stream(device);
    fake.on_stream(device, stream, || tvm_ffi::cuda::with_device(device, body))
}

/// The recorded attributes of a launch of a kernel without parameters.
fn attributes(fake: &Fake, of: Result<Launch>) -> String {
    // SAFETY: the driver runs nothing.
    launch(fake, 0, |cx| unsafe { NOTHING.launch(cx, &of?, ()) }).expect("it is launched");
    fake.launch().attributes
}

#[test]
fn each_has_its_number_and_its_value() {
    let fake = fake::driver();
    let plain = || Launch::grid(4).map(|launch| launch.block(64));
    assert_eq!(attributes(&fake, plain()), "");
    assert_eq!(attributes(&fake, plain().map(|launch| launch.cluster((2, 1, 1)))), "4 = 2 1 1");
    assert_eq!(attributes(&fake, plain().map(|launch| launch.cooperative(true))), "2 = 1");
    assert_eq!(attributes(&fake, plain().map(|launch| launch.pdl(true))), "6 = 1");
    assert_eq!(attributes(&fake, plain().map(|launch| launch.priority(-3))), "8 = -3");
    assert_eq!(attributes(&fake, plain().map(|launch| launch.cooperative(false).pdl(false))), "");
}

#[test]
fn all_attributes_can_be_combined() {
    let fake = fake::driver();
    let all = Launch::grid(4)
        .map(|launch| launch.block(64).cluster((4, 1, 1)).cooperative(true).pdl(true).priority(-1));
    let attributes = attributes(&fake, all);
    for each in ["4 = 4 1 1", "2 = 1", "6 = 1", "8 = -1"] {
        assert!(attributes.contains(each), "{attributes}");
    }
    assert_eq!(attributes.matches('=').count(), 4);
}

#[test]
fn programmatic_launches_need_the_option_and_the_devices_support() {
    let fake = fake::driver();
    let pdl = || Launch::grid(1).map(|launch| launch.block(1).pdl(true));
    // SAFETY: the driver runs nothing.
    let error = launch(&fake, 0, |cx| unsafe { WITHOUT_PDL.launch(cx, &pdl()?, ()) })
        .expect_err("it does not declare it");
    assert!(error.to_string().contains("does not declare `pdl`"), "{error}");
    assert!(fake.launches().is_empty());
    // SAFETY: the driver runs nothing.
    launch(&fake, 1, |cx| unsafe { ANYWHERE.launch(cx, &pdl()?, ()) }).expect("it is launched without");
    assert_eq!(fake.launch().attributes, "");
}

#[test]
fn a_compiled_cluster_is_not_passed_to_the_driver() {
    let fake = fake::driver();
    let out = PtrMut::from_address(0x100);
    let plain = || Launch::grid(4).map(|launch| launch.block(64));
    // SAFETY: the driver runs nothing.
    launch(&fake, 0, |cx| unsafe { CLUSTERED.launch(cx, &plain()?, (out,)) }).expect("it is launched");
    assert_eq!(fake.launch().attributes, "");
    // SAFETY: the driver runs nothing.
    let error = launch(&fake, 0, |cx| unsafe { CLUSTERED.launch(cx, &plain()?.cluster((4, 1, 1)), (out,)) });
    let error = error.expect_err("it is another cluster").to_string();
    assert!(error.starts_with("ValueError: kernel `clustered`"), "{error}");
}

#[test]
fn clusters_are_refused_on_devices_without_them() {
    let fake = fake::driver();
    let clustered = || Launch::grid(4).map(|launch| launch.block(64).cluster((2, 1, 1)));
    // SAFETY: the driver runs nothing.
    let error = launch(&fake, 1, |cx| unsafe { ANYWHERE.launch(cx, &clustered()?, ()) })
        .expect_err("an A100 has none");
    assert!(error.to_string().contains("cuda:1 has 8.0"), "{error}");
    assert!(fake.launches().is_empty());
}

#[test]
fn a_cluster_of_more_than_eight_blocks_is_allowed_once() {
    tvm_ffi::cuda::kernels! {
        cubin "../../images/kernels.sm90.cubin";
        static WIDE: fn() = "nothing";
    }
    let fake = fake::driver();
    let wide = || Launch::grid(16).map(|launch| launch.block(64).cluster((16, 1, 1)));
    for _ in 0..2 {
        // SAFETY: the driver runs nothing.
        launch(&fake, 0, |cx| unsafe { WIDE.launch(cx, &wide()?, ()) }).expect("it is launched");
    }
    let calls = fake.take();
    let allowed =
        calls.iter().filter(|call| call.name == "cuKernelSetAttribute").map(|call| &*call.arguments);
    assert_eq!(allowed.collect::<Vec<_>>(), ["14 = 1, nothing, device 0"]);
    assert_eq!(calls.iter().filter_map(|call| call.launch()).count(), 2);
}

#[test]
fn the_opt_in_to_more_shared_memory_happens_at_load() {
    tvm_ffi::cuda::kernels! {
        cubin "../../images/kernels.sm90.cubin";
        static MUCH: fn(PtrMut<f32>) = "dynamic", max_smem = 96 * 1024;
    }
    let fake = fake::driver();
    let out = PtrMut::from_address(0x100);
    for bytes in [96 * 1024, 64 * 1024] {
        // SAFETY: the driver runs nothing.
        launch(&fake, 0, |cx| unsafe { MUCH.launch(cx, &Launch::grid(1)?.block(64).smem(bytes)?, (out,)) })
            .expect("it is launched");
    }
    let calls = fake.take();
    let set = calls.iter().filter(|call| call.name == "cuKernelSetAttribute").map(|call| &*call.arguments);
    assert_eq!(set.collect::<Vec<_>>(), ["8 = 98304, dynamic, device 0"]);
    let memory = calls.iter().filter_map(|call| call.launch()).map(|launch| launch.smem);
    assert_eq!(memory.collect::<Vec<_>>(), [96 * 1024, 64 * 1024]);
}

#[test]
fn shared_memory_beyond_the_declaration_or_the_device_is_refused() {
    let fake = fake::driver();
    let out = PtrMut::from_address(0x100);
    let error = |kernel: &dyn Fn(&Cuda<'_>, &Launch) -> Result<()>, bytes: i64| {
        let refused = launch(&fake, 0, |cx| kernel(cx, &Launch::grid(1)?.block(64).smem(bytes)?));
        refused.expect_err("it is too much").to_string()
    };
    // SAFETY: the driver runs nothing.
    let little = error(&|cx, launch| unsafe { LITTLE.launch(cx, launch, (out,)) }, 49_153);
    assert!(little.contains("at most 49152") && little.contains("max_smem = 49153"), "{little}");
    // SAFETY: as above.
    let declared = error(&|cx, launch| unsafe { DYNAMIC.launch(cx, launch, (out,)) }, 100_000);
    assert!(declared.contains("at most 98304"), "{declared}");
    assert!(fake.launches().is_empty());
    // A smaller device; the kernel has 1 KB of static shared memory.
    fake.attribute(0, 97, 100 * 1024);
    // SAFETY: as above.
    let there_is = error(&|cx, launch| unsafe { BOTH.launch(cx, launch, (out,)) }, 100 * 1024);
    for part in ["needs 103424 bytes", "1024 of them static", "at most 102400"] {
        assert!(there_is.contains(part), "{there_is}");
    }
}
