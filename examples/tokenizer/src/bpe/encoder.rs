//! Encodes text as tokens.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::merges::Merges;
use super::pieces::pieces;
use super::prefixes::PrefixTree;

/// Encodes texts with a vocabulary.
#[derive(Debug, Clone, Copy)]
pub struct Encoder<'a> {
    /// The pairs of tokens to merge.
    pub merges: &'a Merges,
    /// The special tokens, if the text may contain them. They are found before the text is split into pieces.
    pub special: Option<&'a PrefixTree>,
}

impl Encoder<'_> {
    /// The tokens of a text.
    pub fn encode(&self, text: &str) -> Vec<i64> {
        // Text in a natural language has a token for every four bytes or so.
        let mut out = Vec::with_capacity(text.len() / 4 + 8);
        match self.special.filter(|special| !special.is_empty()) {
            Some(special) => self.encode_around(special, text.as_bytes(), &mut out),
            None => self.encode_plain(text.as_bytes(), &mut out),
        }
        out
    }

    /// The tokens of each text, computed by several threads, including this one.
    pub fn encode_batch(&self, texts: &[&str], threads: usize) -> Vec<Vec<i64>> {
        let threads = threads.clamp(1, texts.len().max(1));
        if threads == 1 {
            return texts.iter().map(|text| self.encode(text)).collect();
        }
        // Each thread takes the next text, because their lengths differ.
        let next = AtomicUsize::new(0);
        let encoded: Vec<Mutex<Vec<i64>>> = texts.iter().map(|_| Mutex::default()).collect();
        let work = || {
            while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < texts.len())
            {
                let tokens = self.encode(texts[index]);
                *encoded[index].lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = tokens;
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // If a thread cannot be started, the others do its work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        encoded
            .into_iter()
            .map(|tokens| tokens.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
            .collect()
    }

    fn encode_around(&self, special: &PrefixTree, text: &[u8], out: &mut Vec<i64>) {
        let (mut start, mut at) = (0, 0);
        while at < text.len() {
            match special.longest_prefix(&text[at..]) {
                Some((token, len)) => {
                    self.encode_plain(&text[start..at], out);
                    out.push(i64::from(token));
                    at += len;
                    start = at;
                }
                None => at += 1,
            }
        }
        self.encode_plain(&text[start..], out);
    }

    fn encode_plain(&self, text: &[u8], out: &mut Vec<i64>) {
        for piece in pieces(text) {
            self.merges.encode(piece, out);
        }
    }
}
