//! The headers of a source, found as a compiler finds them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::super::job::Job;

/// Calls `visit` with the path and the content of each header that a job may read, once, in an order that only depends on the files.
pub(super) fn each(job: &Job, mut visit: impl FnMut(&Path, &[u8])) {
    let mut search = Search { folders: &job.folders, found: HashMap::new() };
    let mut seen: HashSet<PathBuf> = HashSet::new();
    let mut waiting: Vec<PathBuf> = Vec::new();
    for name in &job.pre_included {
        // These are looked for in the current folder first.
        waiting.extend(search.find(Include { name, is_quoted: true }, Some(Path::new(""))));
    }
    for include in includes(job.text.as_bytes()) {
        waiting.extend(search.find(include, None));
    }
    while let Some(path) = waiting.pop() {
        if seen.contains(&path) {
            continue;
        }
        // One that cannot be read is none to the compiler either.
        let Ok(content) = std::fs::read(&path) else { continue };
        for include in includes(&content) {
            waiting.extend(search.find(include, path.parent()));
        }
        visit(&path, &content);
        seen.insert(path);
    }
}

struct Search<'j> {
    folders: &'j [PathBuf],
    /// What has been looked for in the folders, since most headers are included many times.
    found: HashMap<String, Option<PathBuf>>,
}

impl Search<'_> {
    /// The file of an include, in the folder of the header that has it.
    fn find(&mut self, include: Include<'_>, beside: Option<&Path>) -> Option<PathBuf> {
        if include.is_quoted
            && let Some(path) = beside.map(|folder| folder.join(include.name)).filter(|path| path.is_file())
        {
            return Some(path);
        }
        if let Some(found) = self.found.get(include.name) {
            return found.clone();
        }
        // An absolute path is itself in every folder, and where there is none.
        let own = Path::new(include.name).is_absolute().then(|| PathBuf::from(include.name));
        let in_folders = self.folders.iter().map(|folder| folder.join(include.name));
        let found = own.into_iter().chain(in_folders).find(|path| path.is_file());
        self.found.insert(include.name.to_owned(), found.clone());
        found
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Include<'a> {
    name: &'a str,
    is_quoted: bool,
}

/// The headers that lines such as `#include <name>` name.
fn includes(text: &[u8]) -> impl Iterator<Item = Include<'_>> {
    text.split(|byte| *byte == b'\n').filter_map(|line| {
        let line = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start();
        let line = line.strip_prefix(b"include_next").or_else(|| line.strip_prefix(b"include"))?;
        let line = line.trim_ascii_start();
        let (open, rest) = line.split_first()?;
        let close = match open {
            b'"' => b'"',
            b'<' => b'>',
            _ => return None,
        };
        let name = &rest[..rest.iter().position(|byte| *byte == close)?];
        Some(Include { name: core::str::from_utf8(name).ok()?, is_quoted: close == b'"' })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_recognised() {
        let text = b"#include <a.h>\r\n  #  include\t\"b/c.h\" // why\n// #include <no.h>\n#include MACRO\n#includes <no.h>\n\
            #include_next <d.h>\n#include <open\n#include";
        let found: Vec<_> = includes(text).map(|include| (include.name, include.is_quoted)).collect();
        assert_eq!(found, [("a.h", false), ("b/c.h", true), ("d.h", false)]);
    }
}
