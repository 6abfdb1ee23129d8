pub struct Mean {
    #[field]
    count: i64,
}

fn main() {}
