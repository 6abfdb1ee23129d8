"""Misuse of the classes of an imported library: each raises an exception or does nothing, and none crashes.

Each runs in a process of its own, so that a crash is one failed test.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support import LibraryPath
from support.child import output_of
from support.imported import import_file

HEAD = """
import copy, gc, pickle, sys, threading, weakref
sys.path.insert(0, sys.argv[1])
import e2e_kernels as module

def expect(kind, text, call, *arguments, **names):
    try:
        call(*arguments, **names)
    except kind as error:
        assert text in str(error), (text, str(error))
    else:
        raise AssertionError(f"{text!r} was not raised")

class Big:
    def __init__(self): self.content = [object() for _ in range(50)]
"""

SCRIPTS = {
    "values that change what they are in": """
        values = []
        class Clears:
            def __index__(self):
                values.clear()
                gc.collect()
                return 1
        for use in (module.Numbers.of, lambda values: module.Numbers(1).apply(lambda _: 1) and module.sum_of_vec(values)):
            values[:] = [Clears(), Big(), Big()]
            expect(TypeError, "expected int, got Big", use, values)
        values[:] = [Clears(), 2, 3]
        assert module.Numbers.of(values).to_list() == [1, 2, 3] and values == []
        names = {}
        class ClearsNames:
            def __index__(self):
                names.clear()
                gc.collect()
                return 1
        for make in (module.Point._from_fields, lambda names: module.Point(**names), lambda names: module.Point.__init__(module.Point.__new__(module.Point), **names)):
            names.update(x=ClearsNames(), y=Big(), tag="x" * 1000)
            expect(TypeError, "argument `y`: expected int, got Big", make, names)
    """,
    "values that use the object they are for": """
        class Uses:
            def __index__(self):
                return use()
        counter = module.Counter(1)
        use = counter.get
        counter.count = Uses()
        assert counter.add(Uses()) == 2
        def use():
            counter.count = 7
            return 1
        assert counter.add(Uses()) == 8
        point = module.Point.__new__(module.Point)
        def use():
            point.__init__(1, 2)
            return 3
        expect(TypeError, "the object is initialised already", point.__init__, Uses(), 4)
        assert (point.x, point.y) == (1, 2)
        class Iterates:
            def __iter__(self):
                del module.Numbers.to_list
                gc.collect()
                return iter([1, Uses()])
        method, numbers, use = module.Numbers.to_list, module.Numbers(2), lambda: len(numbers)
        assert module.Numbers.of(Iterates())[1] == 2
        module.Numbers.to_list = method
        class Raises:
            def __index__(self, other=None): raise KeyError("own")
            __float__ = __iter__ = __eq__ = __index__
        expect(KeyError, "own", module.Point, Raises(), 1)
        expect(KeyError, "own", module.Numbers.of, Raises())
        expect(KeyError, "own", setattr, counter, "count", Raises())
        expect(KeyError, "own", lambda: module.Point(1, 2) == Raises())
    """,
    "arguments of pickles": """
        class Sub(module.Point):
            def __init__(self, *arguments, **names): super().__init__(*arguments, **names)
        class Mapping:
            def keys(self): return [1, "x"]
            def __getitem__(self, key): raise IndexError("no item")
        for cls in (module.Point, Sub):
            for wrong in (5, None, [], "abc", [("x", 1)], Big(), module, {1: 2}, {"x": 1}, {"x": 1, "y": "z"}, {"other": 1}, Mapping()):
                expect((TypeError, AttributeError, IndexError, ValueError), "", cls._from_fields, wrong)
            assert cls._from_fields({"x": 1, "y": 2}).y == 2
            expect(TypeError, "", cls._from_fields)
            expect(TypeError, "", cls._from_fields, {}, {})
        for wrong in (None, 5, ("", {}, None), ("words", 5, None), ("words", {"a": "b"}, 3), ()):
            expect((TypeError, ValueError), "", module.Vocabulary.__setstate__, wrong)
        generator = module.Generator(1)
        for wrong in (None, (1,), ("a", "b"), (1, "not a number")):
            expect((TypeError, ValueError), "", generator.__setstate__, wrong)
        empty = module.Generator.__new__(module.Generator)
        expect(TypeError, "", empty.__setstate__, (1, "2"))
        expect(TypeError, "has no value", empty.__reduce__)
        class Liar(module.Point):
            __class__ = property(lambda self: module.Counter)
        expect((TypeError, ValueError), "", lambda: pickle.loads(pickle.dumps(Liar(1, 2))))
        copy.copy(Liar(1, 2))
        class NoDict(module.Point):
            __dict__ = property(lambda self: 5)
        expect((TypeError, SystemError, AttributeError), "", copy.copy, NoDict(1, 2))
    """,
    "classes that are changed": """
        numbers, bound, method = module.Numbers(3), module.Numbers(3).to_list, module.Numbers.to_list
        del module.Numbers.to_list
        gc.collect()
        assert bound() == method(numbers) == [1, 2, 3] and not hasattr(numbers, "to_list")
        module.Numbers.to_list = lambda self: "mine"
        assert numbers.to_list() == "mine" and len(module.Numbers(2)) == 2
        module.Point.__repr__ = lambda self: "mine"
        module.Point.__eq__ = lambda self, other: "equal"
        module.Point.__hash__ = None
        point = module.Point(1, 2)
        assert (repr(point), point == 5) == ("mine", "equal")
        expect(TypeError, "unhashable", hash, point)
        del module.Point.__repr__, module.Point.__eq__, module.Point.__hash__
        assert repr(point).startswith("Point {") and point == module.Point(1, 2) and hash(point)
        for name in ("__len__", "__getitem__", "__iter__", "__contains__"):
            delattr(module.Numbers, name)
        for use in (len, iter, lambda numbers: numbers[0], lambda numbers: 1 in numbers):
            expect(TypeError, "", use, numbers)
        module.Numbers.__len__ = lambda self: 7
        assert len(numbers) == 7
        x = module.Point.x
        del module.Point.x
        expect(AttributeError, "x", lambda: point.x)
        assert x.__get__(point) == 1
        module.Point.x = x
        module.Point.__init__ = lambda self: None
        expect(TypeError, "has no value", lambda: module.Point().x)
        module.Point.__new__ = lambda cls: 5
        assert module.Point() == 5
        module.Item.__bases__
        for bases in ((object,), (module.Point,), (module.Point.__base__, int)):
            expect(TypeError, "", setattr, module.Item, "__bases__", bases)
        base = module.Item.__base__
        base.__repr__ = lambda self: "base"
        assert repr(module.Item(1)) == "base"
        module.Item = None
        assert type(module.item_new(3)).__name__ == "Item"
    """,
    "special methods that are called with anything": """
        methods = [getattr(cls, name) for cls in (module.Point, module.Numbers, module.Iter, module.Polygon) for name in dir(cls)]
        methods += [value for cls in (module.Point, module.EveryField, module.Polygon, module.Item.__base__) for value in vars(cls).values()]
        empties = [cls.__new__(cls) for cls in (module.Point, module.Numbers, module.Item)]
        values = [None, 5, "x", module.Point, type, object(), module.Item(1), module.Numbers(1), module.Point(1, 2), *empties]
        tried = 0
        for method in methods:
            names = ("__call__", "__get__", "__set__", "__delete__")
            for call in [getattr(method, name, None) for name in names]:
                for arguments in [(), *[(a,) for a in values], *[(a, b) for a in values for b in values], (values[0],) * 9]:
                    if call is not None and "__class__" not in repr(method) and method is not type:
                        try:
                            call(*arguments)
                        except BaseException as error:
                            assert not isinstance(error, SystemError), (method, arguments, error)
                        tried += 1
        assert tried > 10000
        for internal in (vars(module.Numbers)["to_list"], module.add.__self__, module.item_taker()):
            kind = type(internal)
            for make in (kind, lambda: kind.__new__(kind), lambda: object.__new__(kind), lambda: kind.__call__()):
                expect(TypeError, "", make)
            expect(TypeError, "", type, "Sub", (kind,), {})
            for use in (copy.copy, copy.deepcopy, pickle.dumps):
                try:
                    use(internal)
                except TypeError:
                    pass
        for make in (object.__new__, module.Point.__new__, module.Point.__base__.__new__):
            expect(TypeError, "has no value", lambda: make(module.Point).x)
        expect(TypeError, "", module.Point.__new__, int)
        expect(TypeError, "", module.Point.__new__)
    """,
    "subclasses of every kind": """
        seen = []
        class Registers(module.Point):
            def __init_subclass__(cls, **names):
                seen.append((cls, names, module.Point(1, 2).x, cls.__new__(cls)))
        class Sub(Registers, unit="m"): pass
        cls, names, x, empty = seen[0]
        assert (cls, names, x) == (Sub, {"unit": "m"}, 1)
        expect(TypeError, "has no value", lambda: empty.x)
        class Meta(type):
            def __call__(cls, *arguments):
                instance = type.__call__(cls, *arguments)
                expect(TypeError, "initialised already", instance.__init__, 1, 2)
                return instance
            def __instancecheck__(cls, other): raise KeyError("checked")
            def __subclasscheck__(cls, other): raise KeyError("checked")
            def mro(cls): return [cls, *module.Point.__mro__]
        class WithMeta(module.Point, metaclass=Meta):
            __slots__ = ("a", "__dict__")
            def __getattribute__(self, name):
                gc.collect()
                return object.__getattribute__(self, name)
        instance = WithMeta(1, 2)
        instance.a = instance.b = instance
        assert module.id_any(instance) is instance
        watch = weakref.ref(instance)
        del instance
        gc.collect()
        assert watch() is None
        class Empty(module.Point): __slots__ = ()
        for _ in range(1000):
            module.id_any(Empty(1, 2))
        from abc import ABC, abstractmethod
        Abstract = type("Abstract", (module.Point, ABC), {"area": abstractmethod(lambda self: 0)})
        expect(TypeError, "abstract", Abstract, 1, 2)
        assert type("Concrete", (Abstract,), {"area": lambda self: 5})(1, 2).area() == 5
        for use in (iter, list, tuple, lambda endless: 5 in endless):
            expect(TypeError, "itera", use, module.Endless())
        expect(TypeError, "__weakref__", type, "Weak", (module.Point,), {"__slots__": ("__weakref__",)})
        for other in (int, tuple, dict, Exception, type(lambda: 1), type(module), weakref.ref):
            expect(TypeError, "", type, "Both", (module.Point, other), {})
        for first, second in ((module.Point, module.Counter), (module.Puppy, module.Bird), (Sub, module.Item)):
            expect(TypeError, "conflict", type, "Both", (first, second), {})
        deep = module.Point
        for _ in range(300):
            deep = type("Deeper", (deep,), {})
        assert deep(1, 2).y == 2 and copy.copy(deep(1, 2)).x == 1
        del deep
        gc.collect()
    """,
    "objects that are found while they are made": """
        found = 0
        class Looks:
            def __index__(self):
                global found
                for value in gc.get_objects():
                    if isinstance(value, module.Point):
                        found += 1
                        expect(TypeError, "has no value", lambda: value.x)
                        repr(value), hash(value), value == value
                    elif type(value) is dict and "x" in value and type(value["x"]) is Looks:
                        value.clear()
                return 1
        class Sub(module.Point): pass
        for _ in range(20):
            Sub(x=Looks(), y=2, tag="t" * 100)
        assert found >= 20
        class Early(module.Point):
            def __init__(self, x):
                super().__init__(x, x)
                self.all = [value for value in gc.get_objects() if isinstance(value, Early)]
        instance = Early(3)
        assert instance.all[0].x == 3
        class Changes(module.Counter): pass
        counter = Changes(1)
        def drop():
            global counter
            del counter
            gc.collect()
        class Drops:
            def __index__(self):
                drop()
                return 4
        assert counter.add(Drops()) == 5
        counter = Changes(1)
        counter.change_with(lambda count: drop() or 3)
    """,
    "objects that end while an exception is set": """
        seen = []
        def at_end(text):
            try:
                raise KeyError("inside")
            except KeyError:
                seen.append(text)
        class Iterates:
            count = 0
            def __iter__(self): return self
            def __next__(self):
                self.count += 1
                if self.count == 3: raise ValueError("of the caller")
                return module.Bomb(at_end)
        for collect in (list, tuple):
            expect(ValueError, "of the caller", collect, Iterates())
        assert seen == ["dropped"] * 4
        def fails(text): raise KeyError("of the destructor")
        at_end = fails
        for collect in (list, tuple):
            expect(ValueError, "of the caller", collect, Iterates())
        module.Bomb(fails)
    """,
    "threads and imports": """
        import importlib.util, os
        wrong = []
        def load(name):
            spec = importlib.util.spec_from_file_location("e2e_kernels", module.__file__)
            other = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(other)
            return other
        def work(number):
            try:
                for index in range(30 if number < 2 else 1000):
                    other = load(number) if number < 2 else module
                    point = other.Point(index, number)
                    assert type(point) is module.Point and module.id_any(point) is point and point.y == number
                    sub = type("Sub", (other.Point,), {})(1, 2)
                    assert module.id_any([sub])[0] is sub
            except BaseException as error:
                wrong.append(error)
        sys.setswitchinterval(1e-5)
        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        assert wrong == [], wrong
    """,
    "the end of the process": """
        class Sub(module.Holder):
            def __del__(self):
                module.tracked()
                self.value = self
        class Keeps: pass
        point, sub, numbers = module.Point(1, 2), Sub(5), iter(module.Numbers(3))
        sub.x = sub
        cycle = module.Holder()
        cycle.value = [cycle, lambda *_: cycle]
        module.keep_object(module.Holder(Keeps()))
        module.keep_object(Sub(Keeps()))
        bomb = module.Bomb(lambda text: module.Point(3, 4))
        module.keep_object(module.Bomb(lambda text: None))
        module.instance, sys.instance = sub, module.Bomb(lambda text: module.Point(3, 4))
        module.Point.kept = module.Point(5, 6)
        watch = weakref.ref(point, lambda _: module.Point(1, 2))
        def loop():
            own, started = module.Point(7, 8), Sub(9)
            while True:
                copy.copy(own), module.id_any([own, started]), module.Numbers(3).to_list()
        for _ in range(4):
            threading.Thread(target=loop, daemon=True).start()
    """,
    "objects of Python that Rust uses": """
        class Odd:
            def __init__(self): self.kept = module.Kept(self, self)
            def __eq__(self, other):
                self.kept.object = other
                del self.kept.object.kept
                return module.find_equal([other], 1)
            def __getattr__(self, name): return module.call_method(self, name, "x")
            __len__ = lambda self: module.same_object(self).nope
        odd = Odd()
        expect((AttributeError, RuntimeError, RecursionError), "", module.find_equal, [odd, odd], odd)
        expect((AttributeError, RecursionError), "", module.call_method, odd, "nope", "x")
        expect(TypeError, "", module.call_with, module.Kept.__new__(module.Kept))
        expect(TypeError, "", module.call_with, None)
        cycle = []
        cycle.append(cycle)
        assert module.same_object(cycle) is cycle and module.Kept(cycle).object is cycle
        assert module.find_equal([cycle], cycle) is cycle
        expect(ValueError, "", module.cast_to_numbers, cycle)
        unborn = module.Kept.__new__(module.Kept)
        assert module.same_object(unborn) is unborn and module.same_objects([unborn])[0][0] is unborn
        expect(TypeError, "no value", lambda: unborn.object)
        liar = type("Liar", (), {"__class__": property(lambda self: module.Kept)})()
        assert module.same_object(liar) is liar
        expect(TypeError, "", module.Kept.__len__, liar)
        for name in ("", "a b", "\\0", "\\ud800"):
            expect((AttributeError, UnicodeError, ValueError), "", module.call_method, "", name, "")
        # Without end, and with a limit that the stack does not reach.
        limit = sys.getrecursionlimit()
        for most in (limit, 100_000):
            sys.setrecursionlimit(most)
            def endless(*_): return module.call(endless, 1)
            expect((RecursionError, ValueError), "", endless)
            def endless_too(*_): return module.call_with(endless_too)
            expect((RecursionError, ValueError), "nested too deeply" if most > limit else "", endless_too)
        sys.setrecursionlimit(limit)
        # At the end, Rust still has some, and other threads use them.
        module.keep_object(module.Kept(odd, Odd, sys))
        def loop():
            own = module.Kept(Odd, Odd)
            while True:
                module.find_equal([own, Odd], Odd), module.same_object(own), Odd in own
        for _ in range(4):
            threading.Thread(target=loop, daemon=True).start()
    """,
    "code of Python's that runs at the end of the process": """
        def spin(*_, **_named):
            for _ in range(10**9): pass
        class Slow:
            __index__ = __eq__ = __fspath__ = __iter__ = __del__ = spin
            __hash__ = None
        def drop():
            kept = module.Kept(Slow())
            del kept
        calls = [
            lambda: module.call(spin, 1),
            lambda: module.call_from_threads(spin, 2),
            lambda: module.id_i64(Slow()),
            lambda: module.id_path(Slow()),
            lambda: module.id_vec_i64(Slow()),
            lambda: module.find_equal([Slow()], 1),
            lambda: module.call_with(spin, x=1),
            lambda: module.Kept(Slow()) == 1,
            drop,
        ]
        for call in calls:
            threading.Thread(target=call, daemon=True).start()
        import time
        time.sleep(0.3)
    """,
    "deep chains": """
        holder = None
        for _ in range(100_000):
            holder = module.Holder(holder)
        del holder
        gc.collect()
        class Sub(module.Holder): pass
        class Plain: pass
        for kind in (Sub, Plain):
            chain = None
            for _ in range(100_000):
                link = kind()
                link.next = chain
                chain = module.Holder(link) if kind is Plain else link
            del chain, link
            gc.collect()
        nested = module.Link(None)
        for _ in range(100_000):
            nested = module.Link(nested)
        for use in (repr, hash, pickle.dumps, copy.deepcopy, lambda value: value == module.Link(value)):
            try:
                use(nested)
            except (RecursionError, RuntimeError, ValueError):
                pass
        del nested
    """,
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_misuse_raises(library_path: LibraryPath, tmp_path: Path, name: str) -> None:
    import_file("e2e_kernels", library_path("e2e-kernels"), tmp_path)
    script = "\n".join(line[8:] for line in SCRIPTS[name].splitlines())
    assert output_of(f"{HEAD}{script}\nprint('done')", tmp_path) == "done\n"
