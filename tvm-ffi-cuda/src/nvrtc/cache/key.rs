//! What an entry depends on.

use core::fmt;

use sha2::{Digest, Sha256};

use super::super::job::Job;
use super::super::library::Nvrtc;
use super::headers;

/// The name of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Key(pub(super) [u8; 32]);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The key of a job: a hash over the source with what is appended to it, its name (`__FILE__`), the headers that it brings, options with architecture and folders, the compiler's version
/// and length, and the contents of the headers that are found.
///
/// The compiler does not tell what it has read. So the headers are those that `#include` lines name, in the source, in what it brings, and in such headers in turn, found as
/// the compiler finds them. Conditions are not evaluated, so that there may be more than were read. An `#include` of a macro is not seen: whoever changes a header
/// that is only included so has to empty the cache.
pub(in super::super) fn key(job: &Job, nvrtc: &Nvrtc) -> Key {
    let mut hash = Sha256::new();
    add(&mut hash, concat!("tvm-ffi-cuda ", env!("CARGO_PKG_VERSION")).as_bytes());
    let (major, minor) = nvrtc.version;
    add(&mut hash, format!("{major}.{minor} {}", nvrtc.length).as_bytes());
    add(&mut hash, job.name.as_bytes());
    add(&mut hash, job.text.as_bytes());
    for list in [&job.options, &job.symbols] {
        hash.update((list.len() as u64).to_le_bytes());
        list.iter().for_each(|text| add(&mut hash, text.as_bytes()));
    }
    hash.update((job.headers.len() as u64).to_le_bytes());
    for (name, text) in &job.headers {
        add(&mut hash, name.as_bytes());
        add(&mut hash, text.as_bytes());
    }
    headers::each(job, |header, content| {
        add(&mut hash, header.as_os_str().as_encoded_bytes());
        add(&mut hash, content);
    });
    Key(hash.finalize().into())
}

/// Adds bytes with their number in front, so that the border between two texts counts too.
fn add(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}
