//! Schemas of types, as far as frameworks have such types.

/// The schema of the inner type of an optional one.
pub(crate) fn of_optional(schema: &str) -> Option<&str> {
    schema.strip_prefix(r#"{"type":"Optional","args":["#)?.strip_suffix("]}")
}

/// The number of elements of a tuple whose elements all have one schema.
#[cfg(feature = "torch")]
pub(crate) fn of_tuple(schema: &str, element: &str) -> Option<usize> {
    let mut rest = schema.strip_prefix(r#"{"type":"Tuple","args":["#)?;
    let mut count = 1;
    loop {
        rest = rest.strip_prefix(element)?;
        if rest == "]}" {
            return Some(count);
        }
        rest = rest.strip_prefix(',')?;
        count += 1;
    }
}
