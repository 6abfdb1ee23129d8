//! The search for a key.
//!
//! Most keys are numbers and text, which are hashed and compared here. For other objects, code of others may run, which may change the map.

use core::convert::Infallible;

use tvm_ffi_abi::{TVMFFIAny, key as plain};

use super::{Map, changed};
use crate::catch::Result;
use crate::key;

impl Map {
    /// The position of a key.
    #[inline(always)]
    pub(super) fn find(self, key: &TVMFFIAny) -> Result<Option<u64>> {
        if key::may_run_code(key) { self.find_object(key) } else { Ok(self.find_plain(key)) }
    }

    /// The position of a key that is a number or text.
    #[inline]
    pub(super) fn find_plain(self, key: &TVMFFIAny) -> Option<u64> {
        let Ok(position) = self.search(|| Ok(hash_plain(key)), |other, _| equal_plain(other, key));
        position
    }

    /// The position of an object.
    #[inline(never)]
    fn find_object(self, key: &TVMFFIAny) -> Result<Option<u64>> {
        // SAFETY: the caller holds the key.
        self.search(|| unsafe { key::hash(key) }, |other, position| self.has_key(other, position, key))
    }

    /// The position of a key with this hash in a dense map.
    #[inline(always)]
    pub(super) fn find_hashed(self, key: &TVMFFIAny, hash: u64) -> Result<Option<u64>> {
        if key::may_run_code(key) {
            return self.search_chain(hash, |other, position| self.has_key(other, position, key));
        }
        let Ok(position) = self.search_chain(hash, |other, _| equal_plain(other, key));
        Ok(position)
    }

    /// The position of a key with this hash. `equal` compares with a key at a position.
    #[inline(always)]
    fn search<E>(
        self,
        hash: impl FnOnce() -> core::result::Result<u64, E>,
        equal: impl Fn(&TVMFFIAny, u64) -> core::result::Result<bool, E>,
    ) -> core::result::Result<Option<u64>, E> {
        if !self.is_small() {
            return if self.size() == 0 { Ok(None) } else { self.search_chain(hash()?, equal) };
        }
        let mut index = 0;
        while let Some(entry) = self.view(index) {
            if equal(&entry.key, index)? {
                return Ok(Some(index));
            }
            index += 1;
        }
        Ok(None)
    }

    /// As [`search`](Self::search), in a dense map.
    #[inline(always)]
    fn search_chain<E>(
        self,
        hash: u64,
        equal: impl Fn(&TVMFFIAny, u64) -> core::result::Result<bool, E>,
    ) -> core::result::Result<Option<u64>, E> {
        let Some(mut table) = self.table() else { return Ok(None) };
        let mut slot = table.home(hash);
        if !table.is_head(slot) {
            return Ok(None);
        }
        loop {
            if equal(&table.key(slot), slot)? {
                return Ok(Some(slot));
            }
            // `equal` has checked that the key is still in this slot, if it has run code of others.
            match self.table() {
                Some(now) => table = now,
                None => return Ok(None),
            }
            match table.following(slot) {
                Some(following) => slot = following,
                None => return Ok(None),
            }
        }
    }

    /// Whether the key at a position equals another.
    fn has_key(self, other: &TVMFFIAny, position: u64, key: &TVMFFIAny) -> Result<bool> {
        // SAFETY: the map holds its key, and the caller the other.
        if let Some(equal) = unsafe { plain::equal(other, key) } {
            return Ok(equal);
        }
        // SAFETY: as above.
        let equal = unsafe { key::equal_objects(other, key) }?;
        self.check_key(position, other).map(|()| equal)
    }

    /// Fails unless the key of the entry at a position is the same as before.
    pub(super) fn check_key(self, position: u64, key: &TVMFFIAny) -> Result {
        match self.view(position) {
            Some(entry) if plain::is_same(&entry.key, key) => Ok(()),
            _ => Err(changed()),
        }
    }
}

/// The hash of a key that is a number or text.
#[inline(always)]
fn hash_plain(key: &TVMFFIAny) -> u64 {
    // SAFETY: the caller holds the key.
    unsafe { plain::hash(key) }.unwrap_or_else(|| plain::hash_of_word(key))
}

/// Whether a key of a map equals a number or text.
#[inline(always)]
fn equal_plain(other: &TVMFFIAny, key: &TVMFFIAny) -> core::result::Result<bool, Infallible> {
    // SAFETY: the map holds its key, and the caller the other.
    Ok(unsafe { plain::equal(other, key) } == Some(true))
}
