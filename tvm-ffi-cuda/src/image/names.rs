//! Listing an image's kernels in the message about a missing one.

use super::Text;
use super::bytes::{contains, is_at};
use super::index::Image;

/// The maximum number of names in a message.
const MAX_NAMES: u64 = 5;

/// Adds the names of the image's kernels, with those first that resemble the missing one.
pub(super) const fn write(mut text: Text, wanted: &[u8], image: Image<'_>) -> Text {
    let mut counts = Counts { shown: 0, all: 0, is_mangled: false };
    (text, counts) = add(text, counts, wanted, image, Similarity::Contains);
    (text, counts) = add(text, counts, wanted, image, Similarity::Near);
    (text, counts) = add(text, counts, wanted, image, Similarity::None);
    if counts.all == 0 {
        return text.str(", which has no kernels");
    }
    if counts.all > counts.shown {
        text = text.str(" and ").number(counts.all - counts.shown).str(" more");
    }
    if !counts.is_mangled {
        return text;
    }
    text.str("\nhelp: a name that starts with `_Z` is a mangled C++ name: write it in this form, or declare the kernel `extern \"C\"` in its source")
}

#[derive(Clone, Copy)]
struct Counts {
    shown: u64,
    all: u64,
    /// Whether a name that contains the missing one is a mangled C++ name.
    is_mangled: bool,
}

/// Adds the names with this degree of similarity.
const fn add(
    mut text: Text,
    mut counts: Counts,
    wanted: &[u8],
    image: Image<'_>,
    degree: Similarity,
) -> (Text, Counts) {
    let mut at = 0;
    counts.all = 0;
    while let Some((name, next)) = image.next_name(at) {
        at = next;
        counts.all += 1;
        if counts.shown < MAX_NAMES && Similarity::of(wanted, name) as u8 == degree as u8 {
            text = text.str(if counts.shown == 0 { ", which has " } else { ", " }).name(name);
            counts.shown += 1;
            counts.is_mangled |= matches!(degree, Similarity::Contains) && is_at(name, 0, b"_Z");
        }
    }
    (text, counts)
}

/// The similarity of two names.
#[derive(Clone, Copy)]
enum Similarity {
    /// One contains the other, as a mangled C++ name contains the plain one.
    Contains,
    /// They differ in one place, by at most two letters.
    Near,
    None,
}

impl Similarity {
    const fn of(a: &[u8], b: &[u8]) -> Self {
        let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
        if !short.is_empty() && contains(long, short) {
            return Self::Contains;
        }
        let mut same = 0;
        while same < short.len() && short[same] == long[same] {
            same += 1;
        }
        let mut tail = 0;
        while tail < short.len() - same && short[short.len() - 1 - tail] == long[long.len() - 1 - tail] {
            tail += 1;
        }
        let differ = long.len() - same - tail;
        if differ <= 2 && differ < long.len() { Self::Near } else { Self::None }
    }
}
