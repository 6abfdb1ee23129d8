//! The pairs of tokens that are merged, and merging one piece of text.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::hash::BuildPairHasher;
use super::tokens::TokenId;

/// Longer pieces use a queue, because scanning a piece before each merge takes quadratic time.
pub(super) const SCANNED: usize = 64;
/// Marks a position without a token.
const NONE: TokenId = TokenId::MAX;

/// The token for each pair of tokens. If several merges are possible, the one with the smallest result comes first; of several
/// with the same result, the leftmost.
#[derive(Debug, Clone, Default, tvm_ffi::SearchTensors)]
pub struct Merges {
    tokens: HashMap<u64, TokenId, BuildPairHasher>,
}

impl Merges {
    /// Adds a merge. Returns the earlier result of the same pair, if it had one.
    pub fn insert(&mut self, left: TokenId, right: TokenId, merged: TokenId) -> Option<TokenId> {
        self.tokens.insert(pair(left, right), merged)
    }

    /// The token that a pair becomes.
    pub fn get(&self, left: TokenId, right: TokenId) -> Option<TokenId> {
        self.tokens.get(&pair(left, right)).copied()
    }

    /// Merges the bytes of a piece as far as possible, and appends the tokens.
    pub fn encode(&self, piece: &[u8], out: &mut Vec<i64>) {
        if piece.len() <= SCANNED { self.scan(piece, out) } else { self.queue(piece, out) }
    }

    /// Scans all pairs before each merge.
    fn scan(&self, piece: &[u8], out: &mut Vec<i64>) {
        let (mut tokens, mut merged) = ([NONE; SCANNED], [NONE; SCANNED]);
        for (token, byte) in tokens.iter_mut().zip(piece) {
            *token = TokenId::from(*byte);
        }
        for (merged, pair) in merged.iter_mut().zip(tokens[..piece.len()].windows(2)) {
            *merged = self.look(pair[0], pair[1]);
        }
        let mut len = piece.len();
        while let Some((at, token)) = least(&merged[..len.saturating_sub(1)]) {
            tokens[at] = token;
            tokens.copy_within(at + 2..len, at + 1);
            merged.copy_within(at + 1..len, at);
            len -= 1;
            if at + 1 < len {
                merged[at] = self.look(token, tokens[at + 1]);
            }
            if at > 0 {
                merged[at - 1] = self.look(tokens[at - 1], token);
            }
        }
        out.extend(tokens[..len].iter().copied().map(i64::from));
    }

    /// Keeps the pairs in a queue, ordered by the tokens that they become.
    pub(super) fn queue(&self, piece: &[u8], out: &mut Vec<i64>) {
        let mut chain = Chain::new(piece);
        let mut queue = BinaryHeap::new();
        let offer = |queue: &mut BinaryHeap<_>, left: Option<usize>, chain: &Chain| {
            if let Some((left, merged)) = left.and_then(|left| Some((left, self.next_merge(chain, left)?))) {
                queue.push(Reverse((merged, left)));
            }
        };
        for at in 0..piece.len() {
            offer(&mut queue, Some(at), &chain);
        }
        while let Some(Reverse((merged, at))) = queue.pop() {
            // The queue may contain pairs of which a token was merged already.
            if self.next_merge(&chain, at) == Some(merged) {
                chain.merge(at, merged);
                offer(&mut queue, Some(at), &chain);
                offer(&mut queue, chain.before(at), &chain);
            }
        }
        out.extend(chain.tokens.iter().filter(|token| **token != NONE).copied().map(i64::from));
    }

    fn look(&self, left: TokenId, right: TokenId) -> TokenId {
        self.get(left, right).unwrap_or(NONE)
    }

    /// The token that a token and the next one become.
    fn next_merge(&self, chain: &Chain, at: usize) -> Option<TokenId> {
        let token = chain.tokens[at];
        if token == NONE { None } else { self.get(token, chain.tokens[chain.after(at)?]) }
    }
}

fn pair(left: TokenId, right: TokenId) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

/// The position of the smallest token, the first if there are several; `None` if there is no token.
fn least(merged: &[TokenId]) -> Option<(usize, TokenId)> {
    let (at, token) = merged.iter().copied().enumerate().min_by_key(|(_, token)| *token)?;
    (token != NONE).then_some((at, token))
}

/// The tokens of a piece, each at the position of its first byte, as a doubly linked list.
struct Chain {
    /// [`NONE`] at other positions.
    tokens: Vec<TokenId>,
    /// For each token, the position of the next one, or the length of the piece.
    next: Vec<usize>,
    /// For each token, the position of the previous one plus one; zero for the first.
    before: Vec<usize>,
}

impl Chain {
    fn new(piece: &[u8]) -> Self {
        Self {
            tokens: piece.iter().copied().map(TokenId::from).collect(),
            next: (1..=piece.len()).collect(),
            before: (0..piece.len()).collect(),
        }
    }

    fn after(&self, at: usize) -> Option<usize> {
        Some(self.next[at]).filter(|next| *next < self.tokens.len())
    }

    fn before(&self, at: usize) -> Option<usize> {
        self.before[at].checked_sub(1)
    }

    /// Merges the token at a position with the next one, which must exist.
    fn merge(&mut self, at: usize, merged: TokenId) {
        let right = self.next[at];
        self.tokens[at] = merged;
        self.tokens[right] = NONE;
        self.next[at] = self.next[right];
        if let Some(after) = self.after(at) {
            self.before[after] = at + 1;
        }
    }
}
