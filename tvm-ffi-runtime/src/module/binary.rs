//! Modules that are embedded in a library: the symbol `__tvm_ffi__library_bin`.
//!
//! The content is the number of bytes that follow, a tree of imports, and the modules. The tree is in the form of a compressed sparse row
//! matrix: two arrays of numbers. Numbers have eight bytes, little-endian; arrays and texts begin with their length. Module 0 is the root.

use crate::catch::{Failure, Result, fail};

/// A parsed content.
#[derive(Debug, PartialEq)]
pub(super) struct Binary<'a> {
    pub(super) modules: Vec<Embedded<'a>>,
    /// For each module the numbers of those that it imports.
    pub(super) imports: Vec<Vec<usize>>,
}

/// An embedded module.
#[derive(Debug, PartialEq)]
pub(super) enum Embedded<'a> {
    /// The library itself.
    Library,
    /// A module of a kind, as bytes.
    Saved { kind: &'a [u8], bytes: &'a [u8] },
}

/// Parses what follows the number of bytes.
///
/// # Errors
///
/// An `InternalError` if the content ends early, or numbers in it are wrong.
pub(super) fn parse(content: &[u8]) -> Result<Binary<'_>> {
    let mut reader = Reader(content);
    let starts = reader.numbers("import_tree_indptr")?;
    let children = reader.numbers("import_tree_child_indices")?;
    let count = starts.len().checked_sub(1).filter(|count| *count > 0);
    let Some(count) = count else {
        return Err(fail!(InternalError, "the library binary has no modules"));
    };
    let imports =
        (0..count).map(|module| imports(&starts, &children, count, module)).collect::<Result<_>>()?;
    let modules = (0..count).map(|_| reader.module()).collect::<Result<_>>()?;
    Ok(Binary { modules, imports })
}

/// The numbers of the modules that one imports.
fn imports(starts: &[usize], children: &[usize], count: usize, module: usize) -> Result<Vec<usize>> {
    let range = starts[module]..starts[module + 1];
    let Some(imports) = children.get(range.clone()) else {
        return Err(fail!(
            InternalError,
            "the library binary has {} imports, and module {module} imports those in {range:?}",
            children.len()
        ));
    };
    match imports.iter().find(|child| **child >= count) {
        None => Ok(imports.to_vec()),
        Some(child) => {
            Err(fail!(InternalError, "Check failed: child_index < modules.size() ({child} vs. {count}) : "))
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self, what: &str) -> Result<usize> {
        let (word, rest) = self.0.split_first_chunk::<8>().ok_or_else(|| too_short(what))?;
        self.0 = rest;
        usize::try_from(u64::from_le_bytes(*word)).map_err(|_| too_short(what))
    }

    fn bytes(&mut self, what: &str) -> Result<&'a [u8]> {
        let length = self.number(what)?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or_else(|| too_short(what))?;
        self.0 = rest;
        Ok(bytes)
    }

    fn numbers(&mut self, what: &str) -> Result<Vec<usize>> {
        let count = self.number(what)?;
        if count > self.0.len() / 8 {
            return Err(too_short(what));
        }
        (0..count).map(|_| self.number(what)).collect()
    }

    fn module(&mut self) -> Result<Embedded<'a>> {
        match self.bytes("kind")? {
            b"_lib" => Ok(Embedded::Library),
            kind => Ok(Embedded::Saved { kind, bytes: self.bytes("module_bytes")? }),
        }
    }
}

#[cold]
fn too_short(what: &str) -> Failure {
    fail!(InternalError, "Check failed: (stream.Read(&{what})) is false: the library binary ends early")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(words: &[u64], texts: &[&[u8]]) -> Vec<u8> {
        let mut content: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        for text in texts {
            content.extend((text.len() as u64).to_le_bytes());
            content.extend(*text);
        }
        content
    }

    fn message(content: &[u8]) -> String {
        match parse(content) {
            Err(Failure::Error("InternalError", message)) => message,
            _ => panic!("an InternalError was expected"),
        }
    }

    #[test]
    fn modules_and_imports() {
        let content = content(&[3, 0, 1, 1, 1, 1], &[b"_lib", b"ptx", b"bytes"]);
        let binary = parse(&content).unwrap_or_else(|_| panic!("the content is valid"));
        assert_eq!(binary.modules, [Embedded::Library, Embedded::Saved { kind: b"ptx", bytes: b"bytes" }]);
        assert_eq!(binary.imports, [vec![1], vec![]]);
    }

    #[test]
    fn every_prefix_is_an_error() {
        let content = content(&[3, 0, 1, 1, 1, 1], &[b"_lib", b"ptx", b"bytes"]);
        for length in 0..content.len() {
            assert!(message(&content[..length]).contains("ends early"));
        }
    }

    #[test]
    fn numbers_are_checked() {
        assert_eq!(message(&content(&[0, 0], &[])), "the library binary has no modules");
        assert!(message(&content(&[u64::MAX], &[])).contains("import_tree_indptr"));
        assert!(
            message(&content(&[2, 0, 1, 1, 1], &[b"_lib"]))
                .contains("child_index < modules.size() (1 vs. 1)")
        );
        assert!(message(&content(&[2, 1, 0, 0], &[b"_lib"])).contains("module 0 imports those in 1..0"));
        assert!(message(&content(&[2, 0, 9, 0], &[b"_lib"])).contains("module 0 imports those in 0..9"));
    }
}
