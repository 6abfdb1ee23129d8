"""Inheritance between Rust types, as Python sees it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from support.classes import field_of, function_of, same_object
from support.imported import is_imported
from support.package import tvm_ffi


def test_fields_and_methods_of_parents(classes: SimpleNamespace) -> None:
    puppy = classes.Puppy("Rex", weeks=7)
    assert (puppy.name, puppy.legs, list(puppy.tricks), puppy.weeks) == ("Rex", 4, ["nap"], 7)
    assert puppy.greeting() == "I am Rex on 4 legs"
    assert puppy.trick(0) == "nap"
    with pytest.raises(IndexError, match="^Rex knows 1 tricks$"):
        puppy.trick(1)
    assert puppy.kingdom() == classes.Puppy.kingdom() == "animals"
    bird = classes.Bird("Tweety", 2)
    assert (bird.describe(), bird.greeting()) == (
        "I am Tweety on 4 legs with 2 wings",
        "I am Tweety on 4 legs",
    )


def test_isinstance(classes: SimpleNamespace) -> None:
    puppy, dog, bird = classes.Puppy("a", 1), classes.Dog("b"), classes.Bird("c", 2)
    kinds = (classes.Animal, classes.Dog, classes.Puppy, classes.Bird)
    facts = [[isinstance(value, kind) for kind in kinds] for value in (puppy, dog, bird)]
    assert facts == [[True, True, True, False], [True, True, False, False], [True, False, False, True]]


def test_parameters_of_the_parent_accept_subclasses(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    puppy, bird = classes.Puppy("Rex", 7), classes.Bird("Tweety", 2)
    assert [mod.name_of(value) for value in (puppy, bird, classes.Animal("x"))] == ["Rex", "Tweety", "x"]
    # The result has its own class, not the class of the parameter.
    for value in (puppy, bird):
        kept = mod.keep_animal(value)
        assert type(kept) is type(value) and same_object(kept, value)
    assert mod.count_tricks([puppy, classes.Dog("b", ["sit", "roll"])]) == 3
    with pytest.raises(
        TypeError, match=r"count_tricks: argument #0 `dogs`\[1\]: expected e2e.Dog, got e2e.Bird"
    ):
        mod.count_tricks([puppy, bird])
    with pytest.raises(TypeError, match=r"name_of: argument #0 `animal`: expected e2e.Animal, got e2e.Item"):
        mod.name_of(classes.Item(1))


def test_methods_of_a_subclass_refuse_its_parent(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    trick = function_of(classes.Dog, "trick")
    tricks = classes.Dog.tricks.__get__ if is_imported(mod) else field_of(classes.Dog, "tricks").getter
    said = "'tricks' for 'e2e_kernels.Dog' objects" if is_imported(mod) else r"e2e\.Dog\.tricks"
    assert trick(classes.Puppy("Rex", 1), 0) == "nap"
    for wrong in (classes.Animal("a"), classes.Bird("b", 2)):
        with pytest.raises(TypeError, match=r"e2e\.Dog\.trick: expected"):
            trick(wrong, 0)
        with pytest.raises(TypeError, match=said):
            tricks(wrong)


@pytest.mark.parametrize(
    "key, chain", [("e2e.Puppy", ["e2e.Animal", "e2e.Dog"]), ("e2e.NamedCounter", ["e2e.Counter"])]
)
def test_ancestors_in_the_type_table(
    mod: tvm_ffi.Module, classes: SimpleNamespace, key: str, chain: list[str]
) -> None:
    cls = getattr(classes, key.rpartition(".")[2])
    if is_imported(mod):
        names = [ancestor.rpartition(".")[2] for ancestor in chain]
        assert [parent.__name__ for parent in cls.__mro__] == [cls.__name__, *reversed(names), "Object", "object"]
        return
    info: Any = cls.__tvm_ffi_type_info__
    found = []
    while info.parent_type_info is not None:
        info = info.parent_type_info
        found.insert(0, info.type_key)
    assert found == ["ffi.Object", *chain]


def test_hooks_are_not_inherited(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    assert repr(classes.Animal("a")) == 'Animal { name: "a", legs: 4 }'
    assert repr(classes.Dog("a")).startswith("Dog {")
    # The hooks of the parent would ignore the fields of the subclass.
    bird = classes.Bird("a", 2)
    own = f"<e2e_kernels.Bird object at 0x{id(bird):x}>"
    assert repr(bird) == (own if is_imported(mod) else 'e2e.Bird(name="a", legs=4, wings=2, flies=True)')


def test_a_mutable_subclass(classes: SimpleNamespace) -> None:
    named = classes.NamedCounter("one")
    assert (named.add(2), named.rename("two"), named.count, named.name) == (2, "one", 3, "two")
    named.count, named.name = 10, "three"
    assert (named.get(), named.name) == (10, "three")
    assert classes.Counter(5).add_other(named) == 15
