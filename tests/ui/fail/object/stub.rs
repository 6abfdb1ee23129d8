// A mistake in a struct is reported once, without errors where the struct is used.
use tvm_ffi::Ref;

#[tvm_ffi::object("stats.Counter", mutabel)]
pub struct Counter {
    #[field(set)]
    count: i64,
}

#[tvm_ffi::export]
fn increment(counter: Ref<Counter>) -> Option<Ref<Counter>> {
    Some(counter)
}

#[tvm_ffi::object("stats.Derived", extends = Counter)]
pub struct Derived {
    #[base]
    base: Counter,
}

#[tvm_ffi::object("stats.Holder")]
pub struct Holder {
    #[field]
    counter: Ref<Counter>,
}

fn main() {}
