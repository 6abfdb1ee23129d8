//! Embedded headers of a source, and the `#include` lines that refer to them.
//!
//! NVRTC finds an embedded header only if an `#include` line has exactly its name. So lines that use another path, such as `"inner.cuh"` in `detail/outer.cuh` or
//! `"./common.cuh"`, are rewritten to the name. Passing the header twice under both names would defeat `#pragma once`.

use std::borrow::Cow;

/// Embedded headers with their names, which are paths relative to the folder of the source.
pub(super) struct EmbeddedHeaders<'a>(pub(super) &'a [(&'a str, &'a str)]);

impl EmbeddedHeaders<'_> {
    /// All headers, rewritten for the compiler.
    pub(super) fn all(&self) -> Vec<(String, String)> {
        let all = self.0.iter().map(|(name, text)| {
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            ((*name).to_owned(), self.rewritten(folder, text).into_owned())
        });
        all.collect()
    }

    /// Rewrites a text so that it includes headers by their names.
    pub(super) fn rewritten<'t>(&self, folder: &str, text: &'t str) -> Cow<'t, str> {
        if self.0.is_empty() {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.split_inclusive('\n').map(|line| self.rewritten_line(folder, line)).collect())
    }

    fn rewritten_line<'t>(&self, folder: &str, line: &'t str) -> Cow<'t, str> {
        let Some(Include { name, is_quoted: true }) = include(line.as_bytes()) else {
            return Cow::Borrowed(line);
        };
        let path = normal(folder, name);
        match self.0.iter().find(|(known, _)| *known == path) {
            Some(_) if path != name => {
                Cow::Owned(line.replacen(&format!("\"{name}\""), &format!("\"{path}\""), 1))
            }
            _ => Cow::Borrowed(line),
        }
    }
}

/// The normalised path of a file, relative to a folder.
fn normal(folder: &str, name: &str) -> String {
    let (root, folder) = if name.starts_with('/') { ("/", "") } else { ("", folder) };
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(name.split('/')).filter(|part| !matches!(*part, "" | ".")) {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    format!("{root}{}", parts.join("/"))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Include<'a> {
    pub(super) name: &'a str,
    pub(super) is_quoted: bool,
}

/// The headers that `#include` lines name.
pub(super) fn includes(text: &[u8]) -> impl Iterator<Item = Include<'_>> {
    text.split(|byte| *byte == b'\n').filter_map(include)
}

fn include(line: &[u8]) -> Option<Include<'_>> {
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

    #[test]
    fn include_lines_are_rewritten_to_names_of_headers() {
        let headers = [("detail/inner.cuh", ""), ("common.cuh", ""), ("../shared/math.cuh", "")];
        let line =
            |folder: &str, line: &str| EmbeddedHeaders(&headers).rewritten_line(folder, line).into_owned();
        for (folder, from, to) in [
            ("detail", "#include \"inner.cuh\"\n", "#include \"detail/inner.cuh\"\n"),
            ("detail", "# include \"../common.cuh\" // why\r\n", "# include \"common.cuh\" // why\r\n"),
            ("", "#include \"./common.cuh\"", "#include \"common.cuh\""),
            ("../shared", "#include \"math.cuh\"", "#include \"../shared/math.cuh\""),
        ] {
            assert_eq!(line(folder, from), to);
        }
        for same in [
            "#include \"common.cuh\"",
            "#include <inner.cuh>",
            "#include \"other.cuh\"",
            "// \"inner.cuh\"",
            "\n",
        ] {
            assert_eq!(line("detail", same), same);
        }
    }
}
