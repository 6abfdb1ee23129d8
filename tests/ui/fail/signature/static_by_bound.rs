#[tvm_ffi::export]
fn total<'a>(name: &'a str) -> usize
where
    'a: 'static,
{
    name.len()
}

fn main() {}
