//! The order in which violations are reported.

use super::*;

/// Tensors that violate each phase, in the order of the phases, and their messages.
fn violations() -> Vec<(Dl, &'static str)> {
    let good = || Dl::new(&[2, 4]);
    vec![
        (good().raw(|tensor| tensor.data = null_mut()), "data is null, expected memory for 8 elements"),
        (Dl::new(&[2]), "ndim is 1, expected 2 (shape is [2])"),
        (good().dtype(DType::I8), "dtype is int8, expected float32"),
        (good().device(Device::cuda(0)), "device is cuda:0, expected cpu"),
        (Dl::new(&[2, 5]), "shape[1] is 5, expected 4"),
        (good().strides(&[4, 2]), "strides are [4, 2], expected [4, 1] (contiguous, shape is [2, 4])"),
        (good().at(1), "data + byte_offset is 0x100001, expected a multiple of 4 (alignment of float32)"),
        (good(), "shares memory with argument #1 `y`, expected memory of its own"),
    ]
}

#[test]
fn an_earlier_phase_is_told_first_wherever_it_is_violated() {
    let f = functions!(
        x: CpuViewMut<'_, f32, 2> = "shape(_, 4)",
        y: CpuView<'_, f32, 2> = "shape(_, 4)",
    );
    let all = violations();
    let text = [Any::new("text")];
    for (phase, (tensor, said)) in all.iter().enumerate() {
        let kind = if said.starts_with("dtype") { "TypeError" } else { "ValueError" };
        // Under Miri, each with itself and the next is enough.
        let others = if cfg!(miri) { 2 } else { all.len() };
        for (later, (other, of_other)) in all.iter().enumerate().skip(phase).take(others) {
            let of_other_kind = if of_other.starts_with("dtype") { "TypeError" } else { "ValueError" };
            // In one phase, the first argument is reported.
            let place = if phase == later { "#0 `x`" } else { "#1 `y`" };
            let (expected, kind) = if phase == later { (of_other, of_other_kind) } else { (said, kind) };
            let found = f.diagnose(&[other.arg(), tensor.arg()]);
            assert_eq!(found, Some(format!("{kind} {place}: {expected}")), "{phase} {later}");
        }
        let found = f.diagnose(&[tensor.arg(), raw(&text[0])]);
        assert_eq!(found.as_deref(), Some("TypeError #1 `y`: expected Tensor, got str"));
    }
}

#[test]
fn what_is_in_order_is_accepted() {
    let f = functions!(
        x: CpuViewMut<'_, f32, 2> = "shape(_, 4)",
        y: CpuView<'_, f32, 2> = "shape(_, 4)",
    );
    let [x, y] = [Dl::new(&[2, 4]), Dl::new(&[2, 4]).at(32)];
    assert_eq!(f.diagnose(&[x.arg(), y.arg()]), None);
}
