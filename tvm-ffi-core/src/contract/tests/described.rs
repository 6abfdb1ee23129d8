//! Signatures and metadata.

use super::*;
use crate::contract::metadata::{push_type, push_variables};
use crate::description::Parameter;
use crate::json::Object;

fn signature(function: &Function) -> String {
    let mut text = String::new();
    function.look(|about| about.texts().push_signature(&mut text));
    text
}

fn json(function: &Function) -> Vec<String> {
    let of = |parameter: &Parameter<'_>| {
        let mut json = Object::new();
        if let Some(tensor) = parameter.of.tensor {
            push_type(tensor, &parameter.contract, &mut json);
        }
        json.end()
    };
    function.look(|about| about.texts().parameters.iter().map(of).collect())
}

#[test]
fn the_example_of_the_design() {
    let f = Function::new(&[
        ("x", parameter_type::<CpuView<'_, f32, 2>>(), "", "shape(n, d)"),
        ("weight", parameter_type::<CpuView<'_, f32, 1>>(), "", "shape(d)"),
        ("out", parameter_type::<CpuViewMut<'_, f32, 2>>(), "", "shape(n, d);out"),
        ("eps", parameter_type::<f32>(), "=1e-6", ""),
    ]);
    assert_eq!(
        signature(&f),
        "f(x: Tensor([n, d], float32), weight: Tensor([d], float32), out: Tensor([n, d], float32, out), eps: float = \
         1e-6)"
    );
    assert_eq!(
        json(&f),
        [
            r#"{"role":"in","dtype":"float32","ndim":2,"shape":["n","d"],"layout":"contiguous","device":["cpu"]}"#,
            r#"{"role":"in","dtype":"float32","ndim":1,"shape":["d"],"layout":"contiguous","device":["cpu"]}"#,
            r#"{"role":"out","dtype":"float32","ndim":2,"shape":["n","d"],"layout":"contiguous","device":["cpu"],"init":"uninit"}"#,
            "{}",
        ]
    );
}

#[test]
fn every_item_is_shown() {
    let f = functions!(
        a: TensorView<'_> = "",
        b: TensorView<'_> = "shape(n, d % 16, 2 * n, ..);dtype(float32, float16);device(cpu, cuda);align(16)",
        c: Option<CpuViewMutD<'_, i8, Strided>> = "strides(_, 1);out(zero)",
        d: Vec<TensorView<'_>> = "dtype(float32)",
        e: CpuCells<'_, f32, 1> = "alias(f)",
        f: CpuCells<'_, f32, 1> = "",
        g: CudaViewMut<'_, f32, 0> = "",
        h: CpuView<'_, f64, 2, Strided> = "shape({HEADS}, 2 * {HEADS} + n)",
        i: CpuViewD<'_, u8> = "shape(s..)",
    )
    .constants(&[4, 4]);
    assert_eq!(
        signature(&f),
        "f(a: Tensor, b: Tensor([n, d % 16, 2 * n, ..], float32 | float16, align 16, cpu | cuda), \
         c: Optional[Tensor([..], int8, strides [_, 1], out, zeroed)], d: Array[Tensor(float32)], \
         e: Tensor([_], float32, inout, alias f), f: Tensor([_], float32, inout), \
         g: Tensor([], float32, cuda, inout), h: Tensor([HEADS, 2 * HEADS + n], float64, strided), \
         i: Tensor([s..], uint8))"
    );
    assert_eq!(
        json(&f),
        [
            r#"{"role":"in"}"#,
            r#"{"role":"in","dtype":["float32","float16"],"shape":["n","d % 16","2 * n","*"],"align":16,"device":["cpu","cuda"]}"#,
            r#"{"role":"out","dtype":"int8","ndim":2,"layout":"strided","strides":["_",1],"device":["cpu"],"init":"zero","optional":true}"#,
            r#"{"role":"in","dtype":"float32","list":true}"#,
            r#"{"role":"inout","dtype":"float32","ndim":1,"layout":"contiguous","device":["cpu"],"alias":"f"}"#,
            r#"{"role":"inout","dtype":"float32","ndim":1,"layout":"contiguous","device":["cpu"]}"#,
            r#"{"role":"inout","dtype":"float32","ndim":0,"layout":"contiguous","device":["cuda"]}"#,
            r#"{"role":"in","dtype":"float64","ndim":2,"shape":[4,"2 * 4 + n"],"layout":"strided","device":["cpu"]}"#,
            r#"{"role":"in","dtype":"uint8","shape":["*s"],"layout":"contiguous","device":["cpu"]}"#,
        ]
    );
}

#[test]
fn expressions_are_those_of_python() {
    let f = functions!(x: TensorView<'_> = "shape(n, n / 2 * 3, n / (n + 1), (n % 4) + 1, (n % 4), -n - (n - 1), n % {K}, 3 * 4, _)")
        .constants(&[8]);
    assert_eq!(
        json(&f),
        [concat!(
            r#"{"role":"in","ndim":9,"shape":["n","n // 2 * 3","n // (n + 1)","(n % 4) + 1","(n % 4)","#,
            r#""-n - (n - 1)","n % 8",12,"_"]}"#
        )]
    );
}

#[test]
fn variables_of_a_dispatch_are_listed() {
    let f = functions!(x: CpuView<'_, f32, 1> = "var(T)", y: CpuView<'_, i8, 1> = "var(U)")
        .variables(&[("T", &[DType::F32, DType::F64]), ("U", &[DType::I8])]);
    assert_eq!(signature(&f), "f[T: float32 | float64, U: int8](x: Tensor([_], T), y: Tensor([_], U))");
    let mut variables = Object::new();
    f.look(|about| push_variables(about.variables, &mut variables));
    assert_eq!(variables.end(), r#"{"dtype_vars":{"T":["float32","float64"],"U":["int8"]}}"#);
    assert!(json(&f)[1].starts_with(r#"{"role":"in","dtype":"U","ndim":1"#));
}

#[test]
fn a_text_that_cannot_be_read_asks_for_nothing() {
    for text in [
        "shape(n",
        "shape)",
        "shape(f(n) + \"",
        ";;",
        "align()",
        "dtype(none)",
        "unknown(3)",
        "var()",
        "é(é)",
    ] {
        let f = functions!(x: TensorView<'_> = text);
        assert_eq!(f.diagnose(&[Dl::new(&[3]).arg()]), None, "{text}");
        assert!(signature(&f).starts_with("f(x: Tensor"), "{text}");
        assert!(json(&f)[0].starts_with(r#"{"role":"in""#), "{text}");
    }
}
