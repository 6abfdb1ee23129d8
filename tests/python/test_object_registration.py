"""When classes are registered, and the errors of those that cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import tvm_ffi
from support import LibraryPath
from support.child import output_of

CONTESTED = """
    import json, sys, tvm_ffi
    first, second = (tvm_ffi.load_module(path) for path in sys.argv[1:])

    def expect(text, call, *arguments):
        try:
            call(*arguments)
        except (RuntimeError, TypeError) as error:
            assert text in str(error), (text, str(error))
        else:
            raise AssertionError(text)

    values = {"kernels": 5, "second": "text"}
    mine, theirs = values[first.which()], values[second.which()]
    made = first.make_contested(mine)
    assert first.read_contested(made) == mine
    # The other library raises an error with the reason at each use,
    taken = "type key `e2e.Contested` is already registered"
    expect(taken, second.make_contested, theirs)
    expect(taken, second.make_contested, theirs)
    # and refuses the objects of the first library.
    expect("read_contested", second.read_contested, made)
    # Everything else in it works.
    assert second.which() != first.which()
    failed = json.dumps(json.loads(second.tvm_ffi_manifest())["not_registered"])
    assert taken in failed, failed
    assert "Contested" not in json.dumps(json.loads(first.tvm_ffi_manifest())["not_registered"])
    if second.which() == "second":
        expect("e2e.Contested", second.make_contested_by_value, "text")
        expect("e2e.Contested", second.make_contested_child, "text")
        assert "e2e.ContestedChild" in failed
        Second = tvm_ffi.register_object("e2e.Second")(type("Second", (tvm_ffi.Object,), {}))
        assert second.second_value(Second(3)) == 3
    print("done")
"""


def test_one_key_in_two_libraries(library_path: LibraryPath) -> None:
    kernels, other = library_path("e2e-kernels"), library_path("e2e-second")
    assert output_of(CONTESTED, kernels, other, warns=True) == "done\n"
    assert output_of(CONTESTED, other, kernels, warns=True) == "done\n"


TAKEN_BY_PYTHON = """
    import sys, tvm_ffi
    from tvm_ffi.dataclasses import py_class

    @py_class("e2e.Item")
    class Item(tvm_ffi.Object):
        value: int

    mod = tvm_ffi.load_module(sys.argv[1])
    for call in (lambda: mod.item_new(5), lambda: mod.item_id(Item(5)), lambda: mod.item_value(Item(5))):
        try:
            call()
        except (RuntimeError, TypeError) as error:
            assert "e2e.Item" in str(error), error
        else:
            raise AssertionError
    assert Item(5).value == 5 and "type key `e2e.Item` is already registered" in mod.tvm_ffi_manifest()
    # All other classes are registered.
    Point = tvm_ffi.register_object("e2e.Point")(type("Point", (tvm_ffi.Object,), {}))
    assert Point(1, 2).x == 1
    print("done")
"""


def test_a_key_that_python_took_first(library_path: LibraryPath) -> None:
    assert output_of(TAKEN_BY_PYTHON, library_path("e2e-kernels")) == "done\n"


def test_threads_that_use_it_first(library_path: LibraryPath) -> None:
    script = """
        import ctypes, sys
        library = ctypes.CDLL(sys.argv[1])
        import threading, tvm_ffi
        mod = tvm_ffi.load_module(sys.argv[1])
        barrier, values = threading.Barrier(8), []

        def work(index):
            barrier.wait()
            while True:
                try:
                    object = mod.item_new(index) if index % 2 else mod.make_no_init(index)
                except AssertionError:
                    # Two threads make the class of a type in tvm_ffi at once, which asserts that it has none.
                    continue
                values.append(object.value)
                return

        threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert sorted(values) == list(range(8)), values
        print("done")
    """
    assert output_of(script, library_path("e2e-kernels")) == "done\n"


def test_a_library_is_loaded_twice(library_path: LibraryPath, tmp_path: Path) -> None:
    script = """
        import shutil, sys, tvm_ffi
        from pathlib import Path
        mod, again = tvm_ffi.load_module(sys.argv[1]), tvm_ffi.load_module(sys.argv[1])
        Item = tvm_ffi.register_object("e2e.Item")(type("Item", (tvm_ffi.Object,), {}))
        assert again.item_value(mod.item_new(5)) == mod.item_value(Item(5)) == 5
        # A copy of the file is another library, which refuses objects of the first one.
        path = Path(sys.argv[2]) / ("copy" + Path(sys.argv[1]).suffix)
        shutil.copy(sys.argv[1], path)
        copy = tvm_ffi.load_module(str(path), keep_module_alive=True)
        assert copy.id_i64(5) == 5
        for call in (lambda: copy.item_new(5), lambda: copy.item_value(mod.item_new(5))):
            try:
                call()
            except (RuntimeError, TypeError) as error:
                assert "e2e.Item" in str(error), error
            else:
                raise AssertionError
        assert mod.item_value(Item(6)) == 6
        print("done")
    """
    assert output_of(script, library_path("e2e-kernels"), tmp_path, warns=True) == "done\n"


def test_the_manifest_lists_classes(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    manifest = json.loads(mod.tvm_ffi_manifest())
    entries = {entry["key"]: entry for entry in manifest["objects"]}
    assert list(entries) == sorted(entries) and manifest["not_registered"] == []
    puppy, point, counter = entries["e2e.Puppy"], entries["e2e.Point"], entries["e2e.Counter"]
    assert (puppy["parent"], puppy["final"], puppy["mutable"], puppy["doc"]) == (
        "e2e.Dog",
        True,
        False,
        "The last class.",
    )
    assert puppy["file"].endswith("inherit.rs") and puppy["line"] > 0
    assert (point["parent"], point["final"], sorted(point["hooks"])) == (
        None,
        False,
        ["copy", "eq", "hash", "ord", "repr"],
    )
    assert counter["mutable"] is True and entries["e2e.Sum"]["structural"] != 0 == point["structural"]
    fields = {field["name"]: field for field in entries["e2e.Options"]["fields"]}
    assert fields["default"]["default"] == 7 and "default" not in fields["required"]
    assert (fields["documented"]["settable"], fields["default"]["settable"]) == (True, False)
    assert (fields["keyword"]["kw_only"], fields["not_init"]["init"]) == (True, False)
    assert fields["required"]["doc"] == "Documentation from the comment." and fields["required"]["schema"] == {
        "type": "int"
    }
    assert entries["e2e.NoInit"]["init"] is None
