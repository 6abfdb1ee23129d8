"""Byte-pair encoding in plain Python: the reference for the library, and a way to train a vocabulary.

The same algorithm as in `src/bpe`, written for the reader; `cached` is what one would do to make it fast.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Iterable

# A word with the space before it, a number, some signs; the last of several spaces belongs to the word.
LETTERS, DIGITS, SPACES = rb"A-Za-z\x80-\xff", rb"0-9", rb"\t-\r "
PIECE = re.compile(
    rb" ?(?:[%b]+|[%b]+|[^%b]+)|[%b]+(?![^%b])|[%b]+"
    % (LETTERS, DIGITS, LETTERS + DIGITS + SPACES, SPACES, SPACES, SPACES)
)


class Plain:
    """A tokenizer: `merges` are pairs of tokens, which become token 256, 257, ...; `special` come after them."""

    def __init__(self, merges: Iterable[tuple[int, int]], special: Iterable[str] = ()) -> None:
        self.tokens = [bytes([byte]) for byte in range(256)]
        self.merges: dict[tuple[int, int], int] = {}
        self.special: dict[bytes, int] = {}
        self.pieces: dict[bytes, list[int]] = {}
        for left, right in merges:
            self.merges[left, right] = len(self.tokens)
            self.tokens.append(self.tokens[left] + self.tokens[right])
        for text in special:
            self.special[text.encode()] = len(self.tokens)
            self.tokens.append(text.encode())

    def to_bytes(self) -> bytes:
        """Write the vocabulary in the format that the library reads."""
        lines = ["byte-pair 1", *(f"merge {left} {right}" for left, right in self.merges)]
        return "".join(
            f"{line}\n" for line in [*lines, *(f"special {text.decode()}" for text in self.special)]
        ).encode()

    def encode(self, text: str, special: bool = False, cached: bool = False) -> list[int]:
        """Return the tokens of a text; with `cached`, keep the tokens of each piece."""
        out: list[int] = []
        for part, token in self.split_special(text.encode()) if special else [(text.encode(), None)]:
            for piece in PIECE.findall(part):
                out += self.encode_piece_cached(piece) if cached else self.encode_piece(piece)
            if token is not None:
                out.append(token)
        return out

    def encode_piece(self, piece: bytes) -> list[int]:
        """Merge the pair that becomes the smallest token, until no pair can be merged."""
        tokens = list(piece)
        while len(tokens) > 1:
            best = min(zip(tokens, tokens[1:]), key=lambda pair: self.merges.get(pair, len(self.tokens)))
            if best not in self.merges:
                break
            tokens = merged(tokens, best, self.merges[best])
        return tokens

    def encode_piece_cached(self, piece: bytes) -> list[int]:
        if piece not in self.pieces:
            self.pieces[piece] = self.encode_piece(piece)
        return self.pieces[piece]

    def split_special(self, text: bytes) -> Iterable[tuple[bytes, int | None]]:
        """Yield the text before each special token, the longest that matches, and the token."""
        longest_first = sorted(self.special, key=len, reverse=True)
        pattern = b"|".join(re.escape(token) for token in longest_first) or b"(?!)"
        start = 0
        for match in re.finditer(pattern, text):
            yield text[start : match.start()], self.special[match.group()]
            start = match.end()
        yield text[start:], None

    def decode(self, tokens: Iterable[int]) -> bytes:
        """Join the bytes of tokens."""
        return b"".join(self.tokens[token] for token in tokens)


def merged(tokens: list[int], pair: tuple[int, int], token: int) -> list[int]:
    """Replace a pair by a token, from left to right."""
    out: list[int] = []
    at = 0
    while at < len(tokens):
        if tuple(tokens[at : at + 2]) == pair:
            out.append(token)
            at += 2
        else:
            out.append(tokens[at])
            at += 1
    return out


def train(text: str, merges: int, special: Iterable[str] = ()) -> Plain:
    """Train a vocabulary on a text: merge the most frequent pair, again and again."""
    words = {piece: (list(piece), count) for piece, count in Counter(PIECE.findall(text.encode())).items()}
    pairs: Counter[tuple[int, int]] = Counter()
    where: dict[tuple[int, int], set[bytes]] = {}

    def count(piece: bytes, sign: int) -> None:
        tokens, times = words[piece]
        for pair in zip(tokens, tokens[1:]):
            pairs[pair] += sign * times
            where.setdefault(pair, set()).add(piece)

    for piece in words:
        count(piece, 1)
    tokenizer = Plain([], special)
    taken = set(tokenizer.special)
    found: list[tuple[int, int]] = []
    tokens = [bytes([byte]) for byte in range(256)]
    while len(found) < merges and pairs:
        # Of equally frequent pairs the first by number, so that training is deterministic.
        best = max(pairs, key=lambda pair: (pairs[pair], -pair[0], -pair[1]))
        if pairs[best] <= 0:
            break
        joined = tokens[best[0]] + tokens[best[1]]
        if joined in taken:
            del pairs[best]  # Another pair became these bytes already.
            continue
        taken.add(joined)
        for piece in where.pop(best):
            count(piece, -1)
            words[piece] = (merged(words[piece][0], best, 256 + len(found)), words[piece][1])
            count(piece, 1)
        found.append(best)
        tokens.append(joined)
    return Plain(found, special)
