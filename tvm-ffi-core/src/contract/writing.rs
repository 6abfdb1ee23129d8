//! What a call writes, kept for tensors that its function gets while it runs.

use super::overlap::{may_be_on_host, range};
use crate::call;
use crate::convert::FfiType;
use crate::description::Record;
use crate::tensor::written::Entries;

/// The host memory that a call writes, from the comparison of its arguments to the end of its function.
pub struct Writing {
    entries: Entries,
    by: &'static Record,
}

/// Whether safe code can write host memory through a parameter of a type.
#[inline(always)]
pub const fn writes_on_host<T: FfiType>() -> bool {
    T::FACTS.writes && may_be_on_host(T::FACTS.tensor)
}

/// Whether a parameter of a type may lead to code, or to a container or an object that code changes: then the function may get tensors that
/// were not among its arguments.
#[inline(always)]
pub const fn may_get_tensors<T: FfiType>() -> bool {
    call::leads_to_code(T::FACTS.kind)
}

impl Writing {
    /// No memory yet.
    pub fn begin(by: &'static Record) -> Self {
        Self { entries: Entries::new(), by }
    }

    /// Adds the tensors of an argument, if they are written.
    #[inline]
    pub fn add<T: FfiType>(&mut self, argument: &T) {
        if const { writes_on_host::<T>() } {
            argument.all_tensors(&mut |tensor, _| {
                let (start, size) = range::<T>(tensor.tensor());
                self.entries.add(start, start.saturating_add(size), self.by);
                true
            });
        }
    }
}
