//! What users are told about contracts and dispatch.

use super::messages::says;

// What is no tensor.
says!(shape_on_number: [] { fn f(#[shape(n)] #[align(16)] x: i64) {} } => "`#[shape]` stands on a tensor or on a sequence of integers, and `x: i64` is neither" .. "help: remove the attribute: the symbol `x` is the value of this parameter");
says!(shape_on_text: [] { fn f(#[shape(n)] x: Option<&str>) {} } => "`#[shape]` stands on a tensor or on a sequence of integers, and `x: Option<&str>` is neither" .. "`(i64, i64)`");
says!(out_on_any: [] { fn f(#[out] x: AnyView<'_>) {} } => "`#[out]` stands on a tensor, and `x: AnyView<'_>` is none" .. "");
says!(shape_on_owned: [] { fn f(#[shape(n)] x: Tensor) {} } => "`#[shape]` stands on a view, and `x` is an owned `Tensor`" .. "such as `CpuView<'_, f32, 1>`");
says!(shape_on_tuple: [] { fn f(#[shape(n)] x: (TensorView<'_>, i64)) {} } => "`#[shape]` stands on one tensor, and `x` is a tuple" .. "help: take each tensor as a parameter of its own");
says!(shape_on_packed: [] { fn f(#[shape(n)] x: &[AnyView<'_>]) {} } => "`#[shape]` stands on a tensor, and the packed form takes any arguments" .. "such as `x: TensorView<'_>`");
says!(shape_on_list: [] { fn f(#[shape(n)] x: Vec<TensorView<'_>>) {} } => "`#[shape]` cannot stand on a list: its tensors may differ in shape" .. "");
says!(everything_but_shape_on_list: [] { fn f(#[dtype(f32)] #[device(cpu)] #[align(4)] #[strides(_, 1)] x: Vec<TensorView<'_>>) {} } => );
says!(aliases_may_be_tensors: [] { fn f(#[shape(n)] #[dtype(f32)] #[strides(1)] #[out] x: Option<Image<'_>>) {} } => );

// What to write instead is made from what is written.
says!(strided_help: [] { fn f(#[strides(1)] x: Option<CpuViewD<'_, Complex<f32>>>, #[strides(_, 1)] y: CpuView<'_, f32, 2, Contiguous>) {} } =>
    "`#[strides]` needs a `Strided` view: `x` is contiguous" .. "help: take `Option<CpuViewD<'_, Complex<f32>, Strided>>`, or remove the attribute",
    "`#[strides]` needs a `Strided` view: `y` is contiguous" .. "help: take `CpuView<'_, f32, 2, Strided>`, or remove the attribute");
says!(out_help: [] { fn f(#[out] x: Option<tvm_ffi::CudaView<'_, f32, 2, Strided>>) {} } => "`#[out]` needs a view that can be written" .. "help: take `Option<tvm_ffi::CudaViewMut<'_, f32, 2, Strided>>`");
says!(written: [] { fn f(#[out] x: CpuCells<'_, f32, 1>, #[out(zero)] y: CudaViewMutD<'_, f32>) {} } => );
says!(shared_on_device: [] { fn f(x: CudaView<'_, f32, 1>, #[alias(x)] y: CudaViewMut<'_, f32, 1>, #[alias(y)] z: TensorView<'_>) {} } => );

// One mistake is one message.
says!(unread_entries_bind_nothing: [] { fn f(#[shape(n, 1.5)] x: CpuView<'_, f32, 2>, #[shape(2 * n)] y: CpuView<'_, f32, 1>) {} } => "expected a symbol" .. "got `1.5`");
says!(rank_of_both: [] { fn f(#[shape(n, m)] #[strides(_, 1)] x: CpuView<'_, f32, 3, Strided>) {} } =>
    "`#[shape]` has 2 entries" .. "where anything will do", "`#[strides]` has 2 entries" .. "where anything will do");
says!(rests_of_shape_and_strides: [] { fn f(#[shape(n, m, ..)] #[strides(1)] x: TensorView<'_>) {} } => "`#[strides]` has 1 entry, and `#[shape]` has 3 entries" .. "in both");
says!(no_power_of_two: [] { fn f(#[align(0)] x: TensorView<'_>, #[align(24)] y: TensorView<'_>) {} } => "an alignment is a power of two, and `0` is none" .. "help: write `#[align(16)]`", "an alignment" .. "help: write `#[align(32)]`");

// Symbols.
says!(integers_come_first: [] { fn f(#[shape(2 * n, k)] x: CpuView<'_, f32, 2>, n: u8, k: Index) {} } => );
says!(bound_again_for_certain: [] { fn f(#[shape(n)] x: Option<CpuView<'_, f32, 1>>, #[shape(n, n + 1)] y: CpuView<'_, f32, 2>) {} } => );
says!(strides_see_all_shapes: [] { fn f(#[strides(2 * n, n)] x: CpuView<'_, f32, 2, Strided>, #[shape(n)] y: CpuView<'_, f32, 1>) {} } => );
says!(strides_bind_for_strides_alone: [] { fn f(#[strides(ld)] x: CpuView<'_, f32, 1, Strided>, #[strides((ld + 1))] y: CpuView<'_, f32, 1, Strided>) {} } => "`ld` is bound only by `#[strides]` of `x`, and strides bind nothing where an extent is 1" .. "`ld: usize`");
says!(raw_names: [] { fn f(r#type: i64, #[shape(2 * r#type)] x: CpuView<'_, f32, 1>) {} } => );
says!(capitals_are_no_constants: [] { fn f(#[shape(N, 2 * N)] x: CpuView<'_, f32, 2>) {} } => );

// Dispatch.
says!(dispatched: [dispatch(T = [f32, half::f16])] { fn f<'a, T: Element>(x: Option<Image<'a, T>>, y: T, z: Vec<T>) -> &'a [i64] where T: Copy, for<'x> &'x T: Add {} } => );
says!(dispatched_by_list: [dispatch(T = [f32])] { fn f<T: Element>(x: Vec<CpuView<'_, T, 1>>) {} } => );
says!(both_misspelt: [dispatch(T = [f32], Elements = [i8])] { fn f<T: Element, Element: E>(x: CpuView<'_, T, 1>, y: CpuView<'_, Element, 1>) {} } => "`f` has no type parameter `Elements`" .. "help: did you mean `Element`?");
says!(lists_after_lists: [dispatch(T = [f32] U = [f64])] { fn f() {} } => "expected `,` after the list of types" .. "");
says!(nothing_generic: [dispatch(T = [f32])] { fn f(x: i64) {} } => "`f` has no type parameter `T`" .. "or remove `T` from `dispatch`");
