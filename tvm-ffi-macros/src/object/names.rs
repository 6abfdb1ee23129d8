//! Type keys, and names of fields.

/// Checks a type key.
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

/// Checks the name of a field.
pub(super) fn check_field_name(name: &str) -> Result<(), String> {
    let help = "help: choose another one with `#[field(rename = \"...\")]`";
    let is_identifier = is_word(name) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_identifier {
        return Err(format!(
            "`{}` cannot be the name of a field: it is made of ASCII letters, digits, and `_`, and starts with no digit\n{help}",
            name.escape_debug()
        ));
    }
    if name.starts_with("__") && name.ends_with("__") {
        return Err(format!(
            "`{name}` cannot be the name of a field: Python has a meaning of its own for such names\n{help}"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_keys_are_dotted() {
        for key in ["stats.Mean", "a.b.C", "_a._b", "my_ext2.X1"] {
            assert_eq!(check_key(key), Ok(()), "{key}");
        }
        for key in [
            "",
            "Mean",
            ".Mean",
            "stats.",
            "a..b",
            "a.1b",
            "1a.b",
            "a-b.c",
            "a.b c",
            "ffi.Mean",
            "größe.X",
            "a.b\0",
        ] {
            assert!(check_key(key).is_err(), "{key}");
        }
    }

    #[test]
    fn fields_have_names_that_python_can_write() {
        for name in ["x", "_x", "x1", "X", "__x", "lambda", "x__"] {
            assert_eq!(check_field_name(name), Ok(()), "{name}");
        }
        for name in ["", "1", "a b", "a.b", "größe", "__init__", "____"] {
            assert!(check_field_name(name).is_err(), "{name}");
        }
    }
}
