use std::sync::Arc;

use tvm_ffi::Ref;

#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn shared(self: &Ref<Self>) -> usize {
        Ref::strong_count(self)
    }

    fn counted(self: Arc<Self>) -> usize {
        Arc::strong_count(&self)
    }
}

fn main() {}
