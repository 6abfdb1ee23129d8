"""Classes in Python for classes in Rust: subclasses, dataclasses, fallback classes, and `py_class` subclasses.

Each runs in a process of its own, since a key has one class a process.
"""

from __future__ import annotations

import pytest
from support import LibraryPath
from support.child import output_of

HEAD = """
import copy, gc, sys, tvm_ffi
from tvm_ffi.dataclasses import c_class

mod = tvm_ffi.load_module(sys.argv[1])

def expect(kind, text, call, *arguments):
    try:
        call(*arguments)
    except kind as error:
        assert text in str(error), (text, str(error))
    else:
        raise AssertionError(f"{text!r} was not raised")
"""

SUBCLASS = """
@tvm_ffi.register_object("e2e.Animal")
class Animal(tvm_ffi.Object):
    def shout(self):
        return self.greeting().upper()

    @property
    def arms(self):
        return 4 - self.legs

class Pet(Animal):
    __slots__ = ("owner",)

    def __init__(self, name, owner):
        self.__ffi_init__(name, legs=3)
        self.owner = owner

class Loud(Pet):
    def __init__(self, name):
        super().__init__(name.upper(), "no owner")

    def greeting(self):
        return super().greeting() + "!"

animal, pet, loud = Animal("Bo"), Pet("Rex", "Ann"), Loud("tim")
assert (animal.shout(), animal.arms) == ("I AM BO ON 4 LEGS", 0)
assert (pet.name, pet.legs, pet.owner, pet.arms) == ("Rex", 3, "Ann", 1)
assert loud.greeting() == "I am TIM on 3 legs!" and loud.owner == "no owner"
assert isinstance(loud, Pet) and isinstance(loud, Animal) and issubclass(Loud, Animal)
assert mod.name_of(loud) == "TIM" and repr(pet) == 'Animal { name: "Rex", legs: 3 }'
# Rust returns the object, which Python gives the registered class.
assert type(mod.keep_animal(pet)) is Animal and mod.keep_animal(pet).same_as(pet)
class Forgets(Animal):
    def __init__(self):
        pass
forgotten = Forgets()
# Only fields: the runtime crashes if such an object is an argument.
expect(TypeError, "e2e.Animal.name", lambda: forgotten.name)
print("done")
"""

DATACLASS = """
@c_class("e2e.Animal")
class Animal(tvm_ffi.Object):
    name: str
    legs: int

    def __post_init__(self):
        seen.append(self.name)

@c_class("e2e.Bird")
class Bird(Animal):
    wings: int
    flies: bool

@c_class("e2e.Dog")
class Dog(Animal):
    tricks: object

    def __init__(self, name):
        self.__ffi_init__(name + "!", tricks=["sit"])

seen = []
animal = Animal("Bo", legs=2)
assert seen == ["Bo"] and (animal.name, animal.legs) == ("Bo", 2)
bird = Bird("Tweety", 2)
assert (bird.name, bird.legs, bird.wings, bird.flies) == ("Tweety", 4, 2, True)
assert isinstance(bird, Animal) and bird.describe() == "I am Tweety on 4 legs with 2 wings"
dog = Dog("Rex")
assert (dog.name, list(dog.tricks), dog.trick(0)) == ("Rex!", ["sit"], "sit")
expect(TypeError, "e2e.Animal", lambda: Animal("Bo", tail=1))
expect(TypeError, "not support copy", copy.copy, animal)
from tvm_ffi.dataclasses import fields
assert [field.name for field in fields(Animal)] == ["name", "legs"]
print("done")
"""

FALLBACK = """
item = mod.item_new(5)
cls = type(item)
assert (cls.__name__, cls.__module__) == ("Item", "e2e") and item.value == 5
expect(AttributeError, "no setter" if sys.version_info >= (3, 11) else "can't set", setattr, item, "value", 6)
# An object without a constructor call is empty, and raises.
empty = cls()
expect(TypeError, "e2e.Item.value", lambda: empty.value)
repr(empty)
# The constructor is a function.
assert cls.__ffi_init__(7).value == 7

tracked = mod.make_tracked(1)[0]
assert tracked.value == 0 and tracked.itself() == tracked.itself()
# Here a method `__call__` makes objects callable; `register_object` does not install it, because every class has one.
assert list(mod.make_numbers(3)(10, 1).to_list()) == [11, 21, 31]

# A class that is registered later replaces it.
@tvm_ffi.register_object("e2e.Item")
class Item(tvm_ffi.Object):
    pass
assert type(mod.item_new(6)) is Item and Item(8).value == 8 and item.value == 5
print("done")
"""

PY_CLASS = """
from tvm_ffi.dataclasses import py_class

@c_class("e2e.NotZero")
class NotZero(tvm_ffi.Object):
    text: str
    number: int

@py_class("e2e_test.Child")
class Child(NotZero):
    extra: int = 0

# Python allocates such an object itself, and calls no constructor in Rust.
try:
    child = Child("x", 2)
except (TypeError, AttributeError) as error:
    # Python copies the fields with the setters, which raise.
    assert "e2e.NotZero" in str(error), error
    print("refused by the setters")
    sys.exit()
raise AssertionError(child)
"""

PY_CLASS_BARE = """
from tvm_ffi.dataclasses import py_class
from tvm_ffi import core

@c_class("e2e.NotZero")
class NotZero(tvm_ffi.Object):
    text: str
    number: int

@py_class("e2e_test.Child", init=False)
class Child(NotZero):
    extra: int = 0

    def __init__(self):
        pass

@py_class("e2e_test.GrandChild", init=False)
class GrandChild(Child):
    more: str = ''

    def __init__(self):
        pass

new = lambda cls: core._lookup_type_attr(cls.__tvm_ffi_type_info__.type_index, "__ffi_new__")()
whole = NotZero("whole")
methods = {method.name: method.func for method in NotZero.__tvm_ffi_type_info__.methods}
attribute = lambda name: core._lookup_type_attr(NotZero.__tvm_ffi_type_info__.type_index, name)
for cls in (Child, GrandChild):
    for child in (cls(), new(cls)):
        if child.__chandle__() != 0:
            assert isinstance(child, NotZero)
        for name in ("text", "number"):
            expect(TypeError, "e2e.NotZero." + name, getattr, child, name)
        expect((TypeError, AttributeError), "e2e.NotZero.text", setattr, child, "text", "y")
        expect((TypeError, AttributeError), "e2e.NotZero.number", type(child).number.set, child, 5)
        for name, arguments in (("unbox", ()), ("set_box", (5,)), ("join", (whole,)), ("absorb", (whole,))):
            expect(TypeError, "e2e.NotZero." + name, methods[name], child, *arguments)
            expect(TypeError, "e2e.NotZero." + name, getattr(child, name), *arguments)
        expect(TypeError, "e2e.NotZero.join", whole.join, child)
        expect(TypeError, "e2e.NotZero.absorb", whole.absorb, child)
        for name in ("take_ref", "take_borrowed", "take_changing", "take_option"):
            expect(TypeError, name, mod[name], child)
        expect(TypeError, "take_list", mod.take_list, [whole, child])
        if child.__chandle__() != 0:
            assert mod.take_downcast(child) is mod.take_cast(child) is False
            assert mod.id_object(child).same_as(child) and mod.id_any(child).same_as(child)
            assert mod.type_key(child) == cls.__tvm_ffi_type_info__.type_key
        for name, count in (("__ffi_repr__", 2), ("__ffi_eq__", 3), ("__ffi_hash__", 2), ("__ffi_shallow_copy__", 1)):
            expect((TypeError, RuntimeError), "", attribute(name), *[child] * count)
        for copying in (copy.copy, copy.deepcopy):
            try:
                copied = copying(child)
            except (TypeError, RuntimeError, AttributeError, ValueError):
                continue
            # Python copies the zero bytes, and no function accepts the copy as an object of the class.
            expect(TypeError, "e2e.NotZero.text", getattr, copied, "text")
        repr(child)
        del child
        gc.collect()
assert whole.unbox() == 7 and whole.text == "whole"
print("done")
"""

SCRIPTS = {"subclass": SUBCLASS, "dataclass": DATACLASS, "fallback": FALLBACK, "bare child": PY_CLASS_BARE}


@pytest.mark.parametrize("name", SCRIPTS)
def test_classes(library_path: LibraryPath, name: str) -> None:
    assert output_of(HEAD + SCRIPTS[name], library_path("e2e-kernels")) == "done\n"


def test_a_subclass_that_python_allocates(library_path: LibraryPath) -> None:
    assert output_of(HEAD + PY_CLASS, library_path("e2e-kernels")) == "refused by the setters\n"
