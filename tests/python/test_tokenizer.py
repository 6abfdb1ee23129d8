"""The tokenizer of ``examples/tokenizer`` against the same algorithm in plain Python."""

from __future__ import annotations

import importlib.util
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Callable

import numpy as np
import pytest
import tvm_ffi
from support.errors import raises

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "tokenizer"
END, PAD = "<|end|>", "<|end|>>"
# The parts of texts: words of the vocabularies, parts of words, and other text.
ALPHABET = [*"aaabcde \n\t 01-'", "the", " the", "an", "é", "日本", "🦀", "\0", END, PAD, "<|en"]


def load_plain() -> ModuleType:
    """Import the reference from the folder of the example."""
    spec = importlib.util.spec_from_file_location("tokenizer_plain", EXAMPLE / "plain.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look up their module.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


plain = load_plain()


@pytest.fixture(scope="session")
def tokenizers(load: Callable[[str], tvm_ffi.Module]) -> SimpleNamespace:
    """Load the library, and name its classes in Python."""
    load("tokenizer")

    @tvm_ffi.register_object("tokenizer.Trie")
    class Trie(tvm_ffi.Object):
        pass

    @tvm_ffi.register_object("tokenizer.Vocabulary")
    class Vocabulary(tvm_ffi.Object):
        pass

    @tvm_ffi.register_object("tokenizer.Tokenizer")
    class Tokenizer(Vocabulary):
        pass

    return SimpleNamespace(Trie=Trie, Vocabulary=Vocabulary, Tokenizer=Tokenizer)


def random_text(source: random.Random, length: int) -> str:
    return "".join(source.choices(ALPHABET, k=source.randrange(length)))


def random_vocabulary(source: random.Random) -> Any:
    """Make a vocabulary of random merges, most of which are never used."""
    merges: dict[tuple[int, int], bytes] = {}
    reference = plain.Plain([])
    for _ in range(source.randrange(60)):
        parts = [*b"abcde th\xc3\xa9", *range(256, len(reference.tokens)), *range(256, len(reference.tokens))]
        pair = (source.choice(parts), source.choice(parts))
        token = reference.tokens[pair[0]] + reference.tokens[pair[1]]
        if token not in reference.tokens and len(token) < 100:
            merges[pair] = token
            reference = plain.Plain(merges)
    return plain.Plain(merges, source.sample([END, PAD, "日本"], k=source.randrange(4)))


def numbers(tensor: tvm_ffi.Tensor) -> list[int]:
    array = np.from_dlpack(tensor)
    assert array.dtype == np.int64 and array.ndim == 1
    return array.tolist()


@pytest.fixture(scope="session")
def trained() -> Any:
    """Train on texts like those of the tests."""
    source = random.Random("trained")
    return plain.train("".join(random_text(source, 200) for _ in range(100)), 200, [END, PAD])


@pytest.fixture(scope="session")
def tokenizer(tokenizers: SimpleNamespace, trained: Any) -> Any:
    return tokenizers.Tokenizer.from_bytes(trained.to_bytes())


@pytest.mark.parametrize("seed", range(40))
def test_random_texts_with_random_vocabularies(tokenizers: SimpleNamespace, seed: int) -> None:
    source = random.Random(seed)
    reference = random_vocabulary(source)
    tokenizer = tokenizers.Tokenizer(
        list(reference.merges), special=list(map(bytes.decode, reference.special))
    )
    assert len(tokenizer) == len(reference.tokens)
    for _ in range(20):
        text = random_text(source, 100)
        for special in (False, True):
            tokens = numbers(tokenizer.encode(text, special))
            assert tokens == reference.encode(text, special)
            assert tokenizer.decode(np.array(tokens, np.int64)) == text


@pytest.mark.parametrize("seed", range(10))
def test_random_texts_with_a_trained_vocabulary(tokenizer: Any, trained: Any, seed: int) -> None:
    source = random.Random(seed)
    texts = [random_text(source, 300) for _ in range(30)]
    for threads in (0, 1, 3):
        batch = [numbers(tokens) for tokens in tokenizer.encode_batch(texts, True, threads)]
        assert batch == [trained.encode(text, True) for text in texts]
    assert [numbers(tokens) for tokens in tokenizer.encode_batch(texts)] == [*map(trained.encode, texts)]


def test_long_pieces(tokenizer: Any, trained: Any) -> None:
    """Long pieces use another algorithm than short ones."""
    for text in ["a" * 5000, "the" * 1000, " " * 3000 + "an", "é" * 700]:
        assert numbers(tokenizer.encode(text)) == trained.encode(text)


def test_both_constructors_make_the_same_tokenizer(
    tokenizers: SimpleNamespace, tokenizer: Any, trained: Any
) -> None:
    same = tokenizers.Tokenizer(special=[END, PAD], merges=list(trained.merges))
    assert len(same) == len(tokenizer) == len(trained.tokens)
    assert [same.token(index) for index in range(len(same))] == trained.tokens
    assert numbers(same.encode("the an" + PAD, True)) == numbers(tokenizer.encode("the an" + PAD, True))
    assert len(tokenizers.Tokenizer([])) == len(tokenizers.Tokenizer.from_bytes(b"byte-pair 1")) == 256


def test_it_is_a_vocabulary_with_tries(tokenizers: SimpleNamespace, tokenizer: Any, trained: Any) -> None:
    assert type(tokenizer) is tokenizers.Tokenizer and isinstance(tokenizer, tokenizers.Vocabulary)
    assert type(tokenizer.trie) is type(tokenizer.special) is tokenizers.Trie
    assert tokenizer.trie.same_as(tokenizer.trie)
    assert (len(tokenizer.trie), len(tokenizer.special)) == (len(trained.tokens), 2)
    with pytest.raises(AttributeError):
        tokenizer.trie = tokenizer.special


def test_tries_agree_with_a_search(tokenizer: Any, trained: Any) -> None:
    trie, source = tokenizer.trie, random.Random("trie")
    numbered = {token: number for number, token in enumerate(trained.tokens)}
    for _ in range(200):
        text = random_text(source, 8).encode()
        assert trie.get(text) == numbered.get(text)
        assert (text in trie) is (text in numbered)
        prefixes = [text[:end] for end in range(1, len(text) + 1) if text[:end] in numbered]
        longest = prefixes[-1] if prefixes else None
        found = trie.longest_prefix(text)
        assert (None if found is None else tuple(found)) == (
            None if longest is None else (numbered[longest], len(longest))
        )
        begun = sorted(token for token in numbered if token.startswith(text))
        assert numbers(trie.with_prefix(text)) == [numbered[token] for token in begun]


def test_decoding(tokenizer: Any) -> None:
    cut = np.array([0x61, 0xC3, 0x62])
    assert tokenizer.decode(cut) == tokenizer.decode(cut, "replace") == "a\ufffdb"
    assert tokenizer.decode_bytes(cut) == b"a\xc3b"
    with pytest.raises(ValueError, match="utf-8"):
        tokenizer.decode(cut, "strict")
    assert tokenizer.decode(np.array([0xC3, 0xA9]), "strict") == "é"
    assert tokenizer.decode(np.array([], np.int64)) == ""
    # Any layout: every other token, from the end.
    assert tokenizer.decode(np.frombuffer(b"abcdef", np.uint8).astype(np.int64)[::-2]) == "fdb"


def test_errors(tokenizers: SimpleNamespace, tokenizer: Any) -> None:
    make = tokenizers.Tokenizer
    last = len(tokenizer) - 1
    with raises(ValueError, "the vocabulary, line 3: there is no token 257 yet: expected 0 to 256"):
        make.from_bytes(b"byte-pair 1\nmerge 97 98\nmerge 257 99\n")
    with raises(ValueError, "merges[1]: tokens 97 and 98 already become token 256"):
        make([(97, 98), (97, 98)])
    with raises(ValueError, 'special[0]: "b" is a byte, and token 98'):
        make([], special=["b"])
    with raises(IndexError, f"tokens[1]: there is no token {1 << 40}: expected 0 to {last}"):
        tokenizer.decode(np.array([97, 1 << 40]))
    with raises(IndexError, f"there is no token -1: expected 0 to {last}"):
        tokenizer.token(-1)
    with pytest.raises(TypeError, match="specials"):
        make([], specials=[])
    with pytest.raises(TypeError, match="merges"):
        make()
    with pytest.raises(TypeError, match=r"merges"):
        make([(97, "b")])
    with pytest.raises(TypeError, match="text"):
        tokenizer.encode(b"bytes")
    with pytest.raises(TypeError, match="int64"):
        tokenizer.decode(np.array([1], np.int32))
    with pytest.raises(ValueError, match="replace"):
        tokenizer.decode(np.array([1]), "ignore")


def test_threads_share_a_tokenizer(tokenizer: Any, trained: Any) -> None:
    def work(seed: int) -> None:
        source = random.Random(seed)
        for _ in range(30):
            texts = [random_text(source, 100) for _ in range(4)]
            expected = [trained.encode(text) for text in texts]
            assert [numbers(tokenizer.encode(text)) for text in texts] == expected
            assert [numbers(tokens) for tokens in tokenizer.encode_batch(texts, False, 2)] == expected
            assert len(tokenizer.trie) == len(trained.tokens)

    with ThreadPoolExecutor(8) as pool:
        for outcome in [pool.submit(work, seed) for seed in range(8)]:
            outcome.result()
