//! The texts of a class, between NUL bytes.

/// Texts between NUL bytes, and empty ones after the last.
pub(crate) struct Fields(pub(crate) &'static str);

impl Fields {
    /// The next text.
    #[inline(never)]
    pub(crate) fn take(&mut self) -> &'static str {
        let (field, rest) = self.0.split_at_checked(find_nul(self.0.as_bytes())).unwrap_or_default();
        self.0 = rest.get(1..).unwrap_or_default();
        field
    }

    /// The next text, which is documentation. A file ends with a line break.
    pub(crate) fn take_doc(&mut self) -> &'static str {
        self.take().trim_matches('\n').trim_end()
    }
}

/// The texts of a description, some of which are the work of macros, such as `include_str!`.
pub const fn texts(joined: &'static str, count: usize) -> &'static str {
    let (bytes, mut at, mut found) = (joined.as_bytes(), 0, 1);
    while at < bytes.len() {
        found += (bytes[at] == 0) as usize;
        at += 1;
    }
    assert!(found == count, "documentation cannot contain a NUL character");
    joined
}

/// Where the first NUL byte is, or the end. Eight bytes at once: most texts are short, and documentation is long.
fn find_nul(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let word = u64::from_le_bytes(*word);
        // The highest bit of each NUL byte; above the first, of others too.
        let nuls = word.wrapping_sub(ONES) & !word & (ONES << 7);
        if nuls != 0 {
            return at + nuls.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    bytes[at..].iter().position(|byte| *byte == 0).map_or(bytes.len(), |found| at + found)
}
