//! Dicts that are changed from Rust.

use super::super::build::{DICT, RuntimeFunction};
use super::super::lock::locked;
use super::super::owned::{call, is_same};
use super::{Dict, lookup};
use crate::any::Any;
use crate::convert::{FromAnyView, IntoAny};
use crate::error::Result;

pub(in crate::container) static SET: RuntimeFunction = RuntimeFunction::new("ffi.DictSetItem");
pub(in crate::container) static ERASE: RuntimeFunction = RuntimeFunction::new("ffi.DictErase");
static CLEAR: RuntimeFunction = RuntimeFunction::new("ffi.DictClear");

impl<K, V> Dict<K, V> {
    /// Removes all entries.
    ///
    /// # Panics
    ///
    /// If a thread of another library changes the dict meanwhile.
    pub fn clear(&self) {
        let clear = CLEAR.get();
        let removed = self.entries();
        let cleared = self.change(|| call(clear, &self.object, &[]));
        // A drop may run any code, so it comes after the lock is released.
        drop(removed);
        if let Err(error) = cleared {
            panic!("{error}");
        }
    }

    /// Changes the dict while no other thread that takes its lock uses it.
    fn change<R>(&self, access: impl FnOnce() -> R) -> R {
        locked(self.object.as_ptr(), access)
    }
}

impl<K: IntoAny, V: IntoAny> Dict<K, V> {
    /// Sets the value of a key.
    ///
    /// # Errors
    ///
    /// What comparing the keys raises.
    ///
    /// ```
    /// # use tvm_ffi_core::{Dict, Result};
    /// # fn main() -> Result<()> {
    /// let sizes: Dict<String, i64> = Dict::new();
    /// sizes.insert("m".to_owned(), 4)?;
    /// sizes.insert("n".to_owned(), 8)?;
    /// assert_eq!((sizes.get("n")?, sizes.remove("m")?, sizes.len()), (Some(8), Some(4), 1));
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn insert(&self, key: K, value: V) -> Result<()> {
        self.insert_any(&key.into_any(), &value.into_any())
    }

    /// Sets the values of keys. All of them are made before the first one is set.
    ///
    /// # Errors
    ///
    /// As [`insert`](Self::insert), for the first key for which that fails.
    #[track_caller]
    pub fn extend(&self, entries: impl IntoIterator<Item = (K, V)>) -> Result<()> {
        let entries: Vec<(Any, Any)> =
            entries.into_iter().map(|(key, value)| (key.into_any(), value.into_any())).collect();
        for (key, value) in &entries {
            self.insert_any(key, value)?;
        }
        Ok(())
    }

    #[track_caller]
    fn insert_any(&self, key: &Any, value: &Any) -> Result<()> {
        let (set, look) = (SET.get(), DICT.lookup());
        let (_before, result) = self.change(|| {
            // It is dropped after the lock is released.
            let before = lookup(look, &self.object, key);
            (before, call(set, &self.object, &[*key.as_raw(), *value.as_raw()]))
        });
        result
    }
}

impl<K, V: for<'x> FromAnyView<'x>> Dict<K, V> {
    /// Removes a key and returns its value, if there is one.
    ///
    /// # Errors
    ///
    /// A `TypeError` or `ValueError` if the value does not convert, or what comparing the keys raises. Then the entry stays in the dict.
    #[track_caller]
    pub fn remove(&self, key: impl IntoAny) -> Result<Option<V>> {
        let (erase, look, key) = (ERASE.get(), DICT.lookup(), key.into_any());
        while let Some(found) = self.value_of(&key)? {
            // This may run code of the user, so the dict is not locked, and another thread may change it.
            let value = found.as_view().cast()?;
            let erased = self.change(|| match lookup(look, &self.object, &key)? {
                Some(value) if is_same(&value, &found) => {
                    call(erase, &self.object, &[*key.as_raw()]).map(|()| true)
                }
                _ => Ok(false),
            });
            if erased? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}

impl<K: IntoAny, V: IntoAny> Extend<(K, V)> for Dict<K, V> {
    /// # Panics
    ///
    /// If [`extend`](Self::extend) fails.
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        if let Err(error) = Dict::extend(self, entries) {
            panic!("{error}");
        }
    }
}
