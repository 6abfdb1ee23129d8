//! What users are told. Where it is shown is a matter of the compile-fail tests.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::expand;

/// The messages in an expansion.
pub(super) fn messages(options: TokenStream, item: TokenStream) -> Vec<String> {
    messages_in(expand(options, item))
}

pub(super) fn messages_in(expansion: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    collect(expansion, &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    let mut after_name = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) if after_name => {
                let text: syn::LitStr = syn::parse2(group.stream()).expect("compile_error! takes a string");
                found.push(text.value());
                after_name = false;
            }
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Ident(ident) => after_name = ident == "compile_error",
            TokenTree::Punct(punct) if punct.as_char() == '!' => {}
            _ => after_name = false,
        }
    }
}

/// Asserts what is said about `#[tvm_ffi::export($options)] $item`: each message starts so and ends so.
macro_rules! says {
    ($name:ident: [$($options:tt)*] { $($item:tt)+ } => $($start:literal .. $end:literal),* $(,)?) => {
        #[test]
        fn $name() {
            let found = $crate::tests::messages::messages(quote::quote!($($options)*), quote::quote!($($item)*));
            let expected: &[(&str, &str)] = &[$(($start, $end)),*];
            let are_equal = found.len() == expected.len()
                && found.iter().zip(expected).all(|(found, (start, end))| found.starts_with(start) && found.ends_with(end));
            assert!(are_equal, "expected {expected:#?}\ngot {found:#?}");
        }
    };
}

pub(super) use says;

says!(nothing_is_wrong: [] { fn f(x: i64, #[default(1)] y: i64) -> i64 { x + y } } => );

// Items.
says!(structs: [] { struct S; } => "`#[tvm_ffi::export]` can only be applied to a function" .. "help: use `#[tvm_ffi::object]` to expose a type");
says!(enums: [] { pub enum E {} } => "`#[tvm_ffi::export]` can only" .. "to take and return an enum");
says!(impls: [] { impl S {} } => "`#[tvm_ffi::export]` can only" .. "help: use `#[tvm_ffi::methods]` to expose the methods of an `impl` block");
says!(unsafe_impls: [] { unsafe impl T for S {} } => "`#[tvm_ffi::export]` can only" .. "of an `impl` block");
says!(traits: [] { unsafe trait T {} } => "`#[tvm_ffi::export]` can only" .. "on the `impl` block of an object");
says!(modules: [] { mod m {} } => "`#[tvm_ffi::export]` can only" .. "help: put it on each function in the module");
says!(constants: [] { const X: i64 = 1; } => "`#[tvm_ffi::export]` can only" .. "help: export a function that returns the value");
says!(imports: [] { use a::b; } => "`#[tvm_ffi::export]` can only" .. "help: export a function that calls the imported one");
says!(foreign: [] { extern "C" {} } => "`#[tvm_ffi::export]` can only" .. "help: export a function that calls the foreign one");
says!(macros: [] { m! {} } => "`#[tvm_ffi::export]` can only" .. "help: put the attribute on the function inside the macro");
says!(aliases: [] { type T = i64; } => "`#[tvm_ffi::export]` can only" .. "help: put it on a function");

// Functions.
says!(async_functions: [] { async fn f() {} } => "exported functions and methods cannot be `async`" .. "help: block on the future inside the function");
says!(unsafe_functions: [] { unsafe fn f() {} } => "exported functions and methods cannot be `unsafe`: Python callers cannot uphold a safety contract" .. "help: expose a safe wrapper");
says!(foreign_functions: [] { extern "C" fn f() {} } => "exported functions and methods are plain Rust functions" .. "help: remove the `extern` qualifier");
says!(variadics: [] { extern "C" fn f(_x: i64, ...) {} } => "exported functions and methods are plain" .. "qualifier", "exported functions and methods cannot be variadic" .. "help: take any arguments as `args: &[AnyView<'_>]`");
says!(generics: [] { fn f<'a, T, const N: usize>(x: &'a str) {} } =>
    "exported functions cannot be generic: a C symbol has one concrete signature" .. "help: write one exported function per type, or list the types of a tensor's elements: `#[tvm_ffi::export(dispatch(T = [f32, f64]))]`",
    "exported functions cannot be generic over constants" .. "such as `CpuViewD<'_, f32>`");
says!(target_features: [] { #[target_feature(enable = "avx2")] fn f() {} } => "exported functions and methods cannot have `#[target_feature]`" .. "that has the attribute");
says!(two_exports: [] { #[export(name = "g")] fn f() {} } => "`#[tvm_ffi::export]` may only be used once" .. "calls this one");
says!(someone_elses_export: [] { #[other::export] fn f() {} } => );

// Parameters.
says!(receivers: [] { fn f(&self, x: Self) {} } => "`self` needs `#[tvm_ffi::methods]` on the `impl` block" .. "block");
says!(self_types: [] { fn f(x: &Self) -> Self {} } => "`Self` needs `#[tvm_ffi::methods]` on the `impl` block" .. "block", "`Self` needs" .. "block");
says!(patterns: [] { fn f((a, b): (i64, Option<&str>)) {} } => "exported arguments must be plain identifiers" .. "help: write `value: (i64, Option<&str>)` and destructure inside the body");
says!(wildcards: [] { fn f(_: i64) {} } => "exported arguments must be plain identifiers" .. "help: give it a name; one that starts with `_` may stay unused");
says!(references: [] { fn f(ref x: i64) {} } => "exported arguments must be plain identifiers" .. "help: write `x: i64`");
says!(statics: [] { fn f(x: &'static str, y: View<'static, f32>) {} } =>
    "exported arguments are borrowed from the caller for one call and cannot be 'static" .. "help: use '_, or take an owned type such as Tensor",
    "exported arguments are borrowed" .. "Tensor");
says!(static_bounds: [] { fn f<'a: 'static, 'b>(x: &'a str) where 'b: 'a + 'static {} } =>
    "exported arguments are borrowed" .. "help: remove the bound",
    "exported arguments are borrowed" .. "help: remove the bound");
says!(borrowing_functions: [] { fn f(x: TypedFunction<fn(&str, View<'_>) -> &'static str>) {} } =>
    "the function type of an argument cannot borrow" .. "help: write owned types, such as `String` for `&str`, and `Tensor` for a view",
    "the function type" .. "view", "the function type" .. "view");
says!(functions_of_statics: [] { fn f(x: Vec<TypedFunction<fn(&'static str, Option<i64>) -> String>>) {} } => );
says!(impl_fn: [] { fn f(x: impl Fn(i64) -> i64) {} } => "exported functions and methods cannot take `impl Trait`: the argument type must be concrete" .. "help: take `Function`, or `TypedFunction<fn(A) -> R>`");
says!(impl_trait: [] { fn f(x: impl Into<i64>, y: Vec<impl Copy>) {} } => "exported functions and methods cannot take `impl Trait`" .. "which is any value", "exported functions and methods cannot take `impl Trait`" .. "concrete");
says!(mutable_slices: [] { fn f(x: &mut [f32]) {} } => "exported functions and methods cannot take `&mut`" .. "help: take `mut x: CpuViewMut<'_, f32, 1>` to write into a tensor");
says!(mutable_arguments: [] { fn f(args: &mut [AnyView<'_>]) {} } => "exported functions and methods cannot take `&mut`" .. "help: take `&[AnyView<'_>]`");
says!(mutable_metadata: [] { fn f(x: &mut TensorView<'_>) {} } => "exported functions and methods cannot take `&mut`" .. "to write into a tensor");
says!(mutable_views: [] { fn f(x: &mut CpuViewMut<'_, f32, 1>) {} } => "exported functions and methods cannot take `&mut`" .. "help: take `mut x: CpuViewMut<'_, f32, 1>`");
says!(mutable_tensors: [] { fn f(x: &mut Tensor) {} } => "exported functions and methods cannot take `&mut`" .. "to write into a tensor");
says!(mutable_text: [] { fn f(x: &mut String) {} } => "exported functions and methods cannot take `&mut`" .. "help: take `String` and return the new value");
says!(mutable_objects: [] { fn f(x: &mut Mean, y: &mut stats::Mean) {} } => );
says!(mutable_values: [] { fn f(x: &mut i64, y: &mut Vec<i64>) {} } => "exported functions and methods cannot take `&mut`" .. "help: take `i64` and return the new value", "exported functions" .. "help: take `Vec<i64>` and return the new value");
says!(packed_among_others: [] { fn f(x: i64, args: &[AnyView<'_>]) {} } => "`&[AnyView<'_>]` stands for all arguments and must be the only parameter" .. "as a list");
says!(packed_default: [] { fn f(#[default(1)] args: &[AnyView<'_>]) {} } => "the packed form takes any number of arguments, and no default" .. "");

// Attributes of parameters.
says!(default_on_function: [] { #[default(1)] fn f(x: i64) {} } => "`#[default]` stands on a parameter" .. "help: write `fn f(#[default(1.0)] x: f64)`");
says!(default_without_value: [] { fn f(#[default] x: i64) {} } => "`default` requires an expression in parentheses: `#[default(1.0)]`" .. "");
says!(default_assigned: [] { fn f(#[default = 1] x: i64) {} } => "`default` requires an expression in parentheses" .. "");
says!(default_empty: [] { fn f(#[default()] x: i64) {} } => "`default` requires an expression in parentheses" .. "");
says!(default_of_two: [] { fn f(#[default(1, 2)] x: i64) {} } => "`default` takes one expression" .. "");
says!(default_twice: [] { fn f(#[default(1)] #[default(2)] x: i64) {} } => "`default` may only be specified once on a parameter" .. "");
says!(default_before_none: [] { fn f(#[default(1)] x: i64, y: i64, z: i64) {} } => "`y` follows a parameter with a default and has none itself" .. "or move it before `x`");
says!(misspelt: [] { fn f(#[defualt(1)] x: i64) {} } => "unknown parameter attribute `defualt`" .. "help: did you mean `default`?");
says!(conditional: [] { fn f(#[cfg(windows)] x: i64) {} } => "`#[cfg]` cannot be used on a parameter" .. "with `#[cfg]` on the function");
says!(someone_elses_attribute: [] { fn f(#[allow(unused)] #[wrapped] x: i64) {} } => );

// Results.
says!(never: [] { fn f() -> ! {} } => "exported functions and methods cannot return `!`" .. "help: leave out the return type");
says!(returned_trait: [] { fn f() -> impl Iterator<Item = i64> {} } => "exported functions and methods can return `impl Fn(...) -> ...`" .. "up to an `IndexError`");
says!(returned_value: [] { fn f() -> impl Into<i64> {} } => "exported functions and methods can return `impl Fn(...) -> ...`" .. "with `Function::new`");
says!(returned_captures: [] { fn f(x: Option<&str>) -> io::Result<impl Fn() + Send> {} } => "a returned closure outlives the call" .. "help: add `+ 'static`, and move into the closure what it needs");
says!(returned_captures_nothing: [] { fn f(x: &str) -> impl Fn() + Send + 'static {} } => );
says!(returned_captures_precisely: [] { fn f(x: &str) -> impl Fn() + use<> {} } => );
says!(returned_without_borrows: [] { fn f(x: Vec<i64>) -> impl Fn() {} } => );
says!(returned_inner_closure: [] { fn f() -> Option<impl Fn()> {} } => "exported functions and methods can return `impl Fn(...) -> ...`" .. "with `Function::new`");

// Names.
says!(leading_underscore: [] { fn _f() {} } => "`_f` starts with `_`: a name is made of ASCII letters" .. "help: name the export with `#[tvm_ffi::export(name = \"...\")]`");
says!(named_leading_underscore: [name = "f"] { fn _f() {} } => );
says!(letters: [] { fn größe() {} } => "`größe` contains `ö`" .. "`#[tvm_ffi::export(name = \"...\")]`");
says!(reserved: [name = "f"] { fn __tvm_ffi_body() {} } => "names that start with `__tvm_ffi_` are reserved for generated code" .. "");
says!(manifest: [] { fn tvm_ffi_manifest() {} } => "`tvm_ffi_manifest` is the function that lists a library's exports" .. "");

// Options.
says!(empty_name: [name = ""] { fn f() {} } => "the name is empty" .. "starts with a letter");
says!(spaced_name: [name = "a b"] { fn f() {} } => "`a b` contains ` `" .. "");
says!(name_of_digits: [name = "1x"] { fn f() {} } => "`1x` starts with `1`" .. "");
says!(name_without_value: [name] { fn f() {} } => "`name` requires a string: `name = \"rms_norm\"`" .. "");
says!(name_is_number: [name = 1] { fn f() {} } => "`name` requires a string literal" .. "");
says!(name_is_expression: [name = concat!("a")] { fn f() {} } => "`name` requires a string literal" .. "");
says!(name_in_parentheses: [name("a")] { fn f() {} } => "`name` requires a string literal" .. "");
says!(name_missing: [name = ] { fn f() {} } => "expected a value after `=`" .. "");
says!(name_without_comma: [name = "a" global] { fn f() {} } => "expected `,` after the value of `name`" .. "");
says!(name_twice: [name = "a", name = "b"] { fn f() {} } => "`name` may only be specified once" .. "");
says!(undotted_global: [global = "f"] { fn f() {} } => "`f` is not dotted" .. "such as `my_ext.f`");
says!(empty_global_prefix: [global = ".f"] { fn f() {} } => "`.f` starts with `.`" .. "");
says!(half_dotted_global: [global = "f."] { fn f() {} } => "`f.` has an empty part" .. "such as `my_ext.rms_norm`");
says!(global_is_number: [global = 1] { fn f() {} } => "`global` requires a string literal" .. "");
says!(global_in_parentheses_is_empty: [global()] { fn f() {} } => "`global(...)` needs `override`: `global(override)` or" .. "`global(override, name = \"my_ext.rms_norm\")`");
says!(global_name_without_override: [global(name = "a.f")] { fn f() {} } => "`name` in `global(...)` needs `override`" .. "help: without it, write `global = \"a.f\"`");
says!(global_override_twice: [global(override, override)] { fn f() {} } => "`override` may only be specified once" .. "");
says!(global_override_with_value: [global(override = true)] { fn f() {} } => "`override` takes no value" .. "");
says!(global_unknown_part: [global(replace)] { fn f() {} } => "unknown option `replace` of `global`, expected `global(override)` or" .. "");
says!(global_overriding_undotted: [global(override, name = "f")] { fn f() {} } => "`f` is not dotted" .. "such as `my_ext.f`");
says!(system_lib_with_value: [system_lib = true] { fn f() {} } => "`system_lib` takes no value" .. "");
says!(crate_without_path: [crate = "a b"] { fn f() {} } => "`crate` requires a path such as \"my_crate::tvm_ffi\", got \"a b\"" .. "");
says!(returns_of_nothing_written: [returns] { fn f() -> Tensor {} } => "`returns` requires what the returned tensor is" .. "");
says!(returns_as_value: [returns = "f32"] { fn f() -> Tensor {} } => "`returns` requires what the returned tensor is" .. "");
says!(returns_of_unknown_item: [returns(shap(n))] { fn f(n: i64) -> Tensor {} } => "`returns` does not have `shap`" .. "help: did you mean `shape`?");
says!(returns_of_expression: [returns("f32")] { fn f() -> Tensor {} } => "expected one of: `shape(...)`" .. "");
says!(returns_item_twice: [returns(dtype(f32), dtype(f64))] { fn f() -> Tensor {} } => "`dtype` may only be specified once for a tensor" .. "");
says!(returns_without_dtype: [returns(dtype())] { fn f() -> Tensor {} } => "`dtype` requires what the elements are" .. "");
says!(returns_unknown_dtype: [returns(dtype(f23))] { fn f() -> Tensor {} } => "unknown dtype `f23`" .. "");
says!(returns_unknown_device: [returns(device(gpu))] { fn f() -> Tensor {} } => "unknown device `gpu`" .. "");
says!(returns_from_nothing: [returns(dtype(f32))] { fn f() {} } => "`returns` describes a returned tensor, and the function returns nothing" .. "");
says!(returns_from_unit: [returns(dtype(f32))] { fn f() -> Result<()> {} } => "`returns` describes a tensor, and `()` is not one" .. "");
says!(returns_of_number: [returns(dtype(f32))] { fn f() -> Result<f32> {} } => "`returns` describes a tensor, and `f32` is not one" .. "");
says!(returns_of_optional_number: [returns(dtype(f32))] { fn f() -> Option<i64> {} } => "`returns` describes a tensor, and `Option<i64>` is not one" .. "");
says!(returns_of_closure: [returns(dtype(f32))] { fn f() -> impl Fn() + Send + Sync + 'static {} } => "`returns` describes a returned tensor, and the function returns a closure" .. "");
says!(returns_of_tuple_as_one: [returns(dtype(f32))] { fn f() -> (Tensor, i64) {} } => "`(Tensor, i64)` is a tuple" .. "");
says!(returns_of_too_few: [returns((dtype(f32)))] { fn f() -> (Tensor, i64) {} } => "`returns` has 1 group, and `(Tensor, i64)` has 2 elements" .. "");
says!(returns_of_one_as_tuple: [returns((dtype(f32)))] { fn f() -> Tensor {} } => "`returns` has a group for each element of a tuple, and the function returns `Tensor`" .. "");
says!(returns_of_no_tensor_in_tuple: [returns((dtype(f32)), (dtype(f32)))] { fn f() -> Result<(Tensor, i64)> {} } => "`returns` describes a tensor, and `i64` is not one" .. "");
says!(returns_of_mixed_groups: [returns(_, dtype(f32))] { fn f() -> (i64, Tensor) {} } => "each element of a returned tuple has a group in parentheses" .. "");
says!(returns_of_empty_group: [returns(_, ())] { fn f() -> (i64, Tensor) {} } => "nothing is declared of this element" .. "");
says!(returns_of_new_symbol: [returns(shape(n, m))] { fn f(#[shape(n)] x: CpuView<'_, f32, 1>) -> Tensor {} } => "nothing binds the symbol `m`" .. "an extent that depends on the data is `_`");
says!(returns_of_optional_symbol: [returns(shape(n))] { fn f(#[shape(n)] x: Option<CpuView<'_, f32, 1>>) -> Tensor {} } => "`n` is bound only by `#[shape]` of the optional `x`, which may be missing" .. "");
says!(returns_of_stride: [returns(shape(s))] { fn f(#[strides(s)] x: CpuView<'_, f32, 1, Strided>) -> Tensor {} } => "`s` is bound only by `#[strides]` of `x`, which binds nothing where an extent is 1" .. "");
says!(returns_of_one_for_several: [returns(shape(s))] { fn f(#[shape(s..)] x: CpuViewD<'_, f32>) -> Tensor {} } => "`s..` stands for several numbers" .. "");
says!(returns_of_several_for_one: [returns(shape(n..))] { fn f(#[shape(n)] x: CpuView<'_, f32, 1>) -> Tensor {} } => "`n` stands for one number" .. "");
says!(returns_of_text: [returns(shape(x))] { fn f(x: &str) -> Tensor {} } => "a symbol with the name of a parameter is its value" .. "");
says!(returns_of_two_rests: [returns(shape(.., ..))] { fn f() -> Tensor {} } => "there is a `..` already" .. "");
says!(returns_of_negative_extent: [returns(shape(-1))] { fn f() -> Tensor {} } => "an extent is never negative" .. "");
says!(shape_of_too_few_integers: [] { fn f(#[shape(h)] size: (i64, i64)) {} } => "`#[shape]` has 1 entry, and `size: (i64, i64)` has 2 integers" .. "");
says!(shape_of_any_number_of_integers: [] { fn f(#[shape(h..)] size: [i64; 2]) {} } => "`..` stands for any number of integers, and `size: " .. "");
says!(dtype_of_integers: [] { fn f(#[dtype(i64)] size: Shape) {} } => "`#[dtype]` stands on a tensor, and `size: Shape` is none" .. "a sequence of integers can have `#[shape]`");
says!(shape_of_numbers: [] { fn f(#[shape(h, w)] size: (f64, f64)) {} } => "`#[shape]` stands on a tensor or on a sequence of integers, and `size: (f64, f64)` is neither" .. "");
says!(unknown_option: [nam = "f"] { fn f() {} } => "unknown option `nam`, expected one of: `name`, `global`, `system_lib`, `dispatch`, `cpu`, `returns`, `crate`" .. "help: did you mean `name`?");
says!(no_option: [5] { fn f() {} } => "expected an option, which is one of: `name`, `global`, `system_lib`, `dispatch`, `cpu`, `returns`, `crate`" .. "");
says!(all_at_once: [nam = "f", global = "g"] { async fn _f(_: i64) {} } =>
    "unknown option" .. "help: did you mean `name`?", "`g` is not dotted" .. "", "`_f` starts with" .. "", "exported functions and methods cannot be `async`" .. "", "exported arguments must be" .. "");

#[test]
fn the_function_stays_without_helper_attributes() {
    let expanded = expand(
        quote!(),
        quote!(
            async fn f(
                /// Documented.
                #[default(1)]
                #[defualt(2)]
                #[allow(unused)]
                x: i64,
            ) {
            }
        ),
    );
    let text: String = expanded.to_string().split_whitespace().collect();
    assert!(text.starts_with("asyncfnf(#[allow(unused)]x:i64,){}::core::compile_error!"), "{text}");
}

#[test]
fn what_is_no_function_stays() {
    let item = quote!(
        struct S {
            x: i64,
        }
    );
    assert!(expand(quote!(), item.clone()).to_string().starts_with(&item.to_string()));
}
