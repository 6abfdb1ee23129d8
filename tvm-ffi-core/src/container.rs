//! Arrays, maps, lists, and dicts.
//!
//! - [`ArrayRef`], [`MapRef`]: borrowed for a call, elements checked once and then read where they are;
//! - [`Array`], [`Map`], [`List`], [`Dict`]: owned;
//! - [`items`]: how elements are read, [`build`]: how containers are made.
//!
//! Arrays and maps do not change while they are shared. Lists and dicts do: any holder of one may change it. So they are read by
//! snapshot: what was there when the value was decoded is owned until the call returns, and a callback that changes the
//! list does not change what the function sees.
//!
//! # Threads
//!
//! The runtime takes no lock: while one thread reads a list or a dict, no other may change it. Nothing here changes one, so
//! safe Rust alone cannot break that rule. Whoever changes one from Python, C++, or by calling `ffi.ListAppend` and its
//! kin, keeps other threads from reading it meanwhile, a call that is just being decoded included.

mod array_ref;
pub(crate) mod build;
mod holders;
pub(crate) mod items;
mod map_ref;
mod mapping;
mod owned;
mod sequence;
#[cfg(test)]
mod tests;

pub use array_ref::ArrayRef;
pub(crate) use holders::Holders;
pub use map_ref::MapRef;
pub use mapping::{Dict, Map};
pub use sequence::{Array, List};

/// For an element that was accepted and then decodes no more: it is inside a list or a dict that was changed meanwhile.
#[cold]
#[inline(never)]
pub(crate) fn element_changed() -> ! {
    panic!("an element of a container changed during the call");
}

/// Appends `Array[int, str]`.
pub(crate) fn write_name(out: &mut String, container: &str, args: &[fn(&mut String)]) {
    out.push_str(container);
    out.push('[');
    write_separated(out, ", ", args);
    out.push(']');
}

/// Appends `{"type":"ffi.Array","args":[...]}`.
pub(crate) fn write_schema(out: &mut String, container: &str, args: &[fn(&mut String)]) {
    out.push_str(r#"{"type":""#);
    out.push_str(container);
    out.push_str(r#"","args":["#);
    write_separated(out, ",", args);
    out.push_str("]}");
}

fn write_separated(out: &mut String, separator: &str, parts: &[fn(&mut String)]) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        part(out);
    }
}
