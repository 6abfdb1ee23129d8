"""`copy`, `deepcopy`, and `pickle`: copied and shared parts, and errors."""

from __future__ import annotations

import copy
import inspect
import pickle
from types import SimpleNamespace
from typing import Any

import pytest
from support import LibraryPath
from support.child import output_of
from support.classes import is_of_package, same_object
from support.classes import shallow_copy as shallow
from support.imported import is_imported
from support.package import tvm_ffi


def test_a_shallow_copy_has_everything(classes: SimpleNamespace) -> None:
    item = classes.Item(5)
    original = classes.OnlyCopy([item, 1], [1, 2, 3])
    copied = shallow(original)
    assert type(copied) is classes.OnlyCopy and not same_object(copied, original)
    assert same_object(copied.items[0], item) and list(copied.hidden()) == [1, 2, 3]


def test_a_copy_is_another_object(classes: SimpleNamespace) -> None:
    counter = classes.Counter(5)
    copied = shallow(counter)
    copied.add(1)
    assert (counter.count, copied.count) == (5, 6)


DEEP_COPY = tvm_ffi.get_global_func("ffi.DeepCopy")


def test_deep_copies_of_containers(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    point = classes.MutablePoint(1, 2)
    copied = copy.deepcopy([point, point]) if is_imported(mod) else DEEP_COPY(tvm_ffi.Array([point, point]))
    assert same_object(copied[0], copied[1]) and not same_object(copied[0], point)
    assert type(copied[0]) is classes.MutablePoint and (copied[0].x, copied[0].y) == (1, 2)


def test_classes_that_cannot_be_copied(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    if is_imported(mod):
        # A copy is made by the constructor, from fields of which one is not there.
        with pytest.raises(TypeError, match=r"e2e_kernels\.OnlyCopy: objects of the class cannot be pickled or copied"):
            copy.deepcopy(classes.OnlyCopy([1, "x"], [4]))
        return
    with pytest.raises(RuntimeError, match=r"e2e\.Bare.*not copy-constructible"):
        DEEP_COPY(classes.Bare(1, 2))
    # The runtime replaces each object in a field by a copy. A list is an object.
    for items in ([classes.MutablePoint(1, 2)], [1, "x"], []):
        with pytest.raises(AttributeError, match=r"e2e\.OnlyCopy\.items is read-only"):
            DEEP_COPY(classes.OnlyCopy(items, [4]))


@pytest.mark.parametrize(
    "name, arguments", [("Bare", (1, 2)), ("Point", (1, 2, "tag")), ("Leaf", (7,)), ("Bird", ("a", 2))]
)
def test_pickle(classes: SimpleNamespace, name: str, arguments: tuple[Any, ...]) -> None:
    original = getattr(classes, name)(*arguments)
    loaded = round_trip(original)
    assert type(loaded) is type(original) and not same_object(loaded, original)
    fields = fields_of(original)
    assert fields and fields_of(loaded) == fields


def round_trip(value: Any) -> Any:
    """Write and read again. Classes of the package that cannot be imported are written as JSON, as pickling would."""
    if not is_of_package(value):
        return pickle.loads(pickle.dumps(value))
    return tvm_ffi.serialization.from_json_graph_str(tvm_ffi.serialization.to_json_graph_str(value))


def fields_of(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if not is_of_package(value):
        fields = inspect.getmembers(type(value), inspect.isgetsetdescriptor)
        return {name: getattr(value, name) for name, _ in fields if not name.startswith("__")}
    for cls in type(value).__mro__:
        info = cls.__dict__.get("__tvm_ffi_type_info__")
        found |= {field.name: getattr(value, field.name) for field in (info.fields if info else ())}
    return found


def test_pickle_of_every_simple_field(classes: SimpleNamespace) -> None:
    options = classes.Options(1, 2, "three", [4, 5], 6, 7, keyword=8, optional_keyword=None)
    loaded = round_trip(options)
    assert (loaded.required, loaded.default, loaded.default_text, list(loaded.factory)) == (
        1,
        2,
        "three",
        [4, 5],
    )
    assert (loaded.documented, loaded.type_, loaded.keyword, loaded.optional_keyword) == (6, 7, 8, None)
    # Fields that the constructor does not take have the values that it gives them.
    assert loaded.not_init == 11


def test_pickle_of_a_graph(classes: SimpleNamespace) -> None:
    shared = classes.Leaf(3)
    tree = classes.Sum(classes.Sum(shared, [1, "x"]), shared, "span")
    loaded = round_trip(tree)
    assert (loaded.left.left.value, list(loaded.left.right), loaded.span) == (3, [1, "x"], "span")
    deep = None
    for _ in range(50):
        deep = classes.Link(deep)
    assert repr(round_trip(deep)) == repr(deep)


@pytest.mark.parametrize(
    "make",
    [
        lambda classes, mod: classes.Parsed("1"),
        lambda classes, mod: classes.NotZero("x"),
        lambda classes, mod: classes.Loaded(),
        lambda classes, mod: mod.make_no_init(1),
    ],
)
def test_objects_that_cannot_be_pickled(classes: SimpleNamespace, mod: tvm_ffi.Module, make: Any) -> None:
    value = make(classes, mod)
    key = value.__tvm_ffi_type_info__.type_key if is_of_package(value) else f"e2e_kernels.{type(value).__name__}"
    said = f"{key}: objects of the class cannot be pickled or copied: in Rust, add `__getstate__`"
    with pytest.raises(TypeError, match=said):
        round_trip(value)
    # In another object, too.
    with pytest.raises(TypeError, match=said):
        round_trip(classes.Sum(value, 1, "span"))


def test_malformed_json(classes: SimpleNamespace) -> None:
    text = tvm_ffi.serialization.to_json_graph_str(classes.Bare(1, 2))
    assert '"e2e.Bare"' in text
    for wrong in (text.replace("x", "z"), text.replace('"y"', '"yy"'), text.replace("1", '"one"')):
        if wrong != text:
            with pytest.raises((TypeError, ValueError, RuntimeError, KeyError)):
                tvm_ffi.serialization.from_json_graph_str(wrong)


MODULE = """
    import copy, pickle, sys, tvm_ffi
    from tvm_ffi.dataclasses import c_class
    tvm_ffi.load_module(sys.argv[1])

    @c_class("e2e.Bare", eq=True)
    class Bare(tvm_ffi.Object):
        x: int
        y: int

    @tvm_ffi.register_object("e2e.Point")
    class Point(tvm_ffi.Object):
        pass

    class Sub(Point):
        pass

    bare = Bare(1, 2)
    assert pickle.loads(pickle.dumps(bare)) == bare
    assert pickle.loads(pickle.dumps([bare, bare]))[0] == bare
    try:
        copy.copy(bare)
    except TypeError as error:
        assert "does not support copy" in str(error)
    else:
        raise AssertionError
    routes = copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))
    for route in routes:
        point = route(Point(1, 2, "tag"))
        assert (point.x, point.y, point.tag) == (1, 2, "tag"), route
    sub = pickle.loads(pickle.dumps(Sub(1, 2, "tag")))
    assert (type(sub), sub.x, sub.tag) == (Sub, 1, "tag")

    # With state that no field has.
    @tvm_ffi.register_object("e2e.Vocabulary")
    class Vocabulary(tvm_ffi.Object):
        pass

    class Words(Vocabulary):
        pass

    @c_class("e2e.Generator")
    class Generator(tvm_ffi.Object):
        drawn: int

    for route in routes:
        for cls in (Vocabulary, Words):
            copied = route(cls("words", ["a", "b"], None))
            assert (type(copied), copied.name, copied.id("b")) == (cls, "words", 1), route
        generator = Generator(7)
        generator.draw()
        copied = route(generator)
        assert (type(copied), copied.drawn) == (Generator, 1), route
        assert copied.draw() == generator.draw(), route
    print("done")
"""


def test_pickle_and_copy_of_importable_classes(library_path: LibraryPath) -> None:
    assert output_of(MODULE, library_path("e2e-kernels")) == "done\n"


def test_hidden_state_is_pickled(classes: SimpleNamespace) -> None:
    shared = classes.Vocabulary("shared", ["x"], None)
    original = classes.Vocabulary("words", ["a", "b"], shared)
    loaded = round_trip(original)
    assert type(loaded) is classes.Vocabulary and not same_object(loaded, original)
    assert (loaded.name, loaded.id("a"), loaded.id("b"), loaded.id("c")) == ("words", 0, 1, None)
    assert (loaded.shared().name, loaded.shared().id("x"), loaded.shared().shared()) == ("shared", 0, None)


def test_hidden_state_is_copied(classes: SimpleNamespace) -> None:
    shared = classes.Vocabulary("shared", ["x"], None)
    original = classes.Vocabulary("words", ["a", "b"], shared)
    copied = shallow(original)
    assert not same_object(copied, original) and copied.id("b") == 1
    assert same_object(copied.shared(), shared)
    generator = classes.Generator(5)
    copied = DEEP_COPY(generator) if is_of_package(generator) else copy.deepcopy(generator)
    assert generator.draw() == copied.draw() != copied.draw()


def test_state_that_the_class_refuses(classes: SimpleNamespace) -> None:
    text = tvm_ffi.serialization.to_json_graph_str(classes.Vocabulary("words", ["a"], None))
    for wrong, kind in (('"words"', ValueError), ('"a"', None)):
        changed = text.replace(wrong, '""')
        assert changed != text
        if kind is None:
            assert tvm_ffi.serialization.from_json_graph_str(changed).id("") == 0
            continue
        with pytest.raises(kind, match="a vocabulary without a name"):
            tvm_ffi.serialization.from_json_graph_str(changed)
