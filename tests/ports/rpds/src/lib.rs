//! The Python module `rpds`.

mod list;
mod map;
mod py;
mod set;

use tvm_ffi::{PyObject, prelude::*};

tvm_ffi::python_module!(rpds, init = register);

/// The abstract classes of Python that classes of this module are.
const BASES: [(&str, &str); 5] = [
    ("Mapping", "HashTrieMap"),
    ("Set", "HashTrieSet"),
    ("KeysView", "KeysView"),
    ("ValuesView", "ValuesView"),
    ("ItemsView", "ItemsView"),
];

fn register(module: PyObject) -> Result<()> {
    let abc = PyObject::import("collections.abc")?;
    for (base, class) in BASES {
        abc.get(base)?.call_method("register", &[module.get(class)?])?;
    }
    Ok(())
}
