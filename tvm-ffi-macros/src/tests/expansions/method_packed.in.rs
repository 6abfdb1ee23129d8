#[tvm_ffi::methods]
impl Counter {
    fn push_all(&mut self, args: &[AnyView<'_>]) -> usize {
        self.count += args.len();
        self.count
    }
}
