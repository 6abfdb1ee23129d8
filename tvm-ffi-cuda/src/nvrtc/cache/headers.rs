//! The installed headers that a source includes, found as the compiler finds them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::super::headers::{Include, includes};
use super::super::job::Job;

/// Calls `visit` with the path and the content of each header that a job may read, once, in an order that only depends on the files.
pub(super) fn each(job: &Job, mut visit: impl FnMut(&Path, &[u8])) {
    let mut search = Search { folders: &job.folders, found: HashMap::new() };
    let mut seen: HashSet<PathBuf> = HashSet::new();
    let mut waiting: Vec<PathBuf> = Vec::new();
    for name in &job.pre_included {
        // The compiler looks for these in the current folder first.
        waiting.extend(search.find(Include { name, is_quoted: true }, Some(Path::new(""))));
    }
    // Embedded headers may be searched too. A file of the same name is then included needlessly, which does no harm.
    let embedded = job.headers.iter().map(|(_, text)| text);
    for include in [&job.text].into_iter().chain(embedded).flat_map(|text| includes(text.as_bytes())) {
        waiting.extend(search.find(include, None));
    }
    while let Some(path) = waiting.pop() {
        if seen.contains(&path) {
            continue;
        }
        // The compiler ignores unreadable headers too.
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
    /// Cache of lookups, since most headers are included many times.
    found: HashMap<String, Option<PathBuf>>,
}

impl Search<'_> {
    /// The file of an `#include` in a header. `including` is the folder of that header, if it has one.
    fn find(&mut self, include: Include<'_>, including: Option<&Path>) -> Option<PathBuf> {
        if include.is_quoted
            && let Some(path) =
                including.map(|folder| folder.join(include.name)).filter(|path| path.is_file())
        {
            return Some(path);
        }
        if let Some(found) = self.found.get(include.name) {
            return found.clone();
        }
        // Joining an absolute path to any folder gives the path itself.
        let own = Path::new(include.name).is_absolute().then(|| PathBuf::from(include.name));
        let in_folders = self.folders.iter().map(|folder| folder.join(include.name));
        let found = own.into_iter().chain(in_folders).find(|path| path.is_file());
        self.found.insert(include.name.to_owned(), found.clone());
        found
    }
}
