"""Misuse of objects from Python, past their interface: each raises an exception and none crashes.

What crashes the runtime before any of our code is called is left out: an object without a handle as an argument.

Each runs in a process of its own, so that a crash is one failed test.
"""

from __future__ import annotations

import pytest
from support import LibraryPath
from support.child import output_of

HEAD = """
import copy, gc, sys, threading, numpy, tvm_ffi
from tvm_ffi import core

mod = tvm_ffi.load_module(sys.argv[1])

def register(name, parent=tvm_ffi.Object):
    return tvm_ffi.register_object("e2e." + name)(type(name, (parent,), {}))

def field(cls, name):
    return [field for field in cls.__tvm_ffi_type_info__.fields if field.name == name][0]

def hook(cls, name):
    return core._lookup_type_attr(cls.__tvm_ffi_type_info__.type_index, name)

def expect(kind, text, call, *arguments):
    try:
        call(*arguments)
    except kind as error:
        assert text in str(error), (text, str(error))
    else:
        raise AssertionError(f"{text!r} was not raised")
"""

SCRIPTS = {
    "an object without a handle": """
        classes = [register(name) for name in ("Point", "Counter", "EveryField", "Large", "Aligned64", "Link")]
        for cls in classes:
            empty = cls.__new__(cls)
            for info in cls.__tvm_ffi_type_info__.fields:
                key = cls.__tvm_ffi_type_info__.type_key
                expect(TypeError, f"{key}.{info.name}", info.getter, empty)
                expect((TypeError, AttributeError), f"{key}.{info.name}", info.setter, empty, None)
            repr(empty)
    """,
    "fields of another object": """
        Point, Item, Large, Empty = map(register, ["Point", "Item", "Large", "Empty"])
        Counter, Gaps, Every, Aligned = map(register, ["Counter", "Gaps", "EveryField", "Aligned4096"])
        others = [Item(1), Large(1), Empty(), Counter(1), Gaps(1, 2, True, 3, 4.0), Aligned(1)]
        others += [tvm_ffi.Array([1]), tvm_ffi.Map({}), tvm_ffi.List([]), tvm_ffi.convert(len)]
        others += [tvm_ffi.from_dlpack(numpy.zeros(1)), tvm_ffi.convert(ValueError("x"))]
        for cls in (Point, Every):
            for info in cls.__tvm_ffi_type_info__.fields:
                name = f"{cls.__tvm_ffi_type_info__.type_key}.{info.name}"
                for other in others:
                    expect(TypeError, name, info.getter, other)
                    expect((TypeError, AttributeError), name, info.setter, other, 5)
    """,
    "hooks with wrong arguments": """
        Point, Bare = register("Point"), register("Bare")
        point = Point(1, 2)
        values = [5, None, "x", 1.5, b"y", tvm_ffi.Array([1]), Bare(1, 2)]
        for name in ("__ffi_repr__", "__ffi_eq__", "__ffi_hash__", "__ffi_compare__", "__ffi_shallow_copy__"):
            function = hook(Point, name)
            for count in range(6):
                for value in values:
                    expect((TypeError, RuntimeError), "", function, *[value] * count)
            try:
                function(point, *values)
            except (TypeError, RuntimeError):
                pass
    """,
    "keywords by hand": """
        Numbers, Options = register("Numbers"), register("Options")
        KWARGS = core.KWARGS
        def make(cls, *arguments):
            return hook(cls, "__ffi_init__")(*arguments)
        assert len(make(Numbers, 3)) == len(make(Numbers, KWARGS, "count", 3)) == 3
        assert make(Options, 1, KWARGS, "keyword", 2).keyword == 2
        for cls, first in ((Numbers, "count"), (Options, "required")):
            wrong = [
                (KWARGS, first, 1, first, 2),
                (1, KWARGS, first, 2),
                (1, KWARGS, first),
                (1, KWARGS, 5, 5),
                (1, KWARGS, None, None),
                (1, KWARGS, "", 1),
                (1, KWARGS, "x" * 10000, 1),
                (1, KWARGS, "keyword", KWARGS, "keyword", 2),
                (1, KWARGS, KWARGS, 1),
                (KWARGS,),
                (KWARGS, KWARGS),
                (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, KWARGS, first, 1),
            ]
            for arguments in wrong:
                expect(TypeError, cls.__tvm_ffi_type_info__.type_key, make, cls, *arguments)
    """,
    "panics everywhere": """
        Panics, Unprintable, Field = register("Panics"), register("Unprintable"), register("PanicsInField")
        value = Panics(1)
        function = tvm_ffi.get_global_func
        expect(RuntimeError, "in PartialEq", function("ffi.RecursiveEq"), value, Panics(1))
        expect(RuntimeError, "in Hash", function("ffi.RecursiveHash"), value)
        expect(RuntimeError, "in PartialOrd", function("ffi.RecursiveLt"), value, Panics(1))
        expect(RuntimeError, "in Debug", function("ffi.ReprPrint"), value)
        expect(RuntimeError, "in Clone", hook(Panics, "__ffi_shallow_copy__"), value)
        expect(RuntimeError, "in Clone", function("ffi.DeepCopy"), value)
        assert "Panics" in repr(value) and value.value == 1
        repr(Unprintable(1))
        inside = Field(5)
        inside.value = -1
        expect(RuntimeError, "in the copy of a field", lambda: inside.value)
        expect(RuntimeError, "in the copy of a field", lambda: inside.value)
        inside.value = 3
        assert inside.value == 3
        expect(RuntimeError, "in the constructor", Field, 13)
    """,
    "deep chains": """
        Link = register("Link")
        def chain(length):
            link = None
            for _ in range(length):
                link = Link(link)
            return link
        functions = map(tvm_ffi.get_global_func, ["ffi.RecursiveEq", "ffi.RecursiveHash", "ffi.ReprPrint"])
        equal, digest, text = functions
        to_json, from_json = tvm_ffi.serialization.to_json_graph_str, tvm_ffi.serialization.from_json_graph_str
        short, same = chain(200), chain(200)
        assert mod.count_links(short) == 200 and repr(short).count("Link") == 200
        assert equal(short, same) and digest(short) == digest(same)
        assert mod.count_links(from_json(to_json(chain(100)))) == 100
        # A call that would overflow the stack raises, and dropping a chain does not recurse.
        long, same = chain(100_000), chain(100_000)
        assert mod.count_links(long) == 100_000
        expect(RuntimeError, "too long to be followed", equal, long, same)
        expect(RuntimeError, "too long to be followed", digest, long)
        assert "e2e.Link(...)" in text(long) and "e2e.Link(...)" in repr(long)
        expect(RuntimeError, "nested too deeply", to_json, chain(20_000))
        del long, same
        assert equal(short, chain(200))
    """,
    "deep chains in threads with little stack": """
        import threading
        Link = register("Link")
        def chain(length):
            link = None
            for _ in range(length):
                link = Link(link)
            return link
        functions = map(tvm_ffi.get_global_func, ["ffi.RecursiveEq", "ffi.RecursiveHash", "ffi.ReprPrint"])
        equal, digest, text = functions
        to_json, from_json = tvm_ffi.serialization.to_json_graph_str, tvm_ffi.serialization.from_json_graph_str
        long, same, graph = chain(100_000), chain(100_000), to_json(chain(100))
        Sum, sums, other = register("Sum"), None, None
        for _ in range(100_000):
            sums, other = Sum(sums, 1), Sum(other, 1)
        done = []
        def look():
            expect(RuntimeError, "too long to be followed", equal, long, same)
            expect(RuntimeError, "too long to be followed", digest, long)
            assert "e2e.Link(...)" in text(long)
            expect(RuntimeError, "nested too deeply", to_json, chain(20_000))
            assert mod.count_links(from_json(to_json(chain(5)))) == 5
            try:
                assert mod.count_links(from_json(graph)) == 100
            except RuntimeError as error:
                assert "nested too deeply" in str(error), error
            for compare in "ffi.StructuralEqual", "ffi.StructuralHash":
                operands = (sums, other) if compare.endswith("Equal") else (sums,)
                expect(RuntimeError, "nested too deeply", tvm_ffi.get_global_func(compare), *operands, False, False)
            done.append(True)
        for stack in (256, 512, 1024, 2048, 16384):
            threading.stack_size(stack << 10)
            thread = threading.Thread(target=look)
            thread.start()
            thread.join()
        assert len(done) == 5
    """,
    "cycles": """
        Ring = register("Ring")
        a, b = Ring(), Ring()
        a.next, b.next = b, a
        assert repr(a).count("Ring {") == 3 and "e2e.Ring(...)" in repr(a)
        a.next = a
        assert "e2e.Ring(...)" in repr(a)
        a.next, a.any = None, [a, b]
        b.any = {"a": a}
        for value in (a, b):
            assert "e2e.Ring" in repr(value)
        expect((RuntimeError, TypeError, RecursionError, ValueError), "", tvm_ffi.serialization.to_json_graph_str, a)
        a.any = b.next = None
    """,
    "objects that are given away to themselves": """
        Hungry = register("Hungry")
        hungry = Hungry()
        hungry.eaten = hungry._move()
        expect(TypeError, "e2e.Hungry.eaten", lambda: hungry.eaten)
        hungry = Hungry()
        hungry.other = hungry._move()
        expect(TypeError, "e2e.Hungry.other", lambda: hungry.other)
        lent = Hungry()
        made = Hungry(lent._move(), lent)
        assert made.eaten >= 2 and made.other.eaten == 0
        lent = Hungry()
        made = hook(Hungry, "__ffi_init__")(core.KWARGS, "other", lent, "eaten", lent._move())
        assert made.eaten >= 2 and made.other.eaten == 0
    """,
    "handles of freed objects": """
        Item = register("Item")
        item = Item(1)
        moved = core.ObjectRValueRef(item)
        mod.item_id(moved)
        expect(TypeError, "e2e.Item.value", lambda: item.value)
        expect(TypeError, "item_id", mod.item_id, moved)
        repr(item)
    """,
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_it_raises(library_path: LibraryPath, name: str) -> None:
    lines = SCRIPTS[name].splitlines()
    script = HEAD + "\n".join(line.removeprefix("        ") for line in lines) + '\nprint("done")\n'
    assert output_of(script, library_path("e2e-kernels")) == "done\n"
