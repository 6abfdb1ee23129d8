"""Nanoseconds per call from Python: run as a program, prints JSON.

    pycalls.py ROUNDS name=library.so ...

Rounds alternate between the libraries, so that a change of the machine's speed meets all alike.
"""

import importlib.util
import json
import subprocess
import sys
import timeit

import numpy as np
import tvm_ffi

try:
    import torch
except ImportError as error:
    torch = None
    print(f"benches: no rows of torch: {error}; `cargo xtask test torch` installs it", file=sys.stderr)

MATRICES = tuple(np.zeros(shape, np.float32) for shape in ((4, 6), (6, 8), (4, 8)))
VECTOR = np.zeros(8, np.float32)
LONG = ("the quick brown fox jumps over ", "the lazy dog and runs far away")
# (label, exported function, arguments)
CALLS = (
    ("noop()", "noop", ()),
    ("add_one(41)", "add_one", (41,)),
    ("add3(1.5, 2.5, 3)", "add3", (1.5, 2.5, 3)),
    ("concat short", "concat", ("abc", "def")),
    ("concat long", "concat", LONG),
    ("add_one(x=41)", "add_one", {"x": 41}),
    ("sum(list of 8)", "sum", ([1, 2, 3, 4, 5, 6, 7, 8],)),
    ("sum(ffi.Array of 8)", "sum", (tvm_ffi.Array([1, 2, 3, 4, 5, 6, 7, 8]),)),
    ("check3(3 NumPy arrays)", "check3", MATRICES),
    ("check3(3 NumPy arrays), GIL held", "check3_held", MATRICES),
    ("copied(NumPy array)", "copied", (VECTOR,)),
    ("check3(3 tvm_ffi.Tensor)", "check3", tuple(tvm_ffi.from_dlpack(matrix) for matrix in MATRICES)),
)
if torch is not None:
    TENSORS = tuple(map(torch.from_numpy, MATRICES))
    CALLS += (
        ("check3(3 torch tensors)", "check3", TENSORS),
        ("check3(3 torch tensors), GIL held", "check3_held", TENSORS),
        ("copied(torch tensor)", "copied", (torch.from_numpy(VECTOR),)),
    )
# Where `tvm_ffi` returns a tensor of its own, it is converted to an array of NumPy, as a caller does.
TO_NUMPY = {"copied(NumPy array)"}
RAISES = (
    ("fail()", "fail", ()),
    ("check3, wrong shape", "check3", (MATRICES[0], MATRICES[2], MATRICES[2])),
)
# (label, exported function that makes the object, expression)
OBJECTS = (
    ("frozen.value", "new_frozen", "x.value"),
    ("frozen.get()", "new_frozen", "x.get()"),
    ("mutable.value", "new_mutable", "x.value"),
    ("mutable.get()", "new_mutable", "x.get()"),
)
# (label, expression) of what imported modules have: `m` is the module, `x` and `y` are equal items, and the other names are in `VALUES`.
MODULES = (
    ("six mixed arguments", "m.mixed(1, 2.5, 'text', True, b'bytes', None)"),
    ("8 integers in", "m.sum(integers8)"),
    ("100 integers in", "m.sum(integers100)"),
    ("8 integers out", "m.integers(8)"),
    ("100 integers out", "m.integers(100)"),
    ("8 floats in", "m.sum_floats(floats8)"),
    ("100 floats in", "m.sum_floats(floats100)"),
    ("8 floats out", "m.floats(8)"),
    ("100 floats out", "m.floats(100)"),
    ("8 texts in", "m.sum_lengths(texts8)"),
    ("100 texts in", "m.sum_lengths(texts100)"),
    ("8 texts out", "m.texts(8)"),
    ("100 texts out", "m.texts(100)"),
    ("dict of 4 in", "m.sum_values(mapping)"),
    ("dict of 4 out", "m.mapping()"),
    ("tuple of 3 out", "m.tuple()"),
    ("bytes in and out", "m.bytes(b'some bytes of a certain length')"),
    ("Item(1)", "m.Item(1)"),
    ("Item(1, name='x')", "m.Item(1, name='x')"),
    ("x.plus(1)", "x.plus(1)"),
    ("x.add(0)", "x.add(0)"),
    ("x.value", "x.value"),
    ("x.name", "x.name"),
    ("x.value = 1", "x.value = 1"),
    ("len(x)", "len(x)"),
    ("x[1]", "x[1]"),
    ("list(x)", "list(x)"),
    ("repr(x)", "repr(x)"),
    ("x == y", "x == y"),
    ("hash(x)", "hash(x)"),
    ("1 callback", "m.call_back(add_one, 1)"),
    ("100 callbacks", "m.call_back(add_one, 100)"),
    ("m.noop", "m.noop"),
)
VALUES = {
    **{f"{name}{n}": [make(i) for i in range(n)] for n in (8, 100) for name, make in (
        ("integers", lambda i: 1000 + i), ("floats", float), ("texts", lambda i: f"a text of some length {i}"))},
    "mapping": {"one": 1, "two": 2, "three": 3, "four": 4},
    "add_one": lambda x: x + 1,
}
NUMBER = 2_000
# Blocks of calls in a round. The least of all is shown, since other processes only add time.
BLOCKS = 10
# Libraries that are imported, without `tvm_ffi`; it loads the others.
IMPORTED = ("module", "pyo3", "nanobind")


def time_call(function, arguments: tuple, form: str = "{}") -> float:
    """Nanoseconds of one call in `form`; arguments are spelled out, so that no tuple is unpacked each time."""
    if isinstance(arguments, dict):
        names = ", ".join(f"{name}={value}" for name, value in arguments.items())
        return timeit.Timer(f"f({names})", globals={"f": function}).timeit(NUMBER) / NUMBER * 1e9
    names = {f"a{i}": value for i, value in enumerate(arguments)}
    call = form.format(f"f({', '.join(names)})")
    timer = timeit.Timer(call, globals={"f": function, "np": np, **names})
    return timer.timeit(NUMBER) / NUMBER * 1e9


def time_expression(expression: str, value: object) -> float:
    """Nanoseconds of an expression about `x`."""
    return timeit.Timer(expression, globals={"x": value}).timeit(NUMBER) / NUMBER * 1e9


def objects_of(modules: dict[str, tvm_ffi.Module]) -> dict[tuple[str, str], object]:
    """The object of each (library, constructor). Two builds of one library cannot both register its types: the second has none."""
    objects = {}
    for name, module in modules.items():
        for constructor in dict.fromkeys(constructor for _, constructor, _ in OBJECTS):
            try:
                objects[name, constructor] = module.get_function(constructor)()
            except (RuntimeError, AttributeError) as error:
                print(f"benches: no `{constructor}` of `{name}`: {error}", file=sys.stderr)
    return objects


def time_raise(function, arguments: tuple) -> float:
    """Nanoseconds of a call that raises, and of catching the exception."""
    statement = "try:\n    f(*a)\nexcept Exception:\n    pass"
    timer = timeit.Timer(statement, globals={"f": function, "a": arguments})
    return timer.timeit(NUMBER // 20) / (NUMBER // 20) * 1e9


def imported(path: str) -> object:
    """A library as a Python module, whose name is that of the file."""
    name = path.rpartition("/")[2].partition(".")[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def time_import(name: str, path: str) -> float:
    """Nanoseconds of an import, in a process of its own. For `tvm_ffi`, that of the package is a part of it."""
    paths = json.dumps({"name": path.rpartition("/")[2].partition(".")[0], "folder": path.rpartition("/")[0], "path": path})
    statement = "__import__(p['name'])" if name in IMPORTED else "__import__('tvm_ffi').load_module(p['path'])"
    program = (f"import sys, time; p = {paths}; sys.path.insert(0, p['folder'])\n"
               f"start = time.perf_counter_ns(); {statement}; print(time.perf_counter_ns() - start)")
    return float(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout)


def functions_of(module: object) -> dict:
    """The functions that are called, by name. A peer may lack some."""
    get = module.get_function if isinstance(module, tvm_ffi.Module) else lambda name: getattr(module, name)
    functions = {}
    for _, name, _ in (*CALLS, *RAISES):
        try:
            functions[name] = get(name)
        except AttributeError:
            pass
    return functions


def takes(name: str, label: str, arguments: object) -> bool:
    """Whether a peer takes such arguments: `tvm_ffi` none by name, PyO3 no objects of `tvm_ffi` and of torch,
    nanobind no objects of `tvm_ffi`."""
    if isinstance(arguments, dict):
        return name in IMPORTED
    refused = {"pyo3": ("ffi.", "torch"), "nanobind": ("ffi.",)}.get(name, ())
    return not any(word in label for word in refused)


def main() -> None:
    rounds = int(sys.argv[1]) * BLOCKS
    paths = dict(argument.split("=", 1) for argument in sys.argv[2:])
    loaded = {name: imported(path) if name in IMPORTED else tvm_ffi.load_module(path) for name, path in paths.items()}
    modules = {name: functions_of(module) for name, module in loaded.items()}
    objects = objects_of({name: module for name, module in loaded.items() if name not in IMPORTED})
    samples: dict[str, dict[str, list[float]]] = {}
    for _ in range(rounds // BLOCKS * 2):
        for name, path in paths.items():
            samples.setdefault("import", {}).setdefault(name, []).append(time_import(name, path))
    for _ in range(rounds):
        for label, constructor, expression in OBJECTS:
            for name in modules:
                if (name, constructor) in objects:
                    value = time_expression(expression, objects[name, constructor])
                    samples.setdefault(label, {}).setdefault(name, []).append(value)
        for label, expression in MODULES:
            for name in filter(IMPORTED.__contains__, loaded):
                module = loaded[name]
                names = {"m": module, "x": module.Item(1), "y": module.Item(1), **VALUES}
                value = timeit.Timer(expression, globals=names).timeit(NUMBER) / NUMBER * 1e9
                samples.setdefault(label, {}).setdefault(name, []).append(value)
        for label, function, arguments in CALLS:
            for name, functions in modules.items():
                if function in functions and takes(name, label, arguments):
                    converts = label in TO_NUMPY and name not in IMPORTED
                    value = time_call(functions[function], arguments, "np.from_dlpack({})" if converts else "{}")
                    samples.setdefault(label, {}).setdefault(name, []).append(value)
        for label, function, arguments in RAISES:
            for name, functions in modules.items():
                if function in functions:
                    value = time_raise(functions[function], arguments)
                    samples.setdefault(label, {}).setdefault(name, []).append(value)
    json.dump({label: {name: min(v) for name, v in row.items()} for label, row in samples.items()},
              sys.stdout)


if __name__ == "__main__":
    main()
