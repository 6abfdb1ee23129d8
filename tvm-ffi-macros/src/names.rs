//! Names of exports, and misspelt names.

/// The rule for all names, for messages.
const ALPHABET: &str = "a name is made of ASCII letters, digits, `_`, and `.`, and starts with a letter";

/// The prefix of names in expansions.
pub(crate) const RESERVED_PREFIX: &str = "__tvm_ffi_";

/// The function with which a library lists its exports.
const MANIFEST: &str = "tvm_ffi_manifest";

/// Checks the name of an export.
///
/// A leading `_` would collide with the symbols that the runtime looks for, `__tvm_ffi__metadata_<name>` for one.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    let wrong = match name.chars().next() {
        None => Some(String::from("the name is empty")),
        Some(first) if !first.is_ascii_alphabetic() => {
            Some(format!("`{name}` starts with `{}`", first.escape_debug()))
        }
        Some(_) => name
            .chars()
            .find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.')))
            .map(|found| format!("`{}` contains `{}`", name.escape_debug(), found.escape_debug())),
    };
    match wrong {
        Some(wrong) => Err(format!("{wrong}: {ALPHABET}")),
        None if name == MANIFEST => {
            Err(format!("`{MANIFEST}` is the function that lists a library's exports"))
        }
        None => Ok(()),
    }
}

/// Checks a name for the global registry, which all libraries of a process share.
pub(crate) fn check_global_name(name: &str) -> Result<(), String> {
    check_name(name)?;
    let parts: Vec<_> = name.split('.').collect();
    if parts.len() == 1 {
        return Err(format!(
            "`{name}` is not dotted: all libraries of a process share the global registry, so a name there needs a prefix of its own, such as `my_ext.{name}`"
        ));
    }
    if parts.iter().any(|part| part.is_empty()) {
        return Err(format!(
            "`{name}` has an empty part: a name in the global registry is a prefix of its own and a name, such as `my_ext.rms_norm`"
        ));
    }
    Ok(())
}

/// Whether a name is in a list of names with spaces between them.
pub(crate) fn is_among(name: &str, names: &str) -> bool {
    names.split(' ').any(|other| other == name)
}

/// The candidate that `name` is probably a misspelling of.
pub(crate) fn similar<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Any two of the shortest names are similar.
    let allowed = match name.len() {
        ..=2 => 0,
        3..=4 => 1,
        _ => 2,
    };
    let mut best = None;
    for candidate in candidates {
        let found = (distance(name, candidate), candidate);
        if (1..=allowed).contains(&found.0) && best.is_none_or(|best| found < best) {
            best = Some(found);
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Insertions, deletions, substitutions, and swaps of neighbours that lead from one word to the other.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<_>, Vec<_>) = (left.chars().collect(), right.chars().collect());
    let mut rows = vec![(0..=right.len()).collect::<Vec<_>>()];
    for i in 1..=left.len() {
        let mut row = vec![i];
        for j in 1..=right.len() {
            let substituted = rows[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut best = substituted.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_start_with_a_letter() {
        for name in ["f", "F", "rms_norm", "math.rms_norm", "f2", "a.b.c_d", "a_"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        for name in ["", "_f", "2f", ".f", "f-g", "f g", "f\0", "größe", "f\n", "f@v", "tvm_ffi_manifest"] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn global_names_are_dotted() {
        for name in ["a.b", "my_ext.f", "a.b.c"] {
            assert_eq!(check_global_name(name), Ok(()), "{name}");
        }
        for name in ["f", "f.", "a..b", ".f", ""] {
            assert!(check_global_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn slips_are_recognised() {
        let candidates = ["default", "shape", "out", "align"];
        let similar = |name| similar(name, candidates);
        assert_eq!(similar("defualt"), Some("default"));
        assert_eq!(similar("defalt"), Some("default"));
        assert_eq!(similar("shpae"), Some("shape"));
        assert_eq!(similar("outt"), Some("out"));
        assert_eq!(similar("default"), None, "the right name is not a slip");
        assert_eq!(similar("doc"), None);
        assert_eq!(similar("ot"), None);
        assert_eq!(similar("wrapped"), None);
    }
}
