//! No file of the repository contains a phrase that `words.txt` or the glossary of CONTRIBUTING rejects.
//!
//! To check only some folders or files:
//! `TVM_FFI_WORDS="tvm-ffi-core/src/any tvm-ffi-core/src/any.rs" cargo test -p tvm-ffi-tests-words`.

#![forbid(unsafe_code)]
#![deny(warnings)]

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Files with names like these are checked. The messages in `.stderr` files come from the sources.
const EXTENSIONS: [&str; 12] = ["rs", "md", "py", "pyi", "c", "cc", "cpp", "cu", "cuh", "h", "toml", "sh"];

/// Folders that are not part of the repository.
const IGNORED: [&str; 4] = ["target", "wip", "shared", "__pycache__"];

struct Phrase {
    text: String,
    /// What to write instead. Without it, the phrase is right.
    instead: Option<String>,
}

#[test]
fn no_file_contains_a_rejected_phrase() {
    let root = repository();
    let phrases = all_phrases();
    let mut report = String::new();
    let mut found = 0;
    for file in files_to_check(root) {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let name = file.strip_prefix(root).expect("the file is in the repository").display();
        for (line, phrase) in rejected(&text, &phrases) {
            found += 1;
            let instead = phrase.instead.as_deref().unwrap_or_default();
            writeln!(report, "{name}:{line}: `{}`, write {instead}", phrase.text)
                .expect("a String takes any text");
        }
    }
    assert!(report.is_empty(), "{found} phrases to rewrite:\n{report}");
}

#[test]
fn no_replacement_contains_a_rejected_phrase() {
    let phrases = all_phrases();
    for phrase in &phrases {
        let instead = phrase.instead.as_deref().unwrap_or_default();
        let wrong: Vec<_> = rejected(instead, &phrases).into_iter().map(|(_, wrong)| &wrong.text).collect();
        assert!(wrong.is_empty(), "the replacement for `{}` contains {wrong:?}", phrase.text);
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).expect("the package is in tests/hygiene")
}

fn all_phrases() -> Vec<Phrase> {
    let contributing =
        fs::read_to_string(repository().join("CONTRIBUTING.md")).expect("CONTRIBUTING.md is in the root");
    let mut phrases = listed(include_str!("words.txt"));
    phrases.extend(glossary(&contributing));
    phrases
}

fn listed(list: &str) -> Vec<Phrase> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let phrases = lines.flat_map(|line| {
        let (phrases, instead) = match line.split_once(" => ") {
            Some((phrases, instead)) => (phrases, Some(instead.to_owned())),
            None => (line, None),
        };
        phrases.split(" | ").map(move |text| Phrase { text: text.to_owned(), instead: instead.clone() })
    });
    phrases.collect()
}

/// The last column of the glossary. What is in italics there is wrong in one meaning only.
fn glossary(contributing: &str) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for row in contributing.lines() {
        let Some((term, last)) = glossary_row(row) else { continue };
        let rejected = last.split(", ").filter(|text| !text.is_empty() && !text.starts_with('*'));
        phrases.extend(rejected.map(|text| Phrase { text: text.to_owned(), instead: Some(term.to_owned()) }));
    }
    assert!(!phrases.is_empty(), "the glossary has a column of phrases to avoid");
    phrases
}

/// The first and the last cell of a row of the glossary, the only table of four columns.
fn glossary_row(line: &str) -> Option<(&str, &str)> {
    let cells: Vec<_> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
    match cells[..] {
        [term, _, _, last] if last != "do not write" && !last.starts_with("--") => Some((term, last)),
        _ => None,
    }
}

fn files_to_check(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    match std::env::var("TVM_FFI_WORDS") {
        Ok(chosen) => chosen.split_whitespace().for_each(|path| add_files(&root.join(path), &mut files)),
        Err(_) => add_files(root, &mut files),
    }
    files.sort();
    files
}

fn add_files(path: &Path, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        files.push(path.to_owned());
        return;
    }
    for entry in fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())) {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let is_ignored = name.starts_with('.') || IGNORED.contains(&name);
        if !is_ignored && (path.is_dir() || EXTENSIONS.contains(&extension)) {
            add_files(&path, files);
        }
    }
}

/// The rejected phrases in a text, each with its line.
fn rejected<'a>(text: &str, phrases: &'a [Phrase]) -> Vec<(usize, &'a Phrase)> {
    let prose = Prose::new(text);
    let (wrong, right): (Vec<_>, Vec<_>) = phrases.iter().partition(|phrase| phrase.instead.is_some());
    let right: Vec<_> = right.iter().flat_map(|phrase| prose.find(&phrase.text)).collect();
    let mut found = Vec::new();
    for phrase in wrong {
        let is_right =
            |at: &Range<usize>| right.iter().any(|right| right.start <= at.start && at.end <= right.end);
        let places = prose.find(&phrase.text).filter(|at| !is_right(at));
        found.extend(places.map(|at| (prose.line(at.start), phrase)));
    }
    found.sort_by_key(|(line, _)| *line);
    found
}

/// A text in lower case without comment marks and line breaks, so that a phrase can begin on one line and end on the next.
struct Prose {
    text: String,
    /// Where each line starts in `text`.
    starts: Vec<usize>,
}

impl Prose {
    fn new(text: &str) -> Self {
        let mut prose = Prose { text: String::new(), starts: Vec::new() };
        for line in text.lines() {
            prose.starts.push(prose.text.len());
            let line = glossary_row(line)
                .map_or(line, |(_, last)| line.trim_end_matches(['|', ' ']).trim_end_matches(last));
            let line =
                line.trim_start_matches(['/', '!', '#', '*', '>', ' ', '\t']).trim_end_matches(['\\', ' ']);
            for word in line.split_whitespace() {
                prose.text.push_str(&word.to_ascii_lowercase());
                prose.text.push(' ');
            }
        }
        prose
    }

    /// Where a phrase is in the text, as whole words.
    fn find<'a>(&'a self, phrase: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let places = self.text.match_indices(phrase).map(|(start, phrase)| start..start + phrase.len());
        places.filter(move |at| {
            !self.text[..at.start].ends_with(is_word) && !self.text[at.end..].starts_with(is_word)
        })
    }

    fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }
}
