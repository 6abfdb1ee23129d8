//! Paths of built libraries, read from cargo's JSON messages.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;

/// The file name of the shared library that `package` builds for this platform.
pub(crate) fn shared_library_name(package: &str) -> String {
    format!("{DLL_PREFIX}{}{DLL_SUFFIX}", package.replace('-', "_"))
}

/// The path of the shared library of `package`, which may be built for Windows. Each line of `messages` is one message.
pub(crate) fn find_shared_library(messages: &str, package: &str) -> Option<PathBuf> {
    let for_windows = || find(messages, &format!("{}.dll", package.replace('-', "_")));
    find(messages, &shared_library_name(package)).or_else(for_windows)
}

/// The path of the program `name`, which may be built for Windows.
pub(crate) fn find_program(messages: &str, name: &str) -> Option<PathBuf> {
    find(messages, name).or_else(|| find(messages, &format!("{name}.exe")))
}

/// The path of the artifact `file_name`.
fn find(messages: &str, file_name: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter(|line| line.contains(r#""reason":"compiler-artifact""#))
        .filter_map(|line| line.split_once(r#""filenames":["#))
        .flat_map(|(_, names)| leading_strings(names))
        .map(PathBuf::from)
        .find(|path| path.file_name().is_some_and(|name| name == file_name))
}

/// A test program that cargo built.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TestProgram {
    pub(crate) program: PathBuf,
    pub(crate) source: PathBuf,
    pub(crate) manifest: PathBuf,
}

/// The test programs. Each line of `messages` is one message.
pub(crate) fn test_programs(messages: &str) -> Vec<TestProgram> {
    let is_test = |line: &&str| {
        let profile = line.split_once(r#""profile":{"#).and_then(|(_, rest)| rest.split_once('}'));
        profile.is_some_and(|(profile, _)| profile.contains(r#""test":true"#))
    };
    let program = |line| {
        let path = |key| string(line, key).map(PathBuf::from);
        Some(TestProgram {
            program: path("executable")?,
            source: path("src_path")?,
            manifest: path("manifest_path")?,
        })
    };
    let artifacts = messages.lines().filter(|line| line.contains(r#""reason":"compiler-artifact""#));
    artifacts.filter(is_test).filter_map(program).collect()
}

/// The string with a key in a JSON object.
fn string(object: &str, key: &str) -> Option<String> {
    let (_, value) = object.split_once(&format!("\"{key}\":"))?;
    leading_strings(value).into_iter().next()
}

/// The strings at the start of the inside of a JSON array of strings.
///
/// Paths hold no control characters, so that `\"` and `\\` are the only escapes to undo.
fn leading_strings(array: &str) -> Vec<String> {
    let mut strings = Vec::new();
    let mut chars = array.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                let mut text = String::new();
                while let Some(c) = chars.next().filter(|c| *c != '"') {
                    text.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
                }
                strings.push(text);
            }
            ',' => {}
            _ => break,
        }
    }
    strings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(name: &str) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","target":{{"name":"q"}},"filenames":["/t/{name}","/t/q.rlib"],"executable":null}}"#
        )
    }

    #[test]
    fn a_library_is_found_among_the_artifacts() {
        let wanted = shared_library_name("e2e-kernels");
        let messages = format!("{}\n{}\nnot json\n", message("libother.so"), message(&wanted));
        assert_eq!(find(&messages, &wanted), Some(PathBuf::from(format!("/t/{wanted}"))));
    }

    #[test]
    fn libraries_and_programs_for_windows_are_found() {
        let library = message("e2e_kernels.dll");
        assert_eq!(find_shared_library(&library, "e2e-kernels"), Some(PathBuf::from("/t/e2e_kernels.dll")));
        assert_eq!(find_program(&message("stubs.exe"), "stubs"), Some(PathBuf::from("/t/stubs.exe")));
    }

    #[test]
    fn a_library_with_a_longer_name_is_another_one() {
        let messages = message(&format!("x{}", shared_library_name("q")));
        assert_eq!(find(&messages, &shared_library_name("q")), None);
    }

    #[test]
    fn other_messages_are_ignored() {
        let messages = message("q").replace("compiler-artifact", "compiler-message");
        assert_eq!(find(&messages, "q"), None);
    }

    #[test]
    fn test_programs_are_told_from_other_programs() {
        let message = |is_test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/w/Cargo.toml","target":{{"src_path":"/w/api.rs","test":true}},"profile":{{"test":{is_test}}},"executable":"/t/api-1","fresh":true}}"#
            )
        };
        let built = TestProgram {
            program: "/t/api-1".into(),
            source: "/w/api.rs".into(),
            manifest: "/w/Cargo.toml".into(),
        };
        assert_eq!(test_programs(&format!("{}\n{}\n", message(true), message(false))), [built]);
    }

    #[test]
    fn escapes_are_undone() {
        let inside = r#""C:\\a b\\q.dll","say \"q\""],"executable":null"#;
        assert_eq!(leading_strings(inside), [r"C:\a b\q.dll", r#"say "q""#]);
    }

    #[test]
    fn an_empty_list_has_no_strings() {
        assert!(leading_strings(r#"],"executable":"x""#).is_empty());
    }
}
