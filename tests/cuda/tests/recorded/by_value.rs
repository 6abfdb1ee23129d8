//! Structs by value.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi_cuda_tests::fake;

tvm_ffi::cuda::kernels! {
    cubin "../../images/kernels.sm90.cubin";
    static BY_VALUE: fn(Settings<'_>, PtrMut<f32>) = "by_value";
}

/// The struct that the kernel declares.
#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Settings<'a> {
    scale: f32,
    count: i32,
    bias: Ptr<'a, f32>,
    flag: u8,
}

#[test]
fn a_struct_is_passed_with_its_memory_layout() {
    let fake = fake::driver();
    let settings = Settings { scale: 0.5, count: 7, bias: Ptr::from_address(0xabc00), flag: 3 };
    fake.on_new_stream(0, |cx| {
        // SAFETY: the driver runs nothing.
        unsafe { BY_VALUE.launch(cx, &Launch::grid(1)?.block(1), (settings, PtrMut::from_address(0x100))) }
    })
    .expect("it is launched");
    let [packed, out] = <[Vec<u8>; 2]>::try_from(fake.launch().parameters).expect("two parameters");
    assert_eq!(packed.len(), 24);
    let expected = [&0.5f32.to_le_bytes()[..], &7i32.to_le_bytes(), &0xabc00u64.to_le_bytes(), &[3]];
    assert_eq!(packed[..17], expected.concat());
    assert_eq!(out, 0x100u64.to_le_bytes());
}
