//! What users are told about contracts and dispatch.

use super::messages::says;

// What is no tensor.
says!(shape_on_number: [] { fn f(#[shape(n)] #[align(16)] x: i64) {} } => "`#[shape]` stands on a tensor, and `x: i64` is none" .. "help: take a view such as `CpuView<'_, f32, 1>` or `TensorView<'_>`");
says!(shape_on_text: [] { fn f(#[shape(n)] x: Option<&str>) {} } => "`#[shape]` stands on a tensor, and `x: Option<&str>` is none" .. "`TensorView<'_>`");
says!(out_on_any: [] { fn f(#[out] x: AnyView<'_>) {} } => "`#[out]` stands on a tensor, and `x: AnyView<'_>` is none" .. "");
says!(shape_on_owned: [] { fn f(#[shape(n)] x: Tensor) {} } => "`#[shape]` stands on a view, and `x` is an owned `Tensor`" .. "such as `CpuView<'_, f32, 1>`");
says!(shape_on_tuple: [] { fn f(#[shape(n)] x: (TensorView<'_>, i64)) {} } => "`#[shape]` stands on one tensor, and `x` is a tuple" .. "help: take each tensor as a parameter of its own");
says!(shape_on_packed: [] { fn f(#[shape(n)] x: &[AnyView<'_>]) {} } => "`#[shape]` stands on a tensor, and the packed form takes any arguments" .. "such as `x: TensorView<'_>`");
says!(shape_on_list: [] { fn f(#[shape(n)] x: Vec<TensorView<'_>>) {} } => "`#[shape]` cannot stand on a list: its tensors may differ in shape" .. "");
says!(everything_but_shape_on_list: [] { fn f(#[dtype(f32)] #[device(cpu)] #[align(4)] #[strides(_, 1)] x: Vec<TensorView<'_>>) {} } => );
says!(aliases_may_be_tensors: [] { fn f(#[shape(n)] #[dtype(f32)] #[strides(1)] #[out] x: Option<Image<'_>>) {} } => );
