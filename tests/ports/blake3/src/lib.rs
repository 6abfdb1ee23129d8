//! The Python module `blake3`.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use tvm_ffi::prelude::*;
use tvm_ffi::{Bytes, Context};

tvm_ffi::python_module!(blake3);

/// The threads that hash.
enum Threads {
    One,
    Auto,
    Pool(ThreadPool),
}

impl Threads {
    fn new(max_threads: isize) -> Result<Self> {
        Ok(match max_threads {
            1 => Self::One,
            Blake3::AUTO => Self::Auto,
            n if n > 1 => Self::pool(n.unsigned_abs())?,
            _ => bail!(ValueError, "not a valid number of threads"),
        })
    }

    fn pool(threads: usize) -> Result<Self> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Self::Pool(pool.context("cannot start the threads")?))
    }

    fn copy(&self) -> Result<Self> {
        Ok(match self {
            Self::One => Self::One,
            Self::Auto => Self::Auto,
            Self::Pool(pool) => Self::pool(pool.current_num_threads())?,
        })
    }

    fn update(&self, hasher: &mut blake3::Hasher, data: &[u8]) {
        match self {
            Self::One => hasher.update(data),
            Self::Auto => hasher.update_rayon(data),
            Self::Pool(pool) => pool.install(|| hasher.update_rayon(data)),
        };
    }

    fn update_mmap(&self, hasher: &mut blake3::Hasher, path: PathBuf) -> std::io::Result<()> {
        match self {
            Self::One => hasher.update_mmap(path),
            Self::Auto => hasher.update_mmap_rayon(path),
            Self::Pool(pool) => pool.install(|| hasher.update_mmap_rayon(path)),
        }?;
        Ok(())
    }
}

/// An incremental BLAKE3 hasher, which can accept any number of writes. The interface is that of `hashlib`.
#[tvm_ffi::object("blake3.blake3")]
pub struct Blake3 {
    // SAFETY: a hasher has no tensor.
    #[no_tensors(unsafe)]
    hasher: Mutex<blake3::Hasher>,
    // SAFETY: threads have no tensor.
    #[no_tensors(unsafe)]
    threads: Threads,
}

impl Blake3 {
    fn hasher(&self) -> MutexGuard<'_, blake3::Hasher> {
        self.hasher.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[tvm_ffi::methods]
#[allow(non_upper_case_globals)]
impl Blake3 {
    /// The lowercase name of this hashing algorithm.
    const name: &str = "blake3";
    /// The default size of the resulting hash in bytes.
    const digest_size: usize = blake3::OUT_LEN;
    /// The internal block size in bytes.
    const block_size: usize = blake3::BLOCK_LEN;
    /// The key size in bytes.
    const key_size: usize = blake3::KEY_LEN;
    /// A `max_threads` that lets the implementation choose the number of threads.
    const AUTO: isize = -1;

    #[init]
    #[method(gil = "released")]
    fn new(
        #[positional_only]
        #[default(None)]
        data: Option<&[u8]>,
        #[keyword_only]
        #[default(None)]
        key: Option<&[u8]>,
        #[default(None)] derive_key_context: Option<&str>,
        #[default(1)] max_threads: isize,
        #[default(true)] usedforsecurity: bool,
    ) -> Result<Self> {
        let _ = usedforsecurity;
        let mut hasher = match (key, derive_key_context) {
            (None, None) => blake3::Hasher::new(),
            (Some(key), None) => match key.try_into() {
                Ok(key) => blake3::Hasher::new_keyed(key),
                Err(_) => bail!(ValueError, "expected a {}-byte key, found {}", Self::key_size, key.len()),
            },
            (None, Some(context)) => blake3::Hasher::new_derive_key(context),
            (Some(_), Some(_)) => {
                bail!(ValueError, "cannot use key and derive_key_context at the same time")
            }
        };
        let threads = Threads::new(max_threads)?;
        threads.update(&mut hasher, data.unwrap_or_default());
        Ok(Self { hasher: Mutex::new(hasher), threads })
    }

    /// Adds input bytes to the hasher, which can be called any number of times.
    #[method(gil = "released")]
    fn update(this: Ref<Self>, #[positional_only] data: &[u8]) -> Ref<Self> {
        this.threads.update(&mut this.hasher(), data);
        this
    }

    /// Adds the contents of a file, which is mapped into memory.
    #[method(gil = "released")]
    fn update_mmap(this: Ref<Self>, path: PathBuf) -> Result<Ref<Self>> {
        this.threads.update_mmap(&mut this.hasher(), path)?;
        Ok(this)
    }

    /// A copy, which can be given different input.
    fn copy(&self) -> Result<Self> {
        Ok(Self { hasher: Mutex::new(self.hasher().clone()), threads: self.threads.copy()? })
    }

    /// Resets the hasher to its initial state.
    fn reset(&self) {
        self.hasher().reset();
    }

    /// The hash of the input so far, of any length, and from any position of the output.
    #[method(gil = "released")]
    fn digest(
        &self,
        #[default(32)] length: usize,
        #[keyword_only]
        #[default(0)]
        seek: u64,
    ) -> Result<Bytes> {
        Ok(self.output(length, isize::MAX, seek)?.into())
    }

    /// The same in hexadecimal.
    #[method(gil = "released")]
    fn hexdigest(
        &self,
        #[default(32)] length: usize,
        #[keyword_only]
        #[default(0)]
        seek: u64,
    ) -> Result<String> {
        Ok(hex::encode(self.output(length, isize::MAX / 2, seek)?))
    }

    #[skip]
    fn output(&self, length: usize, most: isize, seek: u64) -> Result<Vec<u8>> {
        ensure!(length <= most.unsigned_abs(), OverflowError, "length overflows isize");
        let mut output = Vec::new();
        let Ok(()) = output.try_reserve_exact(length) else { bail!(MemoryError, "{length} bytes") };
        output.resize(length, 0);
        let mut reader = self.hasher().finalize_xof();
        reader.set_position(seek);
        reader.fill(&mut output);
        Ok(output)
    }
}
