//! Making containers: arrays and shapes in place, in the layouts of the runtime's classes; others by functions of the runtime.

mod array;
mod shape;

use std::sync::OnceLock;

use crate::any::Any;
use crate::convert::IntoAny;
use crate::function::Function;
use crate::object_ref::ObjectRef;
pub(crate) use crate::type_info::Container;
pub(crate) use array::array;
pub use array::array_of;
pub(crate) use shape::shape;

/// A global function of the runtime, looked up once.
pub(crate) struct RuntimeFunction {
    name: &'static str,
    function: OnceLock<Function>,
}

impl RuntimeFunction {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, function: OnceLock::new() }
    }

    /// The function.
    ///
    /// # Panics
    ///
    /// If there is no runtime, or the function was removed from it.
    pub(crate) fn get(&self) -> &Function {
        // Binding may register exports, which may make containers. That must not happen inside the initialiser.
        crate::runtime::bind_or_panic();
        self.function.get_or_init(|| match Function::get_global(self.name) {
            Ok(function) => function,
            Err(error) => panic!("{error}"),
        })
    }
}

/// The global functions for maps, or for dicts.
pub(super) struct MappingFunctions {
    pub(super) size: RuntimeFunction,
    /// Makes an iterator.
    pub(super) iterator: RuntimeFunction,
    /// The number of entries with a key: 0 or 1.
    pub(super) count: RuntimeFunction,
    /// The value of a key.
    pub(super) item: RuntimeFunction,
}

pub(super) static MAP: MappingFunctions = MappingFunctions {
    size: RuntimeFunction::new("ffi.MapSize"),
    iterator: RuntimeFunction::new("ffi.MapForwardIterFunctor"),
    count: RuntimeFunction::new("ffi.MapCount"),
    item: RuntimeFunction::new("ffi.MapGetItem"),
};
pub(super) static DICT: MappingFunctions = MappingFunctions {
    size: RuntimeFunction::new("ffi.DictSize"),
    iterator: RuntimeFunction::new("ffi.DictForwardIterFunctor"),
    count: RuntimeFunction::new("ffi.DictCount"),
    item: RuntimeFunction::new("ffi.DictGetItem"),
};

impl MappingFunctions {
    /// `count` and `item`. The caller calls this before it locks a container, since finding a function may bind to the runtime.
    pub(super) fn lookup(&self) -> (&Function, &Function) {
        (self.count.get(), self.item.get())
    }
}

impl Container {
    /// The function that makes a container: of elements, or of keys and values in turn, where the last of several equal keys wins.
    fn constructor(self) -> &'static RuntimeFunction {
        static ARRAY: RuntimeFunction = RuntimeFunction::new("ffi.Array");
        static LIST: RuntimeFunction = RuntimeFunction::new("ffi.List");
        static MAP: RuntimeFunction = RuntimeFunction::new("ffi.Map");
        static DICT: RuntimeFunction = RuntimeFunction::new("ffi.Dict");
        match self {
            Self::Array => &ARRAY,
            Self::List => &LIST,
            Self::Map => &MAP,
            Self::Dict => &DICT,
        }
    }

    /// The functions of a map or a dict.
    pub(super) fn mapping_functions(self) -> Option<&'static MappingFunctions> {
        match self {
            Self::Map => Some(&MAP),
            Self::Dict => Some(&DICT),
            Self::Array | Self::List => None,
        }
    }
}

/// A new container.
///
/// # Panics
///
/// As [`from_runtime`], and [`array`].
pub(crate) fn container(kind: Container, elements: Vec<Any>) -> ObjectRef {
    match kind {
        Container::Array => array(elements.into_iter()),
        _ => from_runtime(kind, elements),
    }
}

/// A new container that the runtime makes.
///
/// # Panics
///
/// If there is no runtime, there is no memory, or there are more than `i32::MAX` elements, keys and values counted.
#[inline(never)]
pub(crate) fn from_runtime(kind: Container, elements: Vec<Any>) -> ObjectRef {
    let function = kind.constructor();
    let arguments: Vec<_> = elements.iter().map(|element| *element.as_raw()).collect();
    match function.get().call_raw(&arguments).map(Any::try_into_object) {
        Ok(Ok(object)) if object.type_index() == kind.type_index() => object,
        Ok(_) => panic!("`{}` did not return a container", function.name),
        Err(error) => panic!("{error}"),
    }
}

/// A new map, for the crates that adapt calls.
///
/// # Panics
///
/// As `from_runtime`.
#[cold]
#[inline(never)]
pub fn map_of(entries: Vec<(Any, Any)>) -> Any {
    from_entries(Container::Map, entries).into_any()
}

/// A new map or dict from entries, of which the last of several with equal keys wins.
///
/// # Panics
///
/// As `from_runtime`.
pub(crate) fn from_entries<K: IntoAny, V: IntoAny>(
    kind: Container,
    entries: impl IntoIterator<Item = (K, V)>,
) -> ObjectRef {
    let flat = entries.into_iter().flat_map(|(key, value)| [key.into_any(), value.into_any()]);
    from_runtime(kind, flat.collect())
}
