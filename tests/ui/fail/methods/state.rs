use tvm_ffi::prelude::*;

#[tvm_ffi::object("stats.One")]
struct One {}

#[tvm_ffi::methods]
impl One {
    fn __getstate__(&self) -> i64 {
        1
    }
}

#[tvm_ffi::object("stats.Other")]
struct Other {}

#[tvm_ffi::methods]
impl Other {
    fn __setstate__(state: i64) -> Self {
        let _ = state;
        Self {}
    }
}

#[tvm_ffi::object("stats.Forms")]
struct Forms {}

#[tvm_ffi::methods]
impl Forms {
    fn __getstate__(&self, protocol: i64) -> i64 {
        protocol
    }

    fn __setstate__(&self, state: i64) {
        let _ = state;
    }
}

#[tvm_ffi::object("stats.Results")]
struct Results {}

#[tvm_ffi::methods]
impl Results {
    fn __getstate__(&self) {}

    fn __setstate__(state: i64) {
        let _ = state;
    }
}

#[tvm_ffi::object("stats.Arguments")]
struct Arguments {}

#[tvm_ffi::methods]
impl Arguments {
    fn __getstate__(&self) -> i64 {
        1
    }

    fn __setstate__(first: i64, second: i64) -> Result<Self> {
        let _ = (first, second);
        Ok(Self {})
    }
}

fn main() {}
