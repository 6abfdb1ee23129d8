#![forbid(unsafe_code)]

use tvm_ffi::cuda::__private::{Image, Kernel, Library, Options};

static LIBRARY: Library = Library::new(&[Image::Ptx(b".version 8.0, without its end")]);
static KERNEL: Kernel = Kernel::new(&LIBRARY, c"kernel", &[], Options::DEFAULT);

fn main() {
    _ = KERNEL.preload(0);
}
