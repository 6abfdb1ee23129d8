#[tvm_ffi::object("text.Word")]
pub struct Word<'a> {
    #[field]
    text: &'a str,
}

fn main() {}
