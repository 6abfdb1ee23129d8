//! The host memory that the running calls of a thread write.
//!
//! The arguments of a call are compared with each other before it begins. A tensor that the function gets later, from a callback, a list, or a
//! field, is compared with this table when safe code narrows it to a view, or copies its elements.
//!
//! While arguments are decoded, code of the user's may run, and what is written is not in the table yet. So the table has the tensors that are read
//! meanwhile, and what is written is compared with them.

use core::cell::RefCell;
use core::marker::PhantomData;
use core::ops::Range;

use super::TensorView;
use super::typed::{Cpu, DeviceMarker};
use crate::abi::TypeIndex;
use crate::any::AnyView;
use crate::convert::Mismatch;
use crate::description::Record;
use crate::tensor_search::Span;

/// Memory that a call writes.
struct Written {
    bytes: Range<usize>,
    by: &'static Record,
}

struct Table {
    /// What each call writes, in the order in which the calls began. Code that switches stacks, such as Python's `greenlet`, ends them in
    /// another: then `None` is what has ended.
    written: Vec<Option<Written>>,
    /// What was read since the first of the calls began whose arguments are being decoded.
    read: Vec<Range<usize>>,
    /// The number of those calls.
    decoding: usize,
}

std::thread_local! {
    static TABLE: RefCell<Table> = const { RefCell::new(Table { written: Vec::new(), read: Vec::new(), decoding: 0 }) };
}

/// While the arguments of a call are decoded that writes.
pub struct Decoding {
    /// How much was read before.
    first: usize,
    marker: PhantomData<*mut ()>,
}

impl Decoding {
    /// Before the first argument, if the call may get tensors that are not among its arguments.
    ///
    /// # Panics
    ///
    /// If the thread ends, and has no table any more.
    #[inline(always)]
    pub fn begin_if(may_get_tensors: bool) -> Option<Self> {
        may_get_tensors.then(|| {
            TABLE.with_borrow_mut(|table| {
                table.decoding += 1;
                Self { first: table.read.len(), marker: PhantomData }
            })
        })
    }

    /// What was read since.
    pub(crate) fn end(self) -> Vec<Range<usize>> {
        TABLE.with_borrow(|table| table.read[self.first..].to_vec())
    }
}

impl Drop for Decoding {
    fn drop(&mut self) {
        TABLE.with_borrow_mut(|table| {
            table.decoding -= 1;
            // A call within another keeps what was read for that.
            if table.decoding == 0 {
                table.read.clear();
            }
        });
    }
}

/// Whether two tensors share a byte.
pub(crate) fn meet(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start.max(b.start) < a.end.min(b.end)
}

/// What one call writes, until this is dropped. It stays on its thread.
pub(crate) struct Entries {
    first: usize,
    end: usize,
    marker: PhantomData<*mut ()>,
}

impl Entries {
    /// No memory.
    ///
    /// # Panics
    ///
    /// If the thread ends, and has no table any more.
    pub(crate) fn new() -> Self {
        let first = TABLE.with_borrow(|table| table.written.len());
        Self { first, end: first, marker: PhantomData }
    }

    /// Adds the bytes of a tensor, before another call begins.
    pub(crate) fn add(&mut self, bytes: Range<usize>, by: &'static Record) {
        TABLE.with_borrow_mut(|table| table.written.push(Some(Written { bytes, by })));
        self.end += 1;
    }
}

impl Drop for Entries {
    fn drop(&mut self) {
        TABLE.with_borrow_mut(|Table { written, .. }| {
            written[self.first..self.end].fill_with(|| None);
            while let Some(None) = written.last() {
                written.pop();
            }
        });
    }
}

/// The function that writes memory of a tensor in host memory.
pub(super) fn writer_of(tensor: TensorView<'_>) -> Option<&'static Record> {
    writer(|| Some(tensor))
}

/// The same for a tensor that is to be narrowed to a device.
#[inline]
pub(super) fn writer_on<D: DeviceMarker>(tensor: TensorView<'_>) -> Option<&'static Record> {
    if const { D::DEVICE_TYPE == Cpu::DEVICE_TYPE } { writer_of(tensor) } else { None }
}

/// The same for a value. A `DLTensor*` is lent by a caller or by unsafe code, and not compared.
#[inline]
pub(super) fn writer_of_value<D: DeviceMarker>(view: AnyView<'_>) -> Option<&'static Record> {
    if const { D::DEVICE_TYPE != Cpu::DEVICE_TYPE } || view.type_index() != TypeIndex::TENSOR {
        return None;
    }
    writer(|| TensorView::of_value(view))
}

fn writer<'a>(tensor: impl FnOnce() -> Option<TensorView<'a>>) -> Option<&'static Record> {
    // A thread that ends has no table, and no such call.
    let found = TABLE.try_with(|table| {
        let mut table = table.borrow_mut();
        if table.written.is_empty() && table.decoding == 0 {
            return None;
        }
        let (start, size) = Span::of(tensor()?)?.range();
        let bytes = start..start + size;
        let found = table.written.iter().flatten().find(|it| meet(&it.bytes, &bytes)).map(|it| it.by);
        if table.decoding > 0 {
            table.read.push(bytes);
        }
        found
    });
    found.ok().flatten()
}

/// Says that a function writes the memory.
pub(super) fn mismatch(by: &'static Record) -> Mismatch {
    let name = by.name;
    Mismatch::value_error(format!(
        "the tensor shares memory with an argument that `{name}` writes, and cannot be read before that call has returned"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::tests::Function;
    use crate::tensor::{Tensor, TensorMut};
    use crate::{DType, Device};

    fn written(tensor: &Tensor) -> Entries {
        let start = tensor.view().first_element().addr();
        let (mut entries, by) = (Entries::new(), Function::new(&[]).record());
        entries.add(start..start + tensor.size_in_bytes(), by);
        entries.add(start..start, by);
        entries
    }

    fn tensor(len: i64) -> Tensor {
        TensorMut::zeros(DType::F32, Device::cpu(), &[len]).unwrap().freeze()
    }

    #[test]
    fn calls_may_end_in_another_order() {
        let (a, b, empty) = (tensor(3), tensor(3), tensor(0));
        let is_written = |tensor: &Tensor| writer_of(tensor.view()).is_some();
        let first = written(&a);
        let second = written(&b);
        assert_eq!([&a, &b, &empty].map(is_written), [true, true, false]);
        drop(first);
        assert_eq!([&a, &b].map(is_written), [false, true]);
        let third = written(&a);
        drop(second);
        assert_eq!([&a, &b].map(is_written), [true, false]);
        drop(third);
        assert!(TABLE.with_borrow(|table| table.written.is_empty()));
    }

    #[test]
    fn other_threads_have_their_own_table() {
        let a = tensor(3);
        let _entries = written(&a);
        std::thread::scope(|scope| scope.spawn(|| assert!(writer_of(a.view()).is_none())).join()).unwrap();
    }
}
