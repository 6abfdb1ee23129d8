//! Classes with hidden state, which `__getstate__` and `__setstate__` pickle.

use std::collections::HashMap;

use tvm_ffi::prelude::*;

/// An immutable class: `__setstate__` makes the object.
#[tvm_ffi::object("e2e.Vocabulary")]
struct Vocabulary {
    #[field]
    name: String,
    ids: HashMap<String, i64>,
    shared: Option<Ref<Vocabulary>>,
}

#[tvm_ffi::methods]
impl Vocabulary {
    #[init]
    fn new(name: String, words: Vec<String>, shared: Option<Ref<Vocabulary>>) -> Self {
        Self { name, ids: words.into_iter().zip(0..).collect(), shared }
    }

    fn id(&self, word: &str) -> Option<i64> {
        self.ids.get(word).copied()
    }

    fn shared(&self) -> Option<Ref<Vocabulary>> {
        self.shared.clone()
    }

    fn __getstate__(&self) -> (String, HashMap<String, i64>, Option<Ref<Vocabulary>>) {
        (self.name.clone(), self.ids.clone(), self.shared.clone())
    }

    fn __setstate__(state: (String, HashMap<String, i64>, Option<Ref<Vocabulary>>)) -> Result<Self> {
        let (name, ids, shared) = state;
        ensure!(!name.is_empty(), ValueError, "a vocabulary without a name");
        Ok(Self { name, ids, shared })
    }
}

/// A mutable class: `__setstate__` changes a new object.
#[tvm_ffi::object("e2e.Generator", mutable)]
struct Generator {
    #[field]
    drawn: i64,
    state: u64,
}

#[tvm_ffi::methods]
impl Generator {
    #[init]
    fn new(#[default(1)] seed: u64) -> Self {
        Self { drawn: 0, state: seed }
    }

    fn draw(&mut self) -> u64 {
        self.drawn += 1;
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.state >> 33
    }

    fn __getstate__(&self) -> (i64, String) {
        (self.drawn, self.state.to_string())
    }

    fn __setstate__(&mut self, state: (i64, String)) -> Result<()> {
        self.drawn = state.0;
        self.state = state.1.parse()?;
        Ok(())
    }
}

/// A subclass without the two methods.
#[tvm_ffi::object("e2e.Loaded", extends = Generator, mutable)]
struct Loaded {
    #[base]
    generator: Generator,
}

#[tvm_ffi::methods]
impl Loaded {
    #[init]
    fn new() -> Self {
        Self { generator: Generator::new(1) }
    }
}
