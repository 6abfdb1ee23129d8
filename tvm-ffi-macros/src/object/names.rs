//! Type keys, and names of fields.

/// What is wrong with a type key.
pub(super) fn check_key(key: &str) -> Result<(), String> {
    let escaped = key.escape_debug();
    let wrong = if key.is_empty() {
        String::from("the type key is empty")
    } else if let Some(found) = key.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))) {
        format!("type key `{escaped}` contains `{}`", found.escape_debug())
    } else if !key.contains('.') {
        format!("type key `{key}` is not dotted: all libraries of a process share one table of types")
    } else if let Some(part) = key.split('.').find(|part| !is_word(part)) {
        match part {
            "" => format!("type key `{key}` has an empty part"),
            part => format!("type key `{key}` has a part that starts with a digit, `{part}`"),
        }
    } else if key.starts_with("ffi.") {
        format!("type key `{key}` starts with `ffi.`, which is the runtime's own")
    } else {
        return Ok(());
    };
    Err(format!(
        "{wrong}\nhelp: write a prefix of your own, a dot, and a name, in ASCII letters, digits, and `_`: `\"my_ext.Mean\"`"
    ))
}

fn is_word(part: &str) -> bool {
    part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// What is wrong with the name of a field.
pub(super) fn check_field_name(name: &str) -> Result<(), String> {
    let mut chars = name.chars();
    let is_identifier = chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_');
    if !is_identifier {
        return Err(format!(
            "`{}` is no identifier, so Python cannot write `object.{0}`\nhelp: use letters, digits, and `_`, first no digit",
            name.escape_debug()
        ));
    }
    if name.len() > 4 && name.starts_with("__") && name.ends_with("__") {
        return Err(format!(
            "names such as `{name}` have a meaning of their own in Python, and none is that of a field\nhelp: choose another one with `#[field(rename = \"...\")]`"
        ));
    }
    Ok(())
}
