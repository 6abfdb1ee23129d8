"""Import the tokenizer, construct it in each way, and compare its results with plain Python.

Usage: python run.py <path of the library>
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Any

import numpy as np
from plain import train

TEXT = """The tokens of a text are found in the order in which the pairs were merged. A pair that was merged
first is merged first, and so the tokens of a text do not depend on its surroundings. Some text, 1234567 digits,
and what is not English: la tokenización, 文字列のトークン化."""


def import_library(path: str) -> ModuleType:
    """Import the library under the name that cargo gives it. Linked or copied to `tokenizer.so`, it is a plain `import tokenizer`."""
    loader = importlib.machinery.ExtensionFileLoader("tokenizer", path)
    spec = importlib.util.spec_from_loader("tokenizer", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tokenizer"] = module
    loader.exec_module(module)
    return module


def count(tokenizer: Any, text: str, special: bool = False) -> int:
    """Count the tokens of a text."""
    return len(np.from_dlpack(tokenizer.encode(text, special)))


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    module = import_library(sys.argv[1])
    Tokenizer = module.Tokenizer

    plain = train(TEXT, 60, ["<|end|>"])
    tokenizer = Tokenizer.from_bytes(plain.to_bytes())
    print("from a file:       ", tokenizer, "with", len(tokenizer), "tokens")
    same = Tokenizer(list(plain.merges), special=["<|end|>"])
    print("from merges:       ", same, "with", len(same), "tokens")
    assert isinstance(same, module.Vocabulary) and len(same) == len(tokenizer) == len(plain.tokens)

    tokens = np.from_dlpack(tokenizer.encode("the tokens of a text"))
    print("encode:            ", tokens)
    print("... token by token:", [tokenizer.token(int(token)).decode() for token in tokens])
    assert tokens.tolist() == plain.encode("the tokens of a text")
    assert tokenizer.decode(tokens) == "the tokens of a text"
    assert count(tokenizer, "the tokens of a text") == len(tokens)

    # The text of a special token is a special token only if the caller allows it.
    print("special or not:    ", [count(tokenizer, "<|end|>"), count(tokenizer, "<|end|>", True)])

    lines = TEXT.splitlines() * 100
    batch = tokenizer.encode_batch(lines)
    assert [np.from_dlpack(line).tolist() for line in batch] == [plain.encode(line) for line in lines]
    print("encode_batch:      ", len(batch), "lines, as plain Python encodes them")

    trie = tokenizer.trie
    print("the trie:          ", len(trie), "tokens,", b" the" in trie, trie.longest_prefix(b" tokens, too"))
    begun = np.from_dlpack(trie.with_prefix(b" to"))
    print("... after ' to':   ", [tokenizer.token(int(token)).decode() for token in begun])
    print("the special ones:  ", type(tokenizer.special).__name__, "of", len(tokenizer.special))

    print()
    print("Mistakes raise errors:")
    refused = [
        lambda: Tokenizer.from_bytes(b"byte-pair 1\nmerge 97 98\nmerge 257 99\n"),
        lambda: Tokenizer(merges=[(97, 98), (97, 98)]),
        lambda: Tokenizer([(97, "b")]),
        lambda: Tokenizer([], specials=[]),
        lambda: tokenizer.encode(b"bytes"),
        lambda: tokenizer.decode(np.array([5, 1 << 40])),
        lambda: tokenizer.decode(np.array([1, 2], np.int32)),
        lambda: tokenizer.decode(np.array([0xFF]), "strict"),
        lambda: tokenizer.decode(np.array([0xFF]), "ignore"),
    ]
    for call in refused:
        try:
            call()
        except (TypeError, ValueError, IndexError) as error:
            print(f"\n{type(error).__name__}: {error}")
        else:
            sys.exit("a mistake was accepted")


if __name__ == "__main__":
    main()
