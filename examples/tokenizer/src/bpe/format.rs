//! The text format of vocabularies.
//!
//! ```text
//! byte-pair 1
//! # a comment
//! merge 116 104
//! merge 256 101
//! special <|end|>
//! ```
//!
//! UTF-8, one token a line, numbered from 256, because the bytes are tokens 0 to 255. `merge` names the two tokens that become this
//! one; `special` is followed by one space and the text of the token, as it is, up to the end of the line. Empty lines and lines
//! that start with `#` are ignored.

use super::vocabulary::{Builder, Mistake, Vocabulary, mistake};

const HEADER: &str = "byte-pair 1";

/// Parses a vocabulary.
pub fn parse(content: &[u8]) -> Result<Vocabulary, Mistake> {
    let text = match str::from_utf8(content) {
        Ok(text) => text,
        Err(error) => return mistake!("expected UTF-8, got something else at byte {}", error.valid_up_to()),
    };
    let mut lines = text.lines().enumerate();
    match lines.next() {
        Some((_, HEADER)) => {}
        first => {
            let got = first.map_or("nothing".to_owned(), |(_, line)| format!("{:?}", shortened(line)));
            return mistake!("line 1: expected `{HEADER}`, got {got}");
        }
    }
    let mut builder = Builder::default();
    for (index, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        add(&mut builder, line).map_err(|Mistake(text)| Mistake(format!("line {}: {text}", index + 1)))?;
    }
    Ok(builder.finish())
}

/// Adds the token of a line.
fn add(builder: &mut Builder, line: &str) -> Result<(), Mistake> {
    match line.split_once(' ') {
        Some(("merge", parts)) => match numbers(parts) {
            Some((left, right)) => builder.merge(left, right).map(drop),
            None => mistake!("expected the numbers of two tokens, got {:?}", shortened(parts)),
        },
        Some(("special", text)) => builder.special(text).map(drop),
        _ => mistake!("expected `merge` or `special`, got {:?}", shortened(line)),
    }
}

fn numbers(text: &str) -> Option<(i64, i64)> {
    let (left, right) = text.split_once(' ')?;
    Some((left.parse().ok()?, right.parse().ok()?))
}

/// The start of a line, for a message.
fn shortened(line: &str) -> String {
    const SHOWN: usize = 40;
    let mut shown: String = line.chars().take(SHOWN).collect();
    if shown.len() < line.len() {
        shown.push_str("...");
    }
    shown
}
