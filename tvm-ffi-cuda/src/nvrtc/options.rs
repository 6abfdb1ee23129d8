//! The options that a source is compiled with: ours, then the author's, then the folders of headers.

use std::path::PathBuf;

/// The author's options take precedence over ours, so a few of them have to be recognised.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Options<'a> {
    /// The values of `--gpu-architecture`, which are not in `rest`.
    pub(super) architectures: Vec<&'a str>,
    /// Whether there is a `--std`.
    pub(super) has_standard: bool,
    /// The folders of `--include-path`, which are in `rest` too.
    pub(super) folders: Vec<PathBuf>,
    /// The files of `--pre-include`, which are in `rest` too.
    pub(super) pre_included: Vec<&'a str>,
    /// All options but architectures, as they were given.
    pub(super) rest: Vec<&'a str>,
}

impl<'a> Options<'a> {
    /// Parses the author's options. The compiler reports invalid ones.
    pub(super) fn parse(options: &[&'a str]) -> Self {
        let mut parsed = Self::default();
        let mut options = options.iter().copied();
        while let Some(option) = options.next() {
            let mut value_of = |names: &[&str]| value(option, names, &mut options);
            if let Some((value, _)) = value_of(&["--gpu-architecture", "-arch"]) {
                parsed.architectures.push(value);
                continue;
            }
            let include = value_of(&["--include-path", "-I"]);
            let pre_include = value_of(&["--pre-include", "-include"]);
            parsed.rest.push(option);
            if let Some((value, is_separate)) = include.or(pre_include) {
                parsed.rest.extend(is_separate.then_some(value));
                match include {
                    Some(_) => parsed.folders.push(PathBuf::from(value)),
                    None => parsed.pre_included.push(value),
                }
            }
            parsed.has_standard |= option.starts_with("--std") || option.starts_with("-std");
        }
        parsed
    }

    /// All options of the compiler.
    ///
    /// Our folders come last, since the first folder with a header wins: the author's folders take precedence over installed ones.
    pub(super) fn for_compiler(&self, target: &str, folders: &[PathBuf]) -> Vec<String> {
        let mut options = vec![format!("--gpu-architecture={target}"), "-default-device".to_owned()];
        // On this machine, the folder in which the source was embedded may belong to someone else.
        options.push("--no-source-include".to_owned());
        if !self.has_standard {
            options.push("--std=c++17".to_owned());
        }
        options.extend(self.rest.iter().map(|option| (*option).to_owned()));
        options.extend(folders.iter().map(|folder| format!("--include-path={}", folder.display())));
        options
    }
}

/// The value of an option, from the same string or the next one, and whether it is from the next one.
fn value<'a>(
    option: &'a str,
    names: &[&str],
    rest: &mut impl Iterator<Item = &'a str>,
) -> Option<(&'a str, bool)> {
    for name in names {
        let Some(value) = option.trim_start().strip_prefix(name) else { continue };
        if value.is_empty() {
            return Some((rest.next()?, true));
        }
        if let Some(value) = value.strip_prefix('=') {
            return Some((value, false));
        }
        // Only this option may be joined with its value.
        if *name == "-I" {
            return Some((value, false));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_an_option() {
        let options = ["-arch=sm_90a", "-arch", "sm_80", "--gpu-architecture=compute_75", "-lineinfo"];
        let parsed = Options::parse(&options);
        assert_eq!(parsed.architectures, ["sm_90a", "sm_80", "compute_75"]);
        assert_eq!(parsed.rest, ["-lineinfo"]);

        let options = ["-I/a", "-I", "/b", "--include-path=/c", "--pre-include=x.h", "-include=y.h", "-ID"];
        let parsed = Options::parse(&options);
        assert_eq!(parsed.folders, ["/a", "/b", "/c", "D"].map(PathBuf::from));
        assert_eq!(parsed.pre_included, ["x.h", "y.h"]);
        assert_eq!(parsed.rest, options);
    }

    #[test]
    fn the_authors_options_come_between_the_defaults_and_the_folders() {
        let parsed = Options::parse(&["--use_fast_math", "-Imine"]);
        let options = parsed.for_compiler("sm_90", &[PathBuf::from("/cuda/include")]);
        let expected = [
            "--gpu-architecture=sm_90",
            "-default-device",
            "--no-source-include",
            "--std=c++17",
            "--use_fast_math",
            "-Imine",
            "--include-path=/cuda/include",
        ];
        assert_eq!(options, expected);
    }

    #[test]
    fn a_standard_is_only_added_where_none_is_given() {
        for option in ["--std=c++20", "-std=c++14"] {
            let options = Options::parse(&[option]).for_compiler("sm_90", &[]);
            assert!(!options.contains(&"--std=c++17".to_owned()), "{options:?}");
        }
    }
}
