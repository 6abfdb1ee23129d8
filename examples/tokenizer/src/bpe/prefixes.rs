//! A trie: tokens by their bytes.

use super::tokens::TokenId;

/// Finds tokens by their bytes, or by their first bytes.
#[derive(Debug, Clone, tvm_ffi::SearchTensors)]
pub struct PrefixTree {
    nodes: Vec<Node>,
    len: usize,
}

#[derive(Debug, Clone, Default, tvm_ffi::SearchTensors)]
struct Node {
    /// The token that ends here.
    token: Option<TokenId>,
    /// The children, ordered by their byte.
    children: Vec<(u8, usize)>,
}

impl Default for PrefixTree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()], len: 0 }
    }
}

impl PrefixTree {
    /// Adds a token. If a token has these bytes already, returns that token and changes nothing.
    pub fn insert(&mut self, bytes: &[u8], token: TokenId) -> Result<(), TokenId> {
        let mut node = 0;
        for byte in bytes {
            node = match self.child(node, *byte) {
                Ok(child) => child,
                Err(place) => self.add_child(node, place, *byte),
            };
        }
        match self.nodes[node].token {
            Some(other) => Err(other),
            None => {
                self.nodes[node].token = Some(token);
                self.len += 1;
                Ok(())
            }
        }
    }

    /// The token of exactly these bytes.
    pub fn get(&self, bytes: &[u8]) -> Option<TokenId> {
        self.nodes[self.find(bytes)?].token
    }

    /// The longest token that the bytes start with, and its length.
    pub fn longest_prefix(&self, bytes: &[u8]) -> Option<(TokenId, usize)> {
        let mut found = None;
        let mut node = 0;
        for (index, byte) in bytes.iter().enumerate() {
            let Ok(child) = self.child(node, *byte) else { break };
            node = child;
            found = self.nodes[node].token.map(|token| (token, index + 1)).or(found);
        }
        found
    }

    /// All tokens that start with these bytes, in the order of their bytes.
    pub fn with_prefix(&self, bytes: &[u8]) -> Vec<TokenId> {
        let mut found = Vec::new();
        // A stack on the heap, because a long token would overflow the stack of the thread.
        let mut open: Vec<usize> = self.find(bytes).into_iter().collect();
        while let Some(node) = open.pop() {
            let Node { token, children } = &self.nodes[node];
            found.extend(token);
            open.extend(children.iter().rev().map(|(_, child)| *child));
        }
        found
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn find(&self, bytes: &[u8]) -> Option<usize> {
        bytes.iter().try_fold(0, |node, byte| self.child(node, *byte).ok())
    }

    /// The index of the child for a byte, or the index at which to insert it.
    fn child(&self, node: usize, byte: u8) -> Result<usize, usize> {
        let children = &self.nodes[node].children;
        children.binary_search_by_key(&byte, |(byte, _)| *byte).map(|place| children[place].1)
    }

    fn add_child(&mut self, node: usize, place: usize, byte: u8) -> usize {
        let child = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[node].children.insert(place, (byte, child));
        child
    }
}
