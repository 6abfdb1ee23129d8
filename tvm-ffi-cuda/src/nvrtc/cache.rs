//! Cache of compiled sources on disk: one file for each combination of source, options, compiler, and architecture.
//!
//! The folder is `TVM_FFI_CUDA_CACHE` (`0` turns the cache off), or else `tvm-ffi-cuda` in `XDG_CACHE_HOME`, or else in `.cache` in the home folder. The name of an
//! entry is a hash of everything that it depends on, see [`key()`]. An entry has a checksum, and a damaged one is replaced. Entries are written to a temporary file
//! and renamed, under a lock for each name, so that one of several processes compiles and the others wait for it. If the folder is not writable, each process
//! compiles for itself. This module never deletes entries; users may do so at any time.
//!
//! Anyone who can write to the folder controls what runs on the GPU, so it is created with access for its owner only.

mod entry;
mod headers;
mod key;

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tvm_ffi_core::Result;

use super::environment::{CACHE, Environment};
use super::{Compiled, Origin};
pub(super) use key::{Key, key};

/// The folder of the cache.
pub(super) struct Cache {
    folder: PathBuf,
    lock_timeout: Duration,
}

/// How long a process waits for another one that compiles the same source, before it compiles for itself. A compilation takes seconds; without this bound, a process
/// that is stopped while it holds the lock would block all others forever.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);

impl Cache {
    /// The cache that is configured in the environment, if any.
    pub(super) fn of(environment: &Environment) -> Option<Self> {
        let folder = match environment.variable(CACHE) {
            Some(value) if value == "0" => return None,
            Some(folder) => PathBuf::from(folder),
            None => user_folder(environment)?.join("tvm-ffi-cuda"),
        };
        Some(Self { folder, lock_timeout: LOCK_TIMEOUT })
    }

    /// The entry of a key. If there is none, calls `make` and stores its result.
    ///
    /// # Errors
    ///
    /// The error of `make`. Errors of the file system are ignored: they only cost time.
    pub(super) fn get_or_make(
        &self,
        key: &Key,
        symbols: &[String],
        make: impl FnOnce() -> Result<Compiled>,
    ) -> Result<(Compiled, Origin)> {
        let path = self.folder.join(format!("{key}.kernels"));
        if let Some(compiled) = read(&path, key, symbols) {
            return Ok((compiled, Origin::Cache));
        }
        // Without a lock several processes may compile the source.
        let _lock = self.lock(key);
        // Another process may have stored it in the meantime.
        if let Some(compiled) = read(&path, key, symbols) {
            return Ok((compiled, Origin::Cache));
        }
        let compiled = make()?;
        // The folder may not be writable, or the disk may be full.
        let _ = self.write(&path, &entry::bytes(&compiled, key));
        Ok((compiled, Origin::Compiler))
    }

    /// Takes the lock of a key. Waits for other threads and processes, but not longer than `lock_timeout`.
    fn lock(&self, key: &Key) -> io::Result<Lock> {
        make_folder(&self.folder)?;
        let path = self.folder.join(format!("{key}.lock"));
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
        let end = Instant::now() + self.lock_timeout;
        while let Err(error) = file.try_lock() {
            if !matches!(error, TryLockError::WouldBlock) || Instant::now() >= end {
                return Err(error.into());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(Lock { file, path })
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let temporary = path.with_extension(format!("{}-{number}.tmp", std::process::id()));
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)
            .and_then(|mut file| file.write_all(bytes))
            .and_then(|()| fs::rename(&temporary, path));
        if written.is_err() {
            // If this fails too, a temporary file remains.
            let _ = fs::remove_file(&temporary);
        }
        written
    }
}

/// The lock of a key. It ends with the process at the latest.
struct Lock {
    file: File,
    path: PathBuf,
}

impl Drop for Lock {
    /// Deletes the lock file. A process that waits gets the lock of the deleted file, and a later one creates a new file; both then find the entry.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        // Closing the file would not release the lock if a process that was forked in the meantime has the file open too.
        let _ = self.file.unlock();
    }
}

fn read(path: &Path, key: &Key, symbols: &[String]) -> Option<Compiled> {
    entry::parse(&fs::read(path).ok()?, key).filter(|compiled| {
        let names = compiled.names.iter().map(|(symbol, _)| symbol);
        names.eq(symbols)
    })
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// The folder of the user's caches.
fn user_folder(environment: &Environment) -> Option<PathBuf> {
    if cfg!(windows) {
        return environment.variable("LOCALAPPDATA").map(PathBuf::from);
    }
    // The XDG base directory specification says that relative paths are invalid and to be ignored.
    let xdg = environment.variable("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    xdg.or_else(|| Some(Path::new(environment.variable("HOME")?).join(".cache")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(variables: &[(&str, &str)]) -> Option<PathBuf> {
        let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, Path::new(*value))).collect();
        Cache::of(&Environment::new(&variables, &[])).map(|cache| cache.folder)
    }

    #[test]
    #[cfg(unix)]
    fn the_folder_is_found_in_order() {
        let (xdg, home) = (("XDG_CACHE_HOME", "/xdg"), ("HOME", "/home/me"));
        assert_eq!(folder(&[(CACHE, "/own"), xdg, home]), Some(PathBuf::from("/own")));
        assert_eq!(folder(&[(CACHE, ""), xdg, home]), Some(PathBuf::from("/xdg/tvm-ffi-cuda")));
        assert_eq!(folder(&[home]), Some(PathBuf::from("/home/me/.cache/tvm-ffi-cuda")));
        let relative = ("XDG_CACHE_HOME", "xdg");
        assert_eq!(folder(&[relative, home]), Some(PathBuf::from("/home/me/.cache/tvm-ffi-cuda")));
    }

    /// A cache in a folder for one test.
    fn cache(name: &str) -> Cache {
        let folder = std::env::temp_dir().join(format!("tvm-ffi-cuda-lock-{name}-{}", std::process::id()));
        Cache { folder, lock_timeout: Duration::from_millis(100) }
    }

    #[test]
    fn waiting_for_a_lock_ends() {
        let (cache, key) = (cache("stuck"), Key([1; 32]));
        let held = cache.lock(&key).unwrap();
        assert_eq!(cache.lock(&key).err().map(|error| error.kind()), Some(io::ErrorKind::WouldBlock));
        let compiled = Compiled { image: vec![1], names: Vec::new() };
        let made = cache.get_or_make(&key, &[], || Ok(compiled.clone()));
        assert_eq!(made.unwrap(), (compiled, Origin::Compiler));
        drop(held);
        let _ = fs::remove_dir_all(cache.folder);
    }

    #[test]
    fn a_lock_is_released_while_a_forked_process_has_the_file_open() {
        let (cache, key) = (cache("forked"), Key([2; 32]));
        let lock = cache.lock(&key).unwrap();
        // A process that was forked meanwhile has the same open file, and one that waits has opened the file already.
        let forked = lock.file.try_clone().unwrap();
        let waiting = File::open(&lock.path).unwrap();
        drop(lock);
        waiting.try_lock().unwrap();
        drop(forked);
        let _ = fs::remove_dir_all(cache.folder);
    }

    #[test]
    fn the_cache_can_be_turned_off_or_have_no_folder() {
        assert_eq!(folder(&[(CACHE, "0"), ("HOME", "/home/me")]), None);
        assert_eq!(folder(&[]), None);
    }
}
