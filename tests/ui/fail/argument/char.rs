#[tvm_ffi::export]
fn code(letter: char) -> u32 {
    letter.into()
}

fn main() {}
