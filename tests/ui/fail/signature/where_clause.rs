#[tvm_ffi::export]
fn largest<'a, T>(values: Vec<T>, name: &'a str) -> Option<T>
where
    T: Ord + 'a,
{
    let _ = name;
    values.into_iter().max()
}

fn main() {}
