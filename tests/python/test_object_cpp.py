"""Objects of Rust in C++, which uses only the headers of TVM-FFI: fields, methods, constructors, and comparisons."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import tvm_ffi
from support.cpp import compile_library, wheel

SOURCE = Path(__file__).parent / "cpp" / "objects.cc"


@pytest.fixture(scope="module")
def cpp(mod: tvm_ffi.Module, tmp_path_factory: pytest.TempPathFactory) -> tvm_ffi.Module:
    """Compile the C++ library, and load it after the library with the classes."""
    assert mod is not None
    arguments = [*wheel("--cxxflags"), str(SOURCE), *wheel("--ldflags"), *wheel("--libs")]
    library = compile_library(tmp_path_factory.mktemp("cpp") / "libobjects.so", arguments)
    return tvm_ffi.load_module(str(library))


def test_fields_are_read(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    puppy = classes.Puppy("Rex", 9)
    assert cpp.get_field(puppy, "e2e.Animal", "name") == "Rex"
    assert cpp.get_field(puppy, "e2e.Animal", "legs") == 4
    assert list(cpp.get_field(puppy, "e2e.Dog", "tricks")) == ["nap"]
    name, legs, tricks, weeks = cpp.values(puppy)
    assert (name, legs, list(tricks), weeks) == ("Rex", 4, ["nap"], 9)
    with pytest.raises(RuntimeError, match=re.escape("`wings` in e2e.Animal")):
        cpp.get_field(puppy, "e2e.Animal", "wings")


def test_fields_are_at_the_offsets_of_reflection(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    point = classes.Point(-5, 7)
    assert (cpp.raw_int(point, "e2e.Point", "x"), cpp.raw_int(point, "e2e.Point", "y")) == (-5, 7)
    bird = classes.Bird("Tweety", wings=2, legs=3)
    assert cpp.raw_int(bird, "e2e.Animal", "legs") == 3
    assert cpp.raw_int(bird, "e2e.Bird", "wings") == 2
    counter = classes.Counter(41)
    cpp.call_method("e2e.Counter", "add", [counter])
    assert cpp.raw_int(counter, "e2e.Counter", "count") == 42
    assert [name for name, *_ in cpp.fields("e2e.Bird")] == ["name", "legs", "wings", "flies"]
    places = sorted((offset, size) for _, offset, size, _ in cpp.fields("e2e.Bird"))
    ends = [offset + size for offset, size in places]
    assert places[0][0] >= 24 and all(end <= start for end, (start, _) in zip(ends, places[1:]))


def test_fields_are_set(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    half = classes.HalfSettable(1, 2, "text")
    cpp.set_field(half, "e2e.HalfSettable", "free", 5)
    cpp.set_field(half, "e2e.HalfSettable", "text", "another text, which does not fit a value")
    assert (half.free, half.text) == (5, "another text, which does not fit a value")
    assert [writable for *_, writable in cpp.fields("e2e.HalfSettable")] == [False, True, True]
    with pytest.raises(AttributeError, match=re.escape("e2e.HalfSettable.fixed is read-only")):
        cpp.set_field(half, "e2e.HalfSettable", "fixed", 5)
    with pytest.raises(TypeError, match=re.escape("e2e.HalfSettable.free: expected int, got str")):
        cpp.set_field(half, "e2e.HalfSettable", "free", "x")
    assert (half.fixed, half.free) == (1, 5)


def test_methods_are_called(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    puppy = classes.Puppy("Rex", 9)
    assert cpp.call_method("e2e.Dog", "trick", [puppy, 0]) == "nap"
    assert cpp.call_method("e2e.Animal", "greeting", [puppy]) == "I am Rex on 4 legs"
    assert cpp.call_method("e2e.Animal", "kingdom", []) == "animals"
    numbers = cpp.call_method("e2e.Numbers", "of", [[1, 2, 3]])
    assert type(numbers) is classes.Numbers and list(numbers.to_list()) == [1, 2, 3]
    with pytest.raises(TypeError, match=re.escape("e2e.Dog.trick: expected a e2e.Dog to call it on, got e2e.Animal")):
        cpp.call_method("e2e.Dog", "trick", [classes.Animal("Cat"), 0])
    with pytest.raises(RuntimeError, match=re.escape("Cannot find method meow in e2e.Dog")):
        cpp.call_method("e2e.Dog", "meow", [puppy])


def test_objects_are_made(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    puppy = cpp.construct("e2e.Puppy", ["Rex", 9])
    assert type(puppy) is classes.Puppy and (puppy.name, puppy.weeks) == ("Rex", 9)
    point = cpp.construct("e2e.Point", [1, 2])
    assert (point.x, point.y, point.tag) == (1, 2, "")
    keywords = tvm_ffi.get_global_func("ffi.GetKwargsObject")()
    numbers = cpp.construct("e2e.Numbers", [3, keywords, "step", 10])
    assert list(numbers.to_list()) == [1, 11, 21]
    with pytest.raises(ValueError, match=re.escape("count is -1, expected at least 0")):
        cpp.construct("e2e.Numbers", [-1])
    with pytest.raises(TypeError, match=re.escape("e2e.NoInit")):
        cpp.construct("e2e.NoInit", [1])


def test_parents(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    puppy, bird = classes.Puppy("Rex", 9), classes.Bird("Tweety", 2, 2)
    keys = ["ffi.Object", "e2e.Animal", "e2e.Dog", "e2e.Puppy", "e2e.Bird"]
    assert [cpp.is_instance(puppy, key) for key in keys] == [True, True, True, True, False]
    assert [cpp.is_instance(bird, key) for key in keys] == [True, True, False, False, True]


def test_errors_are_caught(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    def caught(name: str, *arguments: object) -> list[str]:
        [method] = [m for m in classes.Numbers.__tvm_ffi_type_info__.methods if m.name == name]
        return list(cpp.caught(method.func, list(arguments)))

    numbers = classes.Numbers(2)
    assert caught("fail", numbers, "key") == ["KeyError", "no such key"]
    kind, message = caught("fail", numbers, "panic")
    assert kind == "RuntimeError" and "a method panicked" in message
    kind, message = caught("__getitem__", numbers, 5)
    assert (kind, message) == ("IndexError", "index is 5, expected 0 to 2")
    assert caught("__len__", numbers) == []


def test_comparison_by_hooks(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    equal, one, text = cpp.compared(classes.Point(1, 2, "a"), classes.Point(1, 2, "b"))
    assert equal and text == 'Point { x: 1, y: 2, tag: "a" }'
    other, two, _ = cpp.compared(classes.Point(1, 2, "b"), classes.Point(1, 3))
    assert not other and one == two


def test_references_are_counted(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    point = classes.Point(1, 2)
    before = cpp.use_count(point)
    kept = tvm_ffi.Array([point, point])
    assert cpp.use_count(point) == before + 2
    del kept
    assert cpp.use_count(point) == before
    assert cpp.weak_outlives("e2e.Point", [1, 2])
    assert cpp.weak_outlives("e2e.Puppy", ["Rex", 9])


def test_threads_share_an_object(cpp: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    counter = classes.Counter(0)
    cpp.call_from_threads(counter, "e2e.Counter", "add", 4, 500)
    assert counter.count == 2000
