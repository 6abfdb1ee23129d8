//! Functions with a twin, whose tensors are all in CUDA memory or all in host memory.

use super::*;
use crate::contract::on_host;

fn function() -> Function {
    functions!(
        a: Option<CudaView<'_, f32, 1>> = "",
        x: CudaView<'_, f32, 1> = "",
        any: TensorView<'_> = "",
        y: CudaViewMut<'_, f32, 1> = "",
        host: CpuView<'_, f32, 1> = "",
    )
}

fn on(device: Device, offset: i64) -> Dl {
    Dl::new(&[4]).device(device).at(offset)
}

#[test]
fn all_are_in_the_memory_that_the_first_is_in() {
    let (f, none) = (function().with_twin(), Any::none());
    let (cpu, cuda, rocm) = (Device::cpu(), Device::cuda(0), Device::new(10, 0));
    let judged = |[a, x, any, y, host]: [Option<Device>; 5]| {
        let tensors = [a, x, any, y, host].map(|device| device.map(|device| on(device, 0)));
        let args = tensors.each_ref().map(|tensor| tensor.as_ref().map_or_else(|| raw(&none), Dl::arg));
        f.judge(&args)
    };
    let here = |device: Device| [Some(device), Some(device), Some(cuda), Some(device), Some(cpu)];
    let cases = [
        (
            [None, Some(cuda), Some(cpu), Some(cpu), Some(cpu)],
            "#3 `y`: device is cpu:0, expected cuda:0 (from `x`)",
        ),
        (
            [Some(cpu), Some(cuda), Some(cpu), Some(cuda), Some(cpu)],
            "#1 `x`: device is cuda:0, expected cpu:0 (from `a`)",
        ),
        (
            [None, Some(rocm), Some(cpu), Some(cpu), Some(cpu)],
            "#1 `x`: device is rocm:0, expected one of cuda, cpu",
        ),
        (
            [None, Some(cpu), Some(cpu), Some(rocm), Some(cpu)],
            "#3 `y`: device is rocm:0, expected one of cuda, cpu",
        ),
        ([None, Some(cuda), Some(cpu), Some(cuda), Some(cuda)], "#4 `host`: device is cuda:0, expected cpu"),
        (
            [None, Some(cuda), Some(Device::cuda(1)), Some(cuda), Some(cpu)],
            "#2 `any`: device is cuda:1, expected cuda:0 (from `x`)",
        ),
    ];
    for (devices, said) in cases {
        assert_eq!(judged(devices), Some(format!("ValueError {said}")));
    }
    let shares = "ValueError #3 `y`: shares memory with argument #0 `a`, expected memory of its own";
    for device in [cpu, cuda] {
        assert_eq!(judged(here(device)).as_deref(), Some(shares));
    }
}

#[test]
fn without_a_twin_there_is_one_memory() {
    let f = function();
    let [cpu, cuda] = [on(Device::cpu(), 0), on(Device::cuda(0), 64)];
    let args = [cpu.arg(), cuda.arg(), cpu.arg(), cuda.arg(), cpu.arg()];
    assert_eq!(f.judge(&args).as_deref(), Some("ValueError #0 `a`: device is cpu:0, expected cuda"));
}

#[test]
fn the_test_finds_the_first_that_is_there() {
    let (text, none) = (Any::new("text"), Any::none());
    let [cpu, cuda, host] = [on(Device::cpu(), 0), on(Device::cuda(0), 0), on(Device::new(3, 0), 0)];
    let asked = |arg: Arg<'_>| on_host::<Option<CudaView<'_, f32, 1>>>(as_args(&[arg]), 0);
    assert_eq!(asked(cpu.arg()), Some(true));
    assert_eq!(asked(cuda.arg()), Some(false));
    // Host memory that CUDA has pinned is host memory.
    assert_eq!(asked(host.arg()), Some(true));
    assert_eq!([asked(raw(&none)), asked(raw(&text))], [None, None]);
    assert_eq!(on_host::<CudaView<'_, f32, 1>>(as_args(&[]), 0), None);
    assert_eq!(on_host::<TensorView<'_>>(as_args(&[cpu.arg()]), 0), None);
    let list = Any::new(vec![zeros(DType::F32, &[2])]);
    assert_eq!(on_host::<Vec<CudaView<'_, f32, 1>>>(as_args(&[raw(&list)]), 0), Some(true));
    assert_eq!(on_host::<Vec<CudaView<'_, f32, 1>>>(as_args(&[raw(&Any::new(()))]), 0), None);
}
