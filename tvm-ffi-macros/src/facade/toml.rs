//! Reads TOML that cargo has accepted: each value with all keys that lead to it, as if the file had no tables.

/// A value that is not a table. One that is in a list has the keys of the list.
pub(super) struct Setting {
    pub(super) keys: Vec<String>,
    /// The content of a string, whose escapes stay; the text of another value.
    pub(super) value: String,
}

/// The entries of a text, up to the first place that is not TOML.
pub(super) fn entries(text: &str) -> Vec<Setting> {
    let mut reader = Reader { rest: text, found: Vec::new() };
    // The result says only whether the text is read to its end.
    let _ = reader.document();
    reader.found
}

struct Reader<'a> {
    rest: &'a str,
    found: Vec<Setting>,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Option<()> {
        let mut table = Vec::new();
        while self.skip_to_content("") {
            if self.takes("[") {
                // The second one, of a list of tables.
                self.takes("[");
                table = self.keys(&[])?;
                self.takes("]").then_some(())?;
                self.takes("]");
            } else {
                self.entry(&table)?;
            }
        }
        Some(())
    }

    /// `key = value` in a table.
    fn entry(&mut self, table: &[String]) -> Option<()> {
        let keys = self.keys(table)?;
        self.takes("=").then_some(())?;
        self.value(&keys)
    }

    /// Keys with dots between them, behind those of the table.
    fn keys(&mut self, table: &[String]) -> Option<Vec<String>> {
        let mut keys = table.to_vec();
        loop {
            self.skip_blanks();
            let key = match self.string() {
                Some(key) => key,
                None => self.while_true(|c| c.is_alphanumeric() || matches!(c, '_' | '-')),
            };
            keys.push(key.to_owned());
            self.skip_blanks();
            if !self.takes(".") {
                return (!key.is_empty()).then_some(keys);
            }
        }
    }

    fn value(&mut self, keys: &[String]) -> Option<()> {
        self.skip_blanks();
        let value = if self.takes("{") {
            return self.items("}", |reader| reader.entry(keys));
        } else if self.takes("[") {
            return self.items("]", |reader| reader.value(keys));
        } else if let Some(text) = self.string() {
            text
        } else {
            self.while_true(|c| !matches!(c, ',' | ']' | '}' | '#' | '\n')).trim_end()
        };
        self.found.push(Setting { keys: keys.to_vec(), value: value.to_owned() });
        Some(())
    }

    /// What commas separate, up to the bracket at the end.
    fn items(&mut self, end: &str, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        while self.skip_to_content(",") {
            if self.takes(end) {
                return Some(());
            }
            item(self)?;
        }
        None
    }

    /// The content of a string in one of the four kinds of quotes.
    fn string(&mut self) -> Option<&'a str> {
        let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| self.takes(quotes))?;
        let text = self.rest;
        let mut end = 0;
        while !text[end..].starts_with(quotes) {
            let is_escape = quotes.starts_with('"') && text[end..].starts_with('\\');
            let mut characters = text[end..].chars();
            end += characters.next()?.len_utf8();
            if is_escape {
                end += characters.next()?.len_utf8();
            }
        }
        // A text may end with quotes itself: `"""a "word""""`.
        while quotes.len() > 1 && text[end + 1..].starts_with(quotes) {
            end += 1;
        }
        self.rest = &text[end + quotes.len()..];
        Some(&text[..end])
    }

    /// Skips white space, comments, and `separator`, and returns whether there is more.
    fn skip_to_content(&mut self, separator: &str) -> bool {
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.starts_with('#') {
                self.while_true(|c| c != '\n');
            } else if separator.is_empty() || !self.takes(separator) {
                return !self.rest.is_empty();
            }
        }
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn while_true(&mut self, is_in: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_in(c)).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        text
    }
}
