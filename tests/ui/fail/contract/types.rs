use tvm_ffi::prelude::*;

const SCALE: f32 = 4.0;

#[tvm_ffi::export]
fn constant_is_float(#[shape({ SCALE })] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

struct Config;

impl tvm_ffi::FfiType for Config {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Config");
}

impl<'a> tvm_ffi::FromAnyView<'a> for Config {
    type Holder = ();

    fn decode(_: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        Some(Self)
    }

    fn explain(_: AnyView<'_>) -> Option<tvm_ffi::Mismatch> {
        None
    }
}

#[tvm_ffi::export]
fn on_own_type(#[shape(n)] config: Config) {
    drop(config);
}

// Where the result is missing, it is suggested behind the parameters.
#[tvm_ffi::export]
fn question_mark_without_result(#[shape(n)] x: CpuView<'_, f32, 1>, text: &str) {
    let n: usize = text.parse()?;
    _ = x.get([n]);
}

type Scale = f32;

#[tvm_ffi::export]
fn symbol_is_float_alias(#[shape(scale)] x: CpuView<'_, f32, 1>, scale: Scale) -> f32 {
    x.iter().map(|x| scale * x).sum()
}

fn main() {}
