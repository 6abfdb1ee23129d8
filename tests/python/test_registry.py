"""Global functions and symbols of the system library, which a library registers when it is loaded."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import tvm_ffi
from support import LibraryPath
from support.child import output_of, run_child
from support.errors import raises

SQUARE = "e2e_kernels.global_square"


def test_global_functions(mod: tvm_ffi.Module) -> None:
    square = tvm_ffi.get_global_func(SQUARE)
    assert square(12) == 144
    assert mod.call_global(SQUARE, 12) == 144
    with raises(TypeError, "global_square: argument #0 `x`: expected int, got str\n  global_square(x: int)"):
        square("x")
    # The module has it too.
    assert mod.global_square(5) == 25


def test_metadata_of_global_functions(mod: tvm_ffi.Module) -> None:
    metadata = json.loads(tvm_ffi.get_global_func("ffi.GetGlobalFuncMetadata")(SQUARE))
    assert metadata == mod.get_function_metadata("global_square")
    schema = {
        "type": "ffi.Function",
        "named_args": {"return": [{"type": "int"}], "params": [{"type": "int"}]},
    }
    assert json.loads(metadata["type_schema"]) == schema
    assert tvm_ffi.get_global_func_metadata(SQUARE) == metadata


def test_only_exports_with_the_option_are_global(mod: tvm_ffi.Module) -> None:
    ours = ("e2e.", "e2e_kernels.")
    names = [name for name in tvm_ffi.registry.list_global_func_names() if name.startswith(ours)]
    assert sorted(names) == ["e2e.contested", "e2e.overridden", SQUARE]


def test_symbols_of_the_system_library(mod: tvm_ffi.Module) -> None:
    assert tvm_ffi.system_lib("e2e_system.")["negate"](5) == -5
    assert tvm_ffi.system_lib()["e2e_system.negate"](5) == -5
    assert mod["e2e_system.negate"](5) == -5
    assert not tvm_ffi.system_lib().implements_function("add")


TWO = """
    import json, sys, tvm_ffi
    first, second = (tvm_ffi.load_module(path) for path in sys.argv[1:])
    print(json.dumps({
        "answer": tvm_ffi.get_global_func("e2e.contested")(),
        "own": [first.contested(), second.contested()],
        "square": tvm_ffi.get_global_func("e2e_kernels.global_square")(3),
        "failed": [json.loads(module.tvm_ffi_manifest())["not_registered"] for module in (first, second)],
    }))
"""
WARNING = "warning: `{}` of `{}` is not a global function: global function `{}` {}; `global(override)` replaces it"
OTHERS = "is already registered, perhaps by another copy of this library"


def not_registered(*names: str) -> list[dict[str, str]]:
    return [{"name": name, "reason": f"global function `{name}` {OTHERS}"} for name in names]


def test_a_name_belongs_to_the_library_that_is_loaded_first(library_path: LibraryPath) -> None:
    kernels, other = library_path("e2e-kernels"), library_path("e2e-second")
    for first, second in ((kernels, other), (other, kernels)):
        done = run_child(TWO, first, second)
        found = json.loads(done.stdout)
        names = ["kernels", "second"] if first is kernels else ["second", "kernels"]
        assert found["answer"] == names[0]
        assert found["own"] == names
        assert found["square"] == 9
        package = "e2e-second" if second is other else "e2e-kernels"
        warnings = [WARNING.format("contested", package, "e2e.contested", OTHERS)]
        if second is kernels:
            warnings.append(WARNING.format("overridden", package, "e2e.overridden", OTHERS))
        assert sorted(done.stderr.splitlines()) == sorted(warnings)
        functions = [entry for entry in found["failed"][1] if entry["name"] == entry["name"].lower()]
        names = ["e2e.contested", "e2e.overridden"][: len(warnings)]
        assert found["failed"][0] == []
        assert sorted(functions, key=str) == sorted(not_registered(*names), key=str)


def test_a_name_that_is_taken_can_be_overridden(library_path: LibraryPath) -> None:
    script = """
        import sys, tvm_ffi
        overridden = lambda: tvm_ffi.get_global_func("e2e.overridden")()
        tvm_ffi.register_global_func("e2e.overridden", lambda: "python")
        tvm_ffi.load_module(sys.argv[1])
        print(overridden())
        tvm_ffi.load_module(sys.argv[2])
        print(overridden())
    """
    kernels, other = library_path("e2e-kernels"), library_path("e2e-second")
    done = run_child(script, kernels, other)
    assert done.stdout == "python\nsecond\n"
    # The first library does not override what Python has registered.
    assert "`e2e.overridden` is already registered" in done.stderr
    assert output_of(script, other, other) == "second\nsecond\n"


def test_two_copies_of_one_library(library_path: LibraryPath, tmp_path: Path) -> None:
    original = library_path("e2e-kernels")
    copy = Path(shutil.copy(original, tmp_path / f"copy_{original.name}"))
    done = run_child(TWO, original, copy)
    found = json.loads(done.stdout)
    assert found["own"] == ["kernels", "kernels"]
    first, second = found["failed"]
    symbol = {
        "name": "e2e_system.negate",
        "reason": f"symbol `e2e_system.negate` of the system library {OTHERS}",
    }
    expected = [*not_registered("e2e.contested", "e2e.overridden", SQUARE), symbol]
    for name in ("e2e.contested", "e2e.overridden", SQUARE):
        warning = WARNING.format(name.split(".")[1], "e2e-kernels", name, OTHERS)
        assert warning in done.stderr
    assert first == []
    # The registry also has the functions and classes of other tests.
    assert all(entry in second for entry in expected)
    assert all("is already registered" in entry["reason"] for entry in second)
    [tally] = [entry["reason"] for entry in second if entry["name"] == "stubs.Tally"]
    assert tally == "type key `stubs.Tally` is already registered, by another library or another copy of this one"
