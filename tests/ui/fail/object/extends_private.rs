mod inner {
    #[tvm_ffi::object("stats.Base")]
    struct Base {
        #[field]
        x: i64,
    }

    #[tvm_ffi::object("stats.Derived", extends = Base)]
    pub struct Derived {
        #[base]
        base: Base,
    }
}

fn main() {}
