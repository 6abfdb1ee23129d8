use super::*;
use crate::contract::ParameterProbe;
use crate::contract::tests::notation::{Notation, forever};
use crate::description::{Param, ParameterType, Record, Shim, Variable};
use crate::{CpuView, CpuViewD, CpuViewMut, CudaView, DType, TensorView};

macro_rules! types {
    ($($type:ty),*) => { const { &[$(ParameterProbe::<$type>::TYPE),*] as &[_] } };
}

unsafe extern "C" fn shim(
    _: *mut core::ffi::c_void,
    _: *const crate::abi::TVMFFIAny,
    _: i32,
    _: *mut crate::abi::TVMFFIAny,
) -> i32 {
    unreachable!("no test calls it")
}

/// The record of a function whose parameters have names and contracts.
fn record(
    name: &'static str,
    parameters: &[(&'static str, &str)],
    types: &[&'static ParameterType],
    variables: &'static [Variable],
) -> &'static Record {
    let mut notation = Notation { constants: vec![8; 4], ..Notation::default() };
    let parameter = |((name, contract), of): (&(&'static str, &str), &&'static ParameterType)| Param {
        name,
        contract: notation.contract(contract),
        ..Param::new(of)
    };
    let parameters: Vec<_> = parameters.iter().zip(types).map(parameter).collect();
    forever(Box::new(Record {
        name,
        parameters: forever(parameters.into_boxed_slice()),
        variables,
        // SAFETY: the function is never called.
        ..Record::new(unsafe { Shim::new(shim) }, || crate::export::Returned::<()>::tag().result_type())
    }))
}

/// The place and the text of the mistake of a backward function with `dy`, `x`, and `dx`.
fn mistake(contracts: [&'static str; 3]) -> Option<(usize, String)> {
    let forward = record(
        "f",
        &[("x", "shape(n, {WIDTH});var(T)"), ("y", "shape(n, {WIDTH});out;var(T)")],
        types![CpuView<'_, f32, 2>, CpuViewMut<'_, f32, 2>],
        const { &[("T", &[DType::F32, DType::F64])] },
    );
    let [dy, x, dx] = contracts;
    let backward = record(
        "g",
        &[("dy", dy), ("x", x), ("dx", dx)],
        types![CpuView<'_, f32, 2>, CpuView<'_, f32, 2>, CpuViewMut<'_, f32, 2>],
        const { &[("U", &[DType::F64, DType::F32])] },
    );
    let found = compare_pair(forward, backward)?;
    Some((found.place, found.text.as_str().to_owned()))
}

#[test]
fn shapes_are_the_same_up_to_names_and_values() {
    const DX: &str = "out;grad(x);var(U)";
    let right = [
        ["shape(m, 8);grad(y);var(U)", "shape(m, {W});var(U)", DX],
        ["shape(m % 2, _);grad(y);var(U)", "var(U)", DX],
        ["grad(y);var(U)", "shape(a, _);var(U)", "shape(a, 8);out(zero);grad(x);var(U)"],
    ];
    for contracts in right {
        assert_eq!(mistake(contracts), None, "{contracts:?}");
    }
    let wrong = [
        (
            ["shape(m, m);grad(y);var(U)", "var(U)", DX],
            0,
            "`dy` of `g` is [m, m], and `y` of `f` is [n, WIDTH]",
        ),
        (
            ["shape(m, 9);grad(y);var(U)", "var(U)", DX],
            0,
            "`dy` of `g` is [m, 9], and `y` of `f` is [n, WIDTH]",
        ),
        (
            ["shape(m, _);grad(y);var(U)", "shape(k, _);var(U)", DX],
            1,
            "`x` of `g` is [k, _], and `x` of `f` is [n, WIDTH]",
        ),
        (
            ["shape(2 * m, 8);grad(y);var(U)", "var(U)", DX],
            0,
            "`dy` of `g` is [2 * m, 8], and `y` of `f` is [n, WIDTH]",
        ),
        (["shape(m);grad(y);var(U)", "var(U)", DX], 0, "`dy` of `g` is [m], and `y` of `f` is [n, WIDTH]"),
        (
            ["grad(y)", "var(U)", DX],
            0,
            "`dy` of `g` has elements of float32, and `y` of `f` of T = float32, float64",
        ),
        (
            ["grad(z);var(U)", "var(U)", DX],
            0,
            "`z` is not a parameter of `f`, and `dy` of `g` is marked as its gradient: `#[grad(...)]` has the name of an output or an input of the forward",
        ),
    ];
    for (contracts, place, text) in wrong {
        assert_eq!(mistake(contracts), Some((place, text.to_owned())), "{contracts:?}");
    }
}

#[test]
fn types_that_accept_more_are_right() {
    let of = |forward: &'static [&'static ParameterType], backward: &'static [&'static ParameterType]| {
        let forward = record("f", &[("x", ""), ("y", "out")], forward, &[]);
        let backward = record("g", &[("dy", "grad(y)"), ("x", ""), ("dx", "out;grad(x)")], backward, &[]);
        compare_pair(forward, backward).map(|mistake| mistake.text.as_str().to_owned())
    };
    let forward = types![CpuView<'_, f32, 1>, CpuViewMut<'_, f32, 1>];
    assert_eq!(
        of(forward, types![Option<CpuView<'_, f32, 1>>, TensorView<'_>, CpuViewMut<'_, f32, 1>]),
        None
    );
    assert_eq!(of(forward, types![CpuViewD<'_, f32>, CpuView<'_, f32, 1>, CpuViewMut<'_, f32, 1>]), None);
    let text = of(forward, types![CudaView<'_, f32, 1>, CpuView<'_, f32, 1>, CpuViewMut<'_, f32, 1>]);
    assert!(text.is_some_and(|text| text.contains("on another device")));
    let text = of(
        types![CpuViewD<'_, f32>, CpuViewMut<'_, f32, 1>],
        types![CpuView<'_, f32, 1>, CpuView<'_, f32, 1>, CpuViewMut<'_, f32, 1>],
    );
    assert_eq!(text.as_deref(), Some("`x` of `g` has 1 dimension, and `x` of `f` has any number of them"));
    let text = of(forward, types![CpuView<'_, f64, 1>, CpuView<'_, f32, 1>, CpuViewMut<'_, f32, 1>]);
    assert_eq!(text.as_deref(), Some("`dy` of `g` has elements of float64, and `y` of `f` of float32"));
}
