//! What a call writes, kept for tensors that its function gets while it runs.

use core::ops::Range;

use super::overlap::{may_be_on_host, range};
use crate::call;
use crate::convert::FfiType;
use crate::description::{Record, message};
use crate::error::{Error, ErrorKind};
use crate::panic::unwind_with;
pub use crate::tensor::written::Decoding;
use crate::tensor::written::{Entries, meet};

/// The host memory that a call writes, from the comparison of its arguments to the end of its function.
pub struct Writing {
    entries: Entries,
    /// What was read while the arguments were decoded.
    read: Vec<Range<usize>>,
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
    /// No memory yet. The arguments are decoded.
    pub fn begin(by: &'static Record, decoding: Decoding) -> Self {
        Self { entries: Entries::new(), read: decoding.end(), by }
    }

    /// Adds the tensors of an argument, if they are written.
    ///
    /// The call ends with an error if one of them was read while the arguments were decoded, and is not in them any more.
    #[inline]
    pub fn add<T: FfiType>(&mut self, argument: &T, name: &str) {
        if const { writes_on_host::<T>() } {
            argument.all_tensors(&mut |tensor, _| {
                let (start, size) = range::<T>(tensor.tensor());
                let bytes = start..start.saturating_add(size);
                if self.read.iter().any(|read| meet(read, &bytes)) {
                    refuse(self.by, name);
                }
                self.entries.add(bytes, self.by);
                true
            });
        }
    }
}

#[cold]
fn refuse(by: &'static Record, name: &str) -> ! {
    let what = format!(
        ": argument `{name}` shares memory with a tensor that was read while the arguments were decoded"
    );
    unwind_with(Error::new(ErrorKind::ValueError, message(by, &what)))
}
