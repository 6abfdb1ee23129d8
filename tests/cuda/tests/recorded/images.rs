//! The recording driver itself: it finds the same kernels in each kind of image, so its record has the right bytes.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi_cuda_tests::fake;

/// As large as a `TensorMap`.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Map {
    words: [u64; 16],
}

// SAFETY: it consists of sixteen numbers.
unsafe impl KernelParam for Map {
    const PARAMETER: tvm_ffi::cuda::Parameter =
        tvm_ffi::cuda::Parameter { name: "Map", size: 128, align: 64, c_type: None };
}

macro_rules! of_image {
    ($($name:ident: $kind:ident $file:tt)*) => {$(
        #[test]
        fn $name() {
            tvm_ffi::cuda::kernels! {
                $kind $file;
                static SCALARS: fn(PtrMut<f32>, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, bool) = "scalars";
                static MAPPED: fn(Map, Map, PtrMut<f32>) = "mapped";
                static NOTHING: fn() = "nothing";
            }
            let fake = fake::driver();
            let map = Map { words: [7; 16] };
            fake.on_new_stream(0, |cx| {
                let launch = Launch::grid(1)?.block(1);
                let scalars = (PtrMut::from_address(9), 1, 2, 3, 4, 5, 6, 7, 8, 9.0, 10.0, true);
                // SAFETY: the driver runs nothing.
                unsafe { SCALARS.launch(cx, &launch, scalars) }?;
                // SAFETY: as above.
                unsafe { MAPPED.launch(cx, &launch, (map, map, PtrMut::null())) }?;
                // SAFETY: as above.
                unsafe { NOTHING.launch(cx, &launch, ()) }
            })
            .expect("all are launched");
            let sizes = |parameters: &[Vec<u8>]| parameters.iter().map(Vec::len).collect::<Vec<_>>();
            let launches = fake.launches();
            let [scalars, mapped, nothing] = &launches[..] else { panic!("{launches:?}") };
            assert_eq!(sizes(&scalars.parameters), [8, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 1]);
            assert_eq!(sizes(&mapped.parameters), [128, 128, 8]);
            assert_eq!(sizes(&nothing.parameters), [0; 0]);
        }
    )*};
}

of_image! {
    a_cubin: cubin "../../images/kernels.sm90.cubin"
    a_fatbin: fatbin "../../images/kernels.fatbin"
    ptx: ptx "../../images/kernels.compute_80.ptx"
}
