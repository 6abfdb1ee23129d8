"""Time the tokenizer and the same algorithm in plain Python, and print a table in Markdown.

Usage: python bench.py <path of the library, built in release> [rounds]

The text is the source of Python's own library, one document a file; the vocabulary is made of a part of it.
A figure is from the fastest of the rounds, in which all take turns; time on the clock, since some use threads.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any, Callable

import numpy as np
import tvm_ffi
from plain import Plain, train

MERGES = 4000
MEGABYTE = 1_000_000


def documents() -> list[str]:
    """Read a few megabytes of text that every machine with Python has."""
    files = sorted(Path(os.__file__).parent.glob("*.py"))
    texts = [file.read_text("utf-8", errors="replace") for file in files]
    return [text for text in texts if text]


def seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def rows(tokenizer: Any, plain: Plain, texts: list[str]) -> dict[str, Callable[[], Any]]:
    """Return the names and functions to time."""
    tokens = [np.from_dlpack(tokens) for tokens in tokenizer.encode_batch(texts)]
    lists = [list(map(int, part)) for part in tokens]

    def cached() -> None:
        plain.pieces.clear()
        for text in texts:
            plain.encode(text, cached=True)

    return {
        "plain Python": lambda: [plain.encode(text) for text in texts],
        "plain Python that keeps the tokens of each piece": cached,
        "`encode`, text by text": lambda: [tokenizer.encode(text) for text in texts],
        "`encode_batch`, 1 thread": lambda: tokenizer.encode_batch(texts, False, 1),
        "`encode_batch`, 2 threads": lambda: tokenizer.encode_batch(texts, False, 2),
        "plain Python, decoding": lambda: [plain.decode(part).decode() for part in lists],
        "`decode`": lambda: [tokenizer.decode(part) for part in tokens],
    }


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    tvm_ffi.load_module(sys.argv[1])

    @tvm_ffi.register_object("tokenizer.Vocabulary")
    class Vocabulary(tvm_ffi.Object):
        pass

    @tvm_ffi.register_object("tokenizer.Tokenizer")
    class Tokenizer(Vocabulary):
        pass

    texts = documents()
    size = sum(len(text.encode()) for text in texts) / MEGABYTE
    plain = train("".join(texts)[:MEGABYTE], MERGES)
    tokenizer = Tokenizer(list(plain.merges))
    sample = texts[: len(texts) // 8]
    assert [np.from_dlpack(tokenizer.encode(text)).tolist() for text in sample] == [
        *map(plain.encode, sample)
    ]

    calls = rows(tokenizer, plain, texts)
    rounds = int(sys.argv[2]) if len(sys.argv) == 3 else 5
    times = [{name: seconds(call) for name, call in calls.items()} for _ in range(rounds)]
    print(f"{len(texts)} texts of {size:.1f} MB in all, {len(tokenizer)} tokens\n")
    print("| | MB/s |\n|---|---:|")
    for name in calls:
        print(f"| {name} | {size / min(round[name] for round in times):.2f} |")


if __name__ == "__main__":
    main()
