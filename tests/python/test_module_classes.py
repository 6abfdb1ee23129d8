"""The classes of an imported library: instances, subclasses in Python, copies, and other libraries."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
import pydoc
import sys
import weakref
from types import ModuleType
from typing import Any, Callable, Iterator

import pytest
from support.errors import raises
from support.package import Missing, tvm_ffi


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


@pytest.fixture
def kept(module: ModuleType) -> Iterator[Callable[[Any], Any]]:
    """Let Rust keep objects, which are dropped at the end of the test."""
    yield module.keep_object
    module.drop_kept_elsewhere()


def test_an_object_is_one_instance_while_that_lives(module: ModuleType, kept: Callable[[Any], Any]) -> None:
    item = module.Item(5)
    through = [
        module.item_id(item),
        module.item_option(item),
        module.item_vec([item])[0],
        module.item_map({"a": item})["A"],
        module.item_tuple((item, 1))[1],
        module.item_object(item),
        module.id_any(item),
        module.id_any([item, {"a": item}])[1]["a"],
        module.item_typed(lambda other, _: other, item),
        module.Holder(item).value,
    ]
    assert [found is item for found in through] == [True] * len(through)
    # A later instance is another one, of the same object.
    ring = module.Ring(None, 5)
    ring.next = ring
    address = id(ring)
    holder = module.Holder(ring)
    del ring
    again = holder.value
    assert type(again) is module.Ring and again.next is again and again is holder.value
    assert (address, again.any) == (address, 5)


class Note:
    """A class of Python."""


def test_a_subclass_in_python_keeps_what_it_has(module: ModuleType, kept: Callable[[Any], Any]) -> None:
    class Named(module.Item):  # type: ignore[name-defined,misc]
        unit = "m"

        def __init__(self, value: int, name: str) -> None:
            super().__init__(value)
            self.name = name

        def doubled(self) -> int:
            return 2 * self.value  # type: ignore[no-any-return]

    named = Named(4, "four")
    named.note = Note()
    assert isinstance(named, module.Item) and isinstance(named, Named) and issubclass(Named, module.Item)
    for found in (module.item_id(named), module.id_any([named])[0], module.item_typed(lambda item, _: item, named)):
        assert found is named and (found.name, found.unit, found.doubled()) == ("four", "m", 8)
    assert module.item_value(named) == 4 and named == module.Item(4) and hash(named) == hash(module.Item(4))
    # What is kept in Rust is the object of Rust.
    holder = module.Holder(named)
    note = weakref.ref(named.note)
    del named, found
    gc.collect()
    assert note() is None
    assert type(holder.value) is module.Item and holder.value.value == 4


def test_a_subclass_of_both(module: ModuleType) -> None:
    class Loud:
        def greeting(self) -> str:
            return super().greeting().upper()  # type: ignore[misc,no-any-return]

    class LoudDog(Loud, module.Dog):  # type: ignore[name-defined,misc]
        pass

    class LoudPuppy(Loud, module.Puppy):  # type: ignore[name-defined,misc]
        __slots__ = ("toy",)

    dog, puppy = LoudDog("Rex"), LoudPuppy("Bo", weeks=7)
    puppy.toy = dog
    assert dog.greeting() == "I AM REX ON 4 LEGS" and module.name_of(dog) == "Rex"
    assert isinstance(puppy, (module.Dog, Loud)) and not isinstance(dog, module.Puppy)
    assert module.keep_animal(puppy) is puppy and puppy.toy is dog and puppy.weeks == 7
    assert module.count_tricks([dog, puppy]) == 1
    with pytest.raises(AttributeError):
        object.__setattr__(module.Puppy("a", 1), "toy", 1)
    # An object is of one class of Rust.
    for bases in ((module.Point, module.Counter), (module.Dog, module.Bird), (LoudDog, module.Bird)):
        with pytest.raises(TypeError, match="lay-?out conflict"):
            type("Both", bases, {})
    both = type("Both", (module.Dog, module.Animal), {})
    assert both("a", ["sit"]).trick(0) == "sit"


def test_constructors_that_do_not_run_once(module: ModuleType) -> None:
    class Forgot(module.Point):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            self.name = "set before"

    said = r"the object has no value, since its constructor did not run \(a subclass calls `super\(\).__init__"
    for empty in (Forgot(), module.Point.__new__(module.Point), Forgot.__new__(Forgot)):
        uses: list[Callable[[], Any]] = [
            lambda: empty.x,
            lambda: module.id_any(empty),
            lambda: module.id_any([empty]),
            lambda: copy.copy(empty),
            lambda: copy.deepcopy(empty),
            lambda: pickle.dumps(empty),
            lambda: module.Holder(empty),
        ]
        for use in uses:
            with pytest.raises(TypeError, match=said):
                use()
        assert empty == empty and empty != module.Point(1, 2) and hash(empty) == hash(empty)
        assert repr(empty).endswith(f"object at 0x{id(empty):x}>")
        with pytest.raises(TypeError, match="not supported between"):
            assert empty < module.Point(1, 2)
        # It is never too late.
        module.Point.__init__(empty, 1, y=2)
        assert (empty.x, empty.y) == (1, 2) and module.id_any(empty) is empty
        with raises(TypeError, "the object is initialised already"):
            module.Point.__init__(empty, 3, 4)
        assert empty.x == 1
    numbers = module.Numbers.__new__(module.Numbers, "anything", at="all")
    for use in (lambda: len(numbers), lambda: numbers[0], lambda: 1 in numbers, lambda: iter(numbers), numbers.to_list):
        with pytest.raises(TypeError, match=said):
            use()
    # A constructor that fails leaves no object.
    with pytest.raises(ValueError, match="count is -1"):
        numbers.__init__(-1)  # type: ignore[misc]
    numbers.__init__(2)  # type: ignore[misc]
    assert numbers.to_list() == [1, 2]


def test_a_constructor_makes_an_object_of_the_class_of_the_instance(module: ModuleType) -> None:
    puppy = module.Puppy.__new__(module.Puppy)
    module.Animal.__init__(puppy, "Rex", weeks=7)
    assert (puppy.name, puppy.weeks) == ("Rex", 7)
    with pytest.raises(TypeError, match="requires a '.*Puppy' object"):
        module.Puppy.__init__(module.Animal.__new__(module.Animal), "Rex", 7)


def test_a_class_without_a_constructor(module: ModuleType) -> None:
    said = "e2e_kernels.NoInit: the class has no constructor"
    for make in (module.NoInit, lambda *arguments: module.NoInit(*arguments, value=1), lambda: module.NoInit(1)):
        with pytest.raises(TypeError, match=said):
            make()
    sub = type("Sub", (module.NoInit,), {})
    with pytest.raises(TypeError, match="Sub: the class has no constructor"):
        sub()
    with pytest.raises(TypeError, match="has no constructor"):
        module.Item.__base__()
    assert module.make_no_init(3).value == 3


def test_receivers(module: ModuleType) -> None:
    to_list, numbers = module.Numbers.to_list, module.Numbers(3)
    assert to_list(numbers) == numbers.to_list() == [1, 2, 3]
    for wrong, got in ((5, "int"), (None, "None"), (module.Item(1), "e2e.Item"), (module.Numbers, "Numbers|type")):
        with pytest.raises(TypeError, match="e2e.Numbers.to_list: expected a e2e.Numbers to call it on"):
            to_list(wrong)
    with pytest.raises(TypeError, match="e2e.Numbers.to_list"):
        to_list()
    for descriptor in (module.Point.x, module.Point.__copy__, module.Numbers.__len__):
        with pytest.raises(TypeError, match="doesn't apply to|requires a"):
            descriptor.__get__(module.Item(1))
    assert to_list.__get__(numbers)() == to_list.__get__(numbers, module.Numbers)() == [1, 2, 3]
    assert to_list.__get__(None, module.Numbers) is to_list
    # A class may be shown as another one, which changes nothing.
    liar = type("Liar", (), {"__class__": property(lambda _: module.Numbers)})()
    assert isinstance(liar, module.Numbers)
    with pytest.raises(TypeError, match="expected a e2e.Numbers"):
        to_list(liar)
    with pytest.raises(TypeError, match="expected e2e.Item"):
        module.item_value(type("Other", (), {"__class__": property(lambda _: module.Item)})())


def test_the_class_of_an_instance_cannot_become_another_one(module: ModuleType) -> None:
    first, second = (type(name, (module.Item,), {}) for name in ("First", "Second"))
    item = first(1)
    item.__class__ = second
    assert type(module.item_id(item)) is second and item.value == 1
    for wrong in (module.Point, module.Holder, module.Item.__base__, int):
        for instance in (item, module.Item(1), module.Item.__new__(module.Item)):
            with pytest.raises(TypeError):
                instance.__class__ = wrong


def test_attributes(module: ModuleType) -> None:
    half = module.HalfSettable(1, 2, "text")
    half.free = 3
    for change in (
        lambda: setattr(half, "fixed", 1),
        lambda: setattr(half, "unknown", 1),
        lambda: delattr(half, "free"),
        lambda: delattr(half, "fixed"),
        lambda: delattr(half, "unknown"),
        lambda: half.unknown,
    ):
        with pytest.raises(AttributeError):
            change()
    with raises(AttributeError, "field `free` cannot be deleted"):
        del half.free
    assert (half.fixed, half.free, half.text) == (1, 3, "text") and not hasattr(half, "__dict__")
    polygon = module.Polygon(4)
    with pytest.raises(AttributeError):
        polygon.sides = 5
    with pytest.raises(AttributeError):
        del polygon.perimeter


def test_classes_describe_themselves(module: ModuleType) -> None:
    # Python 3.9 drops the signatures of classes that are not written in Python.
    has_signatures = sys.version_info >= (3, 10)
    assert not has_signatures or str(inspect.signature(module.Point)) == "(x, y, tag='')"
    assert str(inspect.signature(module.Numbers.__call__)) == "(self, /, scale, offset=0)"
    assert str(inspect.signature(module.Numbers(1).__call__)) == "(scale, offset=0)"
    assert str(inspect.signature(module.Numbers.of)) == "(numbers)"
    assert str(inspect.signature(module.Polygon.square)) == "(length)"
    assert module.Numbers.__doc__ == "Numbers, with special methods of Python."
    assert (module.Numbers.__name__, module.Numbers.__module__) == ("Numbers", "e2e_kernels")
    assert (module.Numbers.to_list.__name__, module.Numbers.to_list.__qualname__) == ("to_list", "Numbers.to_list")
    assert module.Numbers.to_list.__doc__ == "The list." and module.EveryField.i8.__doc__ == "The smallest integer."
    shown = pydoc.render_doc(module.Numbers, renderer=pydoc.plaintext)
    assert ("Numbers(count, start=1, step=1)" in shown) == has_signatures
    for part in ("to_list(self, /)\n |      The list.", "of(numbers)"):
        assert part in shown
    assert "_from_fields" not in shown
    assert {"x", "y", "tag"} <= set(dir(module.Point(1, 2)))


def subclasses_of_point(point: Any) -> tuple[Any, Any]:
    """Make subclasses that pickle finds in this file."""
    names = {"__module__": __name__}
    sub, slotted = type("Sub", (point,), names), type("Slotted", (point,), {**names, "__slots__": ("slot",)})
    globals().update(Sub=sub, Slotted=slotted)
    return sub, slotted


def test_copies_and_pickles(module: ModuleType) -> None:
    point = module.Point(1, 2, "tag")
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        loaded = pickle.loads(pickle.dumps([point, point], protocol))
        assert loaded[0] is loaded[1] and loaded[0] == point and loaded[0].tag == "tag"
    assert copy.copy(point) is not point and copy.copy(point) == copy.deepcopy(point) == point
    words = module.Vocabulary("words", ["a", "b"], None)
    generator = module.Generator(5)
    generator.draw()
    Sub, Slotted = subclasses_of_point(module.Point)
    routes: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
    for route in routes:
        assert route(words).id("b") == 1 and route(generator).draw() == copy.copy(generator).draw()
        sub, slotted = Sub(1, 2, "tag"), Slotted(1, 2)
        sub.note, slotted.slot = [sub], "in a slot"
        copied = route(sub)
        assert (type(copied), copied.x, copied.tag, type(copied.note[0])) == (Sub, 1, "tag", Sub)
        assert type(route(slotted)) is Slotted and route(slotted).y == 2
    with pytest.raises(TypeError, match="Parsed: objects of the class cannot be pickled or copied"):
        pickle.dumps(module.Parsed("1"))
    with pytest.raises(ValueError, match="a vocabulary without a name"):
        module.Vocabulary.__setstate__(("", {}, None))


def test_objects_of_the_package(module: ModuleType, load: Callable[[str], Any]) -> None:
    loaded = load("e2e-kernels")
    item = module.Item(5)
    # A container of the package gives an object of the package's class, which is the same object in Rust.
    other = tvm_ffi.Array([item])[0]
    assert other is not item and module.item_value(other) == 5 and module.item_id(other) is item
    assert module.id_any(tvm_ffi.Array([item]))[0] is item
    assert loaded.item_value(item) == 5 and module.item_id(loaded.item_id(item)) is item
    own = loaded.item_new(6)
    assert not isinstance(own, module.Item)
    through = module.item_id(own)
    assert type(through) is module.Item and through.value == 6 and module.item_id(own) is through
    counter = loaded.borrow_twice
    assert callable(counter)
    numbers = loaded.make_numbers(3)
    assert module.Numbers.to_list(numbers) == [1, 2, 3]
    assert module.Numbers.__add__(numbers, module.Numbers(1)).to_list() == [1, 2, 3, 1]
    assert module.Numbers(1) + numbers is not None
    # Python's own special methods and fields need an instance of the class.
    with pytest.raises(TypeError, match="doesn't apply|requires a"):
        module.Item.value.__get__(own)
    assert item != own and own != item


def test_two_modules(module: ModuleType, import_library: Callable[[str], ModuleType]) -> None:
    tokenizer = import_library("tokenizer")
    words = tokenizer.Tokenizer([(97, 98)])
    item = module.Item(5)
    assert not isinstance(words, module.Item.__base__) and not isinstance(item, tokenizer.Tokenizer.__base__)
    with pytest.raises(TypeError, match="lay-?out conflict|metaclass"):
        type("Both", (module.Item, tokenizer.Trie), {})
    for use in (lambda: module.item_value(words), lambda: module.Item.value.__get__(words), lambda: module.Item(words)):
        with pytest.raises(TypeError):
            use()
    with pytest.raises(TypeError):
        tokenizer.Tokenizer.token(item, 0)
    # Each keeps the objects of the other, and gives them back.
    holder = module.Holder(words)
    assert len(holder.value) == 257 and module.item_id(item) is item
    back = holder.value
    assert tokenizer.Tokenizer.token(back, 256) == b"ab"
    # The package gives an object of its own, of the same object in Rust. Without it, Rust keeps the instance.
    assert (back is words) == isinstance(tvm_ffi, Missing) and tokenizer.Tokenizer.__len__(words) == 257
