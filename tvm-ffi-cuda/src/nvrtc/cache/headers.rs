//! The headers of a source that are not its own, found as a compiler finds them.

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
        // These are looked for in the current folder first.
        waiting.extend(search.find(Include { name, is_quoted: true }, Some(Path::new(""))));
    }
    // Those that the source brings may be among what is looked for: then a file of that name is one too many, which does no harm.
    let brought = job.headers.iter().map(|(_, text)| text);
    for include in [&job.text].into_iter().chain(brought).flat_map(|text| includes(text.as_bytes())) {
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
