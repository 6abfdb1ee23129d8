//! What the builtin functions of Python do with objects, and keys of maps.

use std::hash::{Hash, Hasher};
use std::slice::from_ref;
use std::sync::OnceLock;

use tvm_ffi::{PyObject, prelude::*};

/// Functions of Python, and `collections.abc.Set`.
struct Names {
    hash: PyObject,
    repr: PyObject,
    len: PyObject,
    eq: PyObject,
    contains: PyObject,
    is_instance: PyObject,
    list: PyObject,
    set: PyObject,
}

fn names() -> Result<&'static Names> {
    static NAMES: OnceLock<Names> = OnceLock::new();
    if let Some(names) = NAMES.get() {
        return Ok(names);
    }
    let b = PyObject::import("builtins")?;
    let o = PyObject::import("operator")?;
    let names = Names {
        hash: b.get("hash")?,
        repr: b.get("repr")?,
        len: b.get("len")?,
        eq: o.get("eq")?,
        contains: o.get("contains")?,
        is_instance: b.get("isinstance")?,
        list: b.get("list")?,
        set: PyObject::import("collections.abc")?.get("Set")?,
    };
    Ok(NAMES.get_or_init(|| names))
}

pub fn hash(x: &PyObject) -> Result<i64> {
    names()?.hash.call(from_ref(x))?.cast()
}

pub fn repr(x: &PyObject) -> String {
    names().and_then(|n| n.repr.call(from_ref(x))?.cast()).unwrap_or_else(|_| "<repr error>".into())
}

pub fn len(x: &PyObject) -> Result<usize> {
    names()?.len.call(from_ref(x))?.cast()
}

pub fn eq(x: &PyObject, y: &PyObject) -> Result<bool> {
    names()?.eq.call(&[x.clone(), y.clone()])?.cast()
}

pub fn contains(x: &PyObject, y: &PyObject) -> Result<bool> {
    names()?.contains.call(&[x.clone(), y.clone()])?.cast()
}

pub fn is_set(x: &PyObject) -> Result<bool> {
    let n = names()?;
    n.is_instance.call(&[x.clone(), n.set.clone()])?.cast()
}

pub fn is_instance(x: &PyObject, class: &PyObject) -> Result<bool> {
    names()?.is_instance.call(&[x.clone(), class.clone()])?.cast()
}

pub fn items(x: &PyObject) -> Result<Vec<PyObject>> {
    names()?.list.call(from_ref(x))?.cast()
}

/// Whether all of `other` are known.
pub fn holds_all(other: &PyObject, has: impl Fn(&Key) -> bool) -> Result<bool> {
    for each in items(other)? {
        if !has(&Key::new(each)?) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether all keys are in `other`.
pub fn are_in<'a>(keys: impl IntoIterator<Item = &'a Key>, other: &PyObject) -> Result<bool> {
    for each in keys {
        if !contains(other, &each.inner)? {
            return Ok(false);
        }
    }
    Ok(true)
}

pub fn pair(x: &PyObject, y: &PyObject) -> Result<PyObject> {
    PyObject::new((x.clone(), y.clone()))
}

/// A key with its hash.
#[derive(Debug, Clone)]
pub struct Key {
    pub hash: i64,
    pub inner: PyObject,
}

impl Key {
    pub fn new(inner: PyObject) -> Result<Self> {
        Ok(Key { hash: hash(&inner)?, inner })
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, h: &mut H) {
        h.write_i64(self.hash)
    }
}

impl Eq for Key {}
impl PartialEq for Key {
    fn eq(&self, o: &Self) -> bool {
        eq(&self.inner, &o.inner).expect("__eq__ failed!")
    }
}

pub fn key_error(key: &PyObject) -> Error {
    // The exception has the key itself, not a text.
    match PyObject::import("builtins").and_then(|b| b.get("KeyError")?.call(from_ref(key))?.cast::<Error>()) {
        Ok(e) | Err(e) => e,
    }
}

pub fn shuffle(h: u64) -> u64 {
    ((h ^ 89869747) ^ (h << 16)).wrapping_mul(3644798167)
}

pub fn finish(mut h: u64, size: usize) -> i64 {
    h ^= (size as u64).wrapping_add(1).wrapping_mul(1927868237);
    h ^= (h >> 11) ^ (h >> 25);
    h.wrapping_mul(69069).wrapping_add(907133923) as i64
}

pub fn joined(items: impl Iterator<Item = PyObject>) -> Vec<String> {
    items.map(|x| repr(&x)).collect()
}

pub fn hash_all<'a>(what: &str, items: impl Iterator<Item = &'a PyObject>) -> Result<u64> {
    let mut hasher = std::collections::hash_map::DefaultHasher::new();
    for (index, each) in items.enumerate() {
        let Ok(h) = hash(each) else {
            bail!(TypeError, "Unhashable type at {index} element in {what}: {}", repr(each))
        };
        hasher.write_i64(h);
    }
    Ok(hasher.finish())
}
