//! [`ConstText`]: a bounded text buffer for `const` evaluation.

/// The maximum length of a message.
const CAPACITY: usize = 1024;

/// A text of bounded length. The rest of a longer text is cut off.
#[derive(Clone, Copy)]
pub struct ConstText {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl ConstText {
    /// An empty text.
    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY], len: 0 }
    }

    /// Adds a text, which may be a name from a file. Bytes other than printable ASCII become `?`, so that a cut cannot split a character.
    pub const fn bytes(mut self, bytes: &[u8]) -> Self {
        let mut at = 0;
        while at < bytes.len() && self.len < CAPACITY {
            let byte = bytes[at];
            self.bytes[self.len] =
                if byte.is_ascii_graphic() || byte == b' ' || byte == b'\n' { byte } else { b'?' };
            self.len += 1;
            at += 1;
        }
        self
    }

    /// Adds a text.
    pub const fn str(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    /// Adds a name from a file, in backticks. The middle of a long name is left out.
    pub const fn name(self, name: &[u8]) -> Self {
        const ENDS: usize = 60;
        if name.len() <= 2 * ENDS {
            return self.str("`").bytes(name).str("`");
        }
        let (start, _) = name.split_at(ENDS);
        let (_, end) = name.split_at(name.len() - ENDS);
        self.str("`").bytes(start).str("...").bytes(end).str("`")
    }

    /// Adds a number in decimal.
    pub const fn number(mut self, number: u64) -> Self {
        if number >= 10 {
            self = self.number(number / 10);
        }
        self.bytes(&[b'0' + (number % 10) as u8])
    }

    /// Adds a number and a noun, in the plural unless the number is 1.
    pub const fn count(self, number: u64, noun: &str) -> Self {
        self.number(number).str(" ").str(noun).str(if number == 1 { "" } else { "s" })
    }

    /// Adds three numbers: `(2, 1, 1)`.
    pub const fn triple(self, of: [u32; 3]) -> Self {
        let text = self.str("(").number(of[0] as u64).str(", ").number(of[1] as u64);
        text.str(", ").number(of[2] as u64).str(")")
    }

    /// The text so far.
    pub const fn as_str(&self) -> &str {
        match self.bytes.split_at_checked(self.len) {
            Some((written, _)) => match core::str::from_utf8(written) {
                Ok(text) => text,
                Err(_) => "",
            },
            None => "",
        }
    }
}

impl Default for ConstText {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for ConstText {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_off() {
        let mut text = ConstText::new();
        for _ in 0..2000 {
            text = text.str("ä");
        }
        assert_eq!(text.as_str(), "?".repeat(CAPACITY));
    }

    #[test]
    fn numbers_and_names_are_written_in_full() {
        const TEXT: ConstText =
            ConstText::new().count(1, "byte").str(", ").count(u64::MAX, "byte").str(", ").name(b"a\0b");
        assert_eq!(TEXT.as_str(), "1 byte, 18446744073709551615 bytes, `a?b`");
    }
}
