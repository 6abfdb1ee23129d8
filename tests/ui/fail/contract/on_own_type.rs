use tvm_ffi::prelude::*;

struct Config;

impl tvm_ffi::FfiType for Config {
    fn type_name(out: &mut String) {
        out.push_str("Config");
    }
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
fn configure(#[shape(n)] config: Config) {
    drop(config);
}

fn main() {}
