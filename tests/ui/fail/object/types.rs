use std::rc::Rc;
use std::sync::Mutex;

use tvm_ffi::{Ref, Tensor};

#[tvm_ffi::object("ui.EqWithoutPartialEq", eq, hash)]
#[derive(Hash)]
struct EqWithoutPartialEq {}

#[tvm_ffi::object("ui.HookWithoutDerive", repr, copy)]
struct HookWithoutDerive {}

struct Plain {
    x: i64,
}

struct Weights {
    first: Tensor,
}

#[tvm_ffi::export]
fn not_an_object(plain: Ref<Plain>) -> i64 {
    1
}

#[tvm_ffi::object("ui.FieldType", init)]
struct FieldType {
    #[field]
    config: Plain,
    #[field]
    text: &'static str,
}

#[tvm_ffi::object("ui.NotSend")]
struct NotSend {
    shared: Rc<i64>,
}

#[tvm_ffi::object("ui.NotSearched")]
struct NotSearched {
    #[field]
    name: String,
    weights: Mutex<Option<Weights>>,
    activation: Box<dyn Fn(f32) -> f32 + Send + Sync>,
}

#[derive(tvm_ffi::SearchTensors)]
struct Scratch {
    bytes: [u8; 64],
}

#[tvm_ffi::object("ui.HiddenWithoutDefault", init)]
struct HiddenWithoutDefault {
    scratch: Scratch,
}

#[tvm_ffi::object("ui.Base")]
struct Base {}

#[tvm_ffi::object("ui.Final", final)]
struct Final {}

#[tvm_ffi::object("ui.ExtendsFinal", extends = Final)]
struct ExtendsFinal {
    #[base]
    base: Final,
}

#[tvm_ffi::object("ui.ExtendsNoObject", extends = Scratch)]
struct ExtendsNoObject {
    #[base]
    base: Scratch,
}

#[tvm_ffi::object("ui.ExtendsWithoutInit", extends = Base, init)]
struct ExtendsWithoutInit {
    #[base]
    base: Base,
}

#[tvm_ffi::object("ui.BaseOfAnotherType", extends = Base)]
struct BaseOfAnotherType {
    #[base]
    base: Final,
}

fn main() {}
