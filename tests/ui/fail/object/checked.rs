#[tvm_ffi::object("ui.Frozen")]
struct Frozen {}

#[tvm_ffi::object("ui.Mutable", mutable)]
struct Mutable {}

#[tvm_ffi::object("ui.ExtendsFrozen", mutable, extends = Frozen)]
struct ExtendsFrozen {
    #[base]
    base: Frozen,
}

#[tvm_ffi::object("ui.ExtendsMutable", extends = Mutable)]
struct ExtendsMutable {
    #[base]
    base: Mutable,
}

#[tvm_ffi::object("ui.TwoConstructors", init)]
struct TwoConstructors {}

#[tvm_ffi::methods]
impl TwoConstructors {
    #[init]
    fn new() -> Self {
        Self {}
    }
}

fn main() {}
