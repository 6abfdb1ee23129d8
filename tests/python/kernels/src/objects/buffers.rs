//! Objects with a buffer.

use tvm_ffi::prelude::*;

/// Bytes that can grow.
#[tvm_ffi::object("e2e.Blob", init, mutable)]
struct Blob {
    #[field]
    content: Bytes,
}

#[tvm_ffi::methods]
impl Blob {
    fn push(&mut self, byte: u8) {
        self.content = [&self.content[..], &[byte]].concat().into();
    }

    fn __buffer__(&self) -> Bytes {
        self.content.clone()
    }
}

/// A matrix.
#[tvm_ffi::object("e2e.Matrix", init)]
struct Matrix {
    #[field]
    elements: Tensor,
}

#[tvm_ffi::methods]
impl Matrix {
    fn __buffer__(&self) -> Result<Tensor> {
        ensure!(self.elements.ndim() == 2, BufferError, "no matrix");
        Ok(self.elements.clone())
    }
}

/// Something without a buffer in place of one.
#[tvm_ffi::object("e2e.NoBuffer", init)]
struct NoBuffer {}

#[tvm_ffi::methods]
impl NoBuffer {
    fn __buffer__(&self) -> i64 {
        1
    }
}
