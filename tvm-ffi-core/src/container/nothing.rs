//! Parameters that take any number of arguments, of a call without any for them.

use std::sync::OnceLock;

use super::build::{Container, container};
use crate::any::Any;
use crate::convert::FromArgument;

/// Decodes such a parameter: an empty array, or an empty map.
#[cold]
pub fn nothing_passed<'a, T: FromArgument<'a, Holder = H>, H>(
    is_mapping: bool,
    holder: &'a mut H,
) -> Option<T> {
    static EMPTY: [OnceLock<Any>; 2] = [const { OnceLock::new() }; 2];
    let kind = if is_mapping { Container::Map } else { Container::Array };
    let empty = EMPTY[usize::from(is_mapping)].get_or_init(|| Any::new(container(kind, Vec::new())));
    // SAFETY: holders end with the call, which is part of what `call` asks of a body. An empty container leads to no tensor.
    unsafe { T::hot(empty.as_view(), holder) }
}
