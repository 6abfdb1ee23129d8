//! The key of a cache entry.

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

/// The key of a job: a hash of the source with the appended assertions, its name (`__FILE__`), the embedded headers, the options with the architecture and the folders,
/// the compiler's version and file length, and the contents of the installed headers.
///
/// The compiler does not report which headers it has read. So this follows the `#include` lines in the source, in the embedded headers, and in the headers that they
/// include, as the compiler does. Conditions are not evaluated, so there may be more headers than the compiler reads. An `#include` of a macro is not followed: empty
/// the cache after changing a header that is only included in this way.
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

/// Adds bytes with their length, so that the boundary between two texts is part of the hash.
fn add(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}
