//! Maps, their iterators, and their views.

use std::collections::HashMap;
use std::hash::Hasher;

use rpds::{HashTrieMap as Trie, HashTrieMapSync};
use tvm_ffi::{PyObject, prelude::*};

use crate::py::{self, Key};
use crate::set::HashTrieSet;

type Inner = HashTrieMapSync<Key, PyObject>;
/// A class, and its arguments: the items.
type Reduced = (PyObject, (Vec<(PyObject, PyObject)>,));

#[tvm_ffi::object("rpds.HashTrieMap")]
pub struct HashTrieMap {
    // SAFETY: no function of this library writes to a tensor.
    #[no_tensors(unsafe)]
    inner: Inner,
}

fn inner_of(x: &PyObject) -> Result<Inner> {
    let mut ret = Trie::new_sync();
    let abc = PyObject::import("collections.abc")?;
    let is_map = py::is_instance(x, &abc.get("Mapping")?)?;
    let items = if is_map { py::items(&x.call_method("items", &[])?)? } else { py::items(x)? };
    for item in items {
        let (k, v): (PyObject, PyObject) = item.cast()?;
        ret.insert_mut(Key::new(k)?, v);
    }
    Ok(ret)
}

#[tvm_ffi::methods]
impl HashTrieMap {
    #[init]
    fn new(
        #[default(None)] value: Option<PyObject>,
        #[kwargs] kwds: HashMap<String, PyObject>,
    ) -> Result<Self> {
        let mut inner = match value {
            Some(value) => inner_of(&value)?,
            None => Trie::new_sync(),
        };
        for (k, v) in kwds {
            inner.insert_mut(Key::new(PyObject::new(k)?)?, v);
        }
        Ok(Self { inner })
    }

    fn __contains__(&self, key: PyObject) -> Result<bool> {
        Ok(self.inner.contains_key(&Key::new(key)?))
    }

    fn __iter__(&self) -> KeysIterator {
        KeysIterator { inner: self.inner.clone() }
    }

    fn __getitem__(&self, key: PyObject) -> Result<PyObject> {
        let key = Key::new(key)?;
        self.inner.get(&key).cloned().ok_or_else(|| py::key_error(&key.inner))
    }

    fn __len__(&self) -> usize {
        self.inner.size()
    }

    fn __repr__(&self) -> String {
        let contents: Vec<_> =
            self.inner.iter().map(|(k, v)| format!("{}: {}", py::repr(&k.inner), py::repr(v))).collect();
        format!("HashTrieMap({{{}}})", contents.join(", "))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner.size() == other.inner.size()
            && self
                .inner
                .iter()
                .all(|(k, v)| other.inner.get(k).is_some_and(|w| py::eq(v, w).unwrap_or(false)))
    }

    fn __hash__(&self) -> Result<i64> {
        let mut all = 0;
        for (k, v) in self.inner.iter() {
            let mut hasher = std::collections::hash_map::DefaultHasher::new();
            let Ok(h) = py::hash(v) else {
                bail!(
                    TypeError,
                    "Unhashable type in HashTrieMap of key {}: {}",
                    py::repr(&k.inner),
                    py::repr(v)
                )
            };
            hasher.write_i64(k.hash);
            hasher.write_i64(h);
            all ^= py::shuffle(hasher.finish());
        }
        Ok(py::finish(all, self.inner.size()))
    }

    fn __reduce__(&self) -> Result<Reduced> {
        let items = self.inner.iter().map(|(k, v)| (k.inner.clone(), v.clone())).collect();
        Ok((PyObject::import("rpds")?.get("HashTrieMap")?, (items,)))
    }

    #[staticmethod]
    fn convert(value: PyObject) -> Result<PyObject> {
        match value.cast::<Ref<Self>>() {
            Ok(_) => Ok(value),
            Err(_) => PyObject::new(Self { inner: inner_of(&value)? }),
        }
    }

    #[classmethod]
    fn fromkeys(keys: PyObject, #[default(PyObject::default())] val: PyObject) -> Result<Self> {
        let mut inner = Trie::new_sync();
        for key in py::items(&keys)? {
            inner.insert_mut(Key::new(key)?, val.clone());
        }
        Ok(Self { inner })
    }

    fn get(&self, key: PyObject, #[default(PyObject::default())] default: PyObject) -> Result<PyObject> {
        Ok(self.inner.get(&Key::new(key)?).cloned().unwrap_or(default))
    }

    fn keys(&self) -> KeysView {
        KeysView { inner: self.inner.clone() }
    }

    fn values(&self) -> ValuesView {
        ValuesView { inner: self.inner.clone() }
    }

    fn items(&self) -> ItemsView {
        ItemsView { inner: self.inner.clone() }
    }

    fn discard(&self, key: PyObject) -> Result<Self> {
        Ok(Self { inner: self.inner.remove(&Key::new(key)?) })
    }

    fn insert(&self, key: PyObject, value: PyObject) -> Result<Self> {
        Ok(Self { inner: self.inner.insert(Key::new(key)?, value) })
    }

    fn remove(&self, key: PyObject) -> Result<Self> {
        let key = Key::new(key)?;
        if !self.inner.contains_key(&key) {
            return Err(py::key_error(&key.inner));
        }
        Ok(Self { inner: self.inner.remove(&key) })
    }

    fn update(&self, #[args] maps: Vec<PyObject>, #[kwargs] kwds: HashMap<String, PyObject>) -> Result<Self> {
        let mut inner = self.inner.clone();
        for map in maps {
            for (k, v) in inner_of(&map)?.iter() {
                inner.insert_mut(k.clone(), v.clone());
            }
        }
        for (k, v) in kwds {
            inner.insert_mut(Key::new(PyObject::new(k)?)?, v);
        }
        Ok(Self { inner })
    }
}

macro_rules! iterator {
    ($name:ident, $key:literal, |$k:ident, $v:ident| $item:expr, $out:ty) => {
        #[tvm_ffi::object($key, mutable)]
        pub struct $name {
            // SAFETY: no function of this library writes to a tensor.
            #[no_tensors(unsafe)]
            inner: Inner,
        }

        #[tvm_ffi::methods]
        impl $name {
            fn __iter__(&self) {}
            fn __next__(&mut self) -> Result<$out> {
                let Some(($k, $v)) = self.inner.iter().next() else { bail!(StopIteration, "") };
                let item = $item;
                let key = $k.clone();
                self.inner = self.inner.remove(&key);
                Ok(item)
            }
        }
    };
}

iterator!(KeysIterator, "rpds.KeysIterator", |k, _v| k.inner.clone(), PyObject);
iterator!(ValuesIterator, "rpds.ValuesIterator", |k, v| v.clone(), PyObject);
iterator!(ItemsIterator, "rpds.ItemsIterator", |k, v| (k.inner.clone(), v.clone()), (PyObject, PyObject));

#[tvm_ffi::object("rpds.KeysView")]
pub struct KeysView {
    // SAFETY: no function of this library writes to a tensor.
    #[no_tensors(unsafe)]
    inner: Inner,
}

impl KeysView {
    fn holds_all(&self, other: &PyObject) -> Result<bool> {
        py::holds_all(other, |key| self.inner.contains_key(key))
    }

    fn is_in(&self, other: &PyObject) -> Result<bool> {
        py::are_in(self.inner.keys(), other)
    }
}

#[tvm_ffi::methods]
impl KeysView {
    fn __contains__(&self, key: PyObject) -> Result<bool> {
        Ok(self.inner.contains_key(&Key::new(key)?))
    }

    fn __eq__(&self, other: PyObject) -> Result<bool> {
        Ok(py::is_set(&other)? && py::len(&other)? == self.inner.size() && self.holds_all(&other)?)
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

    fn __iter__(&self) -> KeysIterator {
        KeysIterator { inner: self.inner.clone() }
    }

    fn __len__(&self) -> usize {
        self.inner.size()
    }

    fn __and__(&self, other: PyObject) -> Result<HashTrieSet> {
        self.intersection(other)
    }

    fn __or__(&self, other: PyObject) -> Result<KeysView> {
        self.union(other)
    }

    fn __repr__(&self) -> String {
        format!("keys_view({{{}}})", py::joined(self.inner.keys().map(|k| k.inner.clone())).join(", "))
    }

    fn intersection(&self, other: PyObject) -> Result<HashTrieSet> {
        let mut inner = rpds::HashTrieSet::new_sync();
        for each in py::items(&other)? {
            let key = Key::new(each)?;
            if self.inner.contains_key(&key) {
                inner.insert_mut(key);
            }
        }
        Ok(HashTrieSet { inner })
    }

    fn union(&self, other: PyObject) -> Result<KeysView> {
        let mut inner = self.inner.clone();
        for each in py::items(&other)? {
            inner.insert_mut(Key::new(each)?, PyObject::default());
        }
        Ok(KeysView { inner })
    }
}

#[tvm_ffi::object("rpds.ValuesView")]
pub struct ValuesView {
    // SAFETY: no function of this library writes to a tensor.
    #[no_tensors(unsafe)]
    inner: Inner,
}

#[tvm_ffi::methods]
impl ValuesView {
    fn __iter__(&self) -> ValuesIterator {
        ValuesIterator { inner: self.inner.clone() }
    }

    fn __len__(&self) -> usize {
        self.inner.size()
    }

    fn __repr__(&self) -> String {
        format!("values_view([{}])", py::joined(self.inner.values().cloned()).join(", "))
    }
}

#[tvm_ffi::object("rpds.ItemsView")]
pub struct ItemsView {
    // SAFETY: no function of this library writes to a tensor.
    #[no_tensors(unsafe)]
    inner: Inner,
}

impl ItemsView {
    fn pairs(&self) -> impl Iterator<Item = Result<PyObject>> {
        self.inner.iter().map(|(k, v)| py::pair(&k.inner, v))
    }

    fn is_in(&self, other: &PyObject) -> Result<bool> {
        for pair in self.pairs() {
            if !py::contains(other, &pair?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn first(kv: &PyObject) -> Result<Key> {
        Key::new(kv.call_method("__getitem__", &[PyObject::new(0)?])?)
    }

    fn has(&self, kv: &PyObject) -> Result<Option<PyObject>> {
        let key = Self::first(kv)?;
        let Some(value) = self.inner.get(&key) else { return Ok(None) };
        let pair = py::pair(&key.inner, value)?;
        Ok(py::eq(&pair, kv)?.then_some(pair))
    }

    fn holds_all(&self, other: &PyObject) -> Result<bool> {
        for kv in py::items(other)? {
            if self.has(&kv)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[tvm_ffi::methods]
impl ItemsView {
    fn __contains__(&self, item: (PyObject, PyObject)) -> Result<bool> {
        match self.inner.get(&Key::new(item.0)?) {
            Some(value) => py::eq(&item.1, value),
            None => Ok(false),
        }
    }

    fn __iter__(&self) -> ItemsIterator {
        ItemsIterator { inner: self.inner.clone() }
    }

    fn __len__(&self) -> usize {
        self.inner.size()
    }

    fn __eq__(&self, other: PyObject) -> Result<bool> {
        Ok(py::is_set(&other)? && py::len(&other)? == self.inner.size() && self.is_in(&other)?)
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

    fn __repr__(&self) -> Result<String> {
        let pairs: Result<Vec<_>> = self.pairs().collect();
        Ok(format!("items_view([{}])", py::joined(pairs?.into_iter()).join(", ")))
    }

    fn __and__(&self, other: PyObject) -> Result<HashTrieSet> {
        self.intersection(other)
    }

    fn __or__(&self, other: PyObject) -> Result<HashTrieSet> {
        self.union(other)
    }

    fn intersection(&self, other: PyObject) -> Result<HashTrieSet> {
        let mut inner = rpds::HashTrieSet::new_sync();
        for kv in py::items(&other)? {
            if let Some(pair) = self.has(&kv)? {
                inner.insert_mut(Key::new(pair)?);
            }
        }
        Ok(HashTrieSet { inner })
    }

    fn union(&self, other: PyObject) -> Result<HashTrieSet> {
        let mut inner = rpds::HashTrieSet::new_sync();
        for pair in self.pairs() {
            inner.insert_mut(Key::new(pair?)?);
        }
        for each in py::items(&other)? {
            inner.insert_mut(Key::new(each)?);
        }
        Ok(HashTrieSet { inner })
    }
}
