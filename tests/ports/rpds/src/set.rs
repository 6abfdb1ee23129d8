//! Sets.

use rpds::{HashTrieSet as Trie, HashTrieSetSync};
use tvm_ffi::{PyObject, prelude::*};

use crate::py::{self, Key};

#[tvm_ffi::object("rpds.HashTrieSet")]
pub struct HashTrieSet {
    // SAFETY: no function of this library writes to a tensor.
    #[no_tensors(unsafe)]
    pub inner: HashTrieSetSync<Key>,
}

impl HashTrieSet {
    fn holds_all(&self, other: &PyObject) -> Result<bool> {
        py::holds_all(other, |key| self.inner.contains(key))
    }

    fn is_in(&self, other: &PyObject) -> Result<bool> {
        py::are_in(self.inner.iter(), other)
    }

    fn sorted<'a>(&'a self, other: &'a Self) -> (&'a HashTrieSetSync<Key>, &'a HashTrieSetSync<Key>) {
        if self.inner.size() > other.inner.size() {
            (&self.inner, &other.inner)
        } else {
            (&other.inner, &self.inner)
        }
    }
}

#[tvm_ffi::methods]
impl HashTrieSet {
    #[init]
    fn new(#[default(None)] value: Option<PyObject>) -> Result<Self> {
        let mut inner = Trie::new_sync();
        if let Some(value) = value {
            for each in py::items(&value)? {
                inner.insert_mut(Key::new(each)?);
            }
        }
        Ok(Self { inner })
    }

    fn __contains__(&self, key: PyObject) -> Result<bool> {
        Ok(self.inner.contains(&Key::new(key)?))
    }

    fn __and__(&self, other: &Self) -> Self {
        self.intersection(other)
    }

    fn __or__(&self, other: &Self) -> Self {
        self.union(other)
    }

    fn __sub__(&self, other: &Self) -> Self {
        self.difference(other)
    }

    fn __xor__(&self, other: &Self) -> Self {
        self.symmetric_difference(other)
    }

    fn __iter__(&self) -> SetIterator {
        SetIterator { inner: self.inner.clone() }
    }

    fn __len__(&self) -> usize {
        self.inner.size()
    }

    fn __repr__(&self) -> String {
        format!("HashTrieSet({{{}}})", py::joined(self.inner.iter().map(|k| k.inner.clone())).join(", "))
    }

    fn __eq__(&self, other: PyObject) -> Result<bool> {
        Ok(py::is_set(&other)? && py::len(&other)? == self.inner.size() && self.holds_all(&other)?)
    }

    fn __hash__(&self) -> i64 {
        py::finish(self.inner.iter().fold(0, |all, k| all ^ py::shuffle(k.hash as u64)), self.inner.size())
    }

    fn __lt__(&self, other: PyObject) -> Result<bool> {
        Ok(py::is_set(&other)? && py::len(&other)? > self.inner.size() && self.is_in(&other)?)
    }

    fn __le__(&self, other: PyObject) -> Result<bool> {
        Ok(py::is_set(&other)? && py::len(&other)? >= self.inner.size() && self.is_in(&other)?)
    }

    fn __gt__(&self, other: PyObject) -> Result<bool> {
        Ok(py::is_set(&other)? && py::len(&other)? < self.inner.size() && self.holds_all(&other)?)
    }

    fn __ge__(&self, other: PyObject) -> Result<bool> {
        Ok(py::is_set(&other)? && py::len(&other)? <= self.inner.size() && self.holds_all(&other)?)
    }

    fn __reduce__(&self) -> Result<(PyObject, (Vec<PyObject>,))> {
        Ok((
            PyObject::import("rpds")?.get("HashTrieSet")?,
            (self.inner.iter().map(|k| k.inner.clone()).collect(),),
        ))
    }

    fn insert(&self, value: PyObject) -> Result<Self> {
        Ok(Self { inner: self.inner.insert(Key::new(value)?) })
    }

    fn discard(&self, value: PyObject) -> Result<Self> {
        Ok(Self { inner: self.inner.remove(&Key::new(value)?) })
    }

    fn remove(&self, value: PyObject) -> Result<Self> {
        let key = Key::new(value)?;
        if !self.inner.contains(&key) {
            return Err(py::key_error(&key.inner));
        }
        Ok(Self { inner: self.inner.remove(&key) })
    }

    fn difference(&self, other: &Self) -> Self {
        let mut inner = self.inner.clone();
        for value in other.inner.iter() {
            inner.remove_mut(value);
        }
        Self { inner }
    }

    fn intersection(&self, other: &Self) -> Self {
        let (large, small) = self.sorted(other);
        let mut inner = Trie::new_sync();
        for value in small.iter() {
            if large.contains(value) {
                inner.insert_mut(value.clone());
            }
        }
        Self { inner }
    }

    fn symmetric_difference(&self, other: &Self) -> Self {
        let (large, small) = self.sorted(other);
        let mut inner = large.clone();
        for value in small.iter() {
            if inner.contains(value) {
                inner.remove_mut(value);
            } else {
                inner.insert_mut(value.clone());
            }
        }
        Self { inner }
    }

    fn union(&self, other: &Self) -> Self {
        let (large, small) = self.sorted(other);
        let mut inner = large.clone();
        for value in small.iter() {
            inner.insert_mut(value.clone());
        }
        Self { inner }
    }

    fn update(&self, #[args] iterables: Vec<PyObject>) -> Result<Self> {
        let mut inner = self.inner.clone();
        for each in iterables {
            for value in py::items(&each)? {
                inner.insert_mut(Key::new(value)?);
            }
        }
        Ok(Self { inner })
    }
}

#[tvm_ffi::object("rpds.SetIterator", mutable)]
pub struct SetIterator {
    // SAFETY: no function of this library writes to a tensor.
    #[no_tensors(unsafe)]
    inner: HashTrieSetSync<Key>,
}

#[tvm_ffi::methods]
impl SetIterator {
    fn __iter__(&self) {}
    fn __next__(&mut self) -> Result<PyObject> {
        let Some(first) = self.inner.iter().next().cloned() else { bail!(StopIteration, "") };
        self.inner = self.inner.remove(&first);
        Ok(first.inner)
    }
}
