"""Nanoseconds per call from Python: run as a program, prints JSON.

    pycalls.py ROUNDS name=library.so ...

Rounds alternate between the libraries, so that a change of the machine's speed meets all alike.
"""

import json
import sys
import timeit
from statistics import median

import numpy as np
import tvm_ffi

MATRICES = tuple(np.zeros(shape, np.float32) for shape in ((4, 6), (6, 8), (4, 8)))
LONG = ("the quick brown fox jumps over ", "the lazy dog and runs far away")
# (label, exported function, arguments)
CALLS = (
    ("noop()", "noop", ()),
    ("add_one(41)", "add_one", (41,)),
    ("add3(1.5, 2.5, 3)", "add3", (1.5, 2.5, 3)),
    ("concat short", "concat", ("abc", "def")),
    ("concat long", "concat", LONG),
    ("sum(list of 8)", "sum", ([1, 2, 3, 4, 5, 6, 7, 8],)),
    ("sum(ffi.Array of 8)", "sum", (tvm_ffi.Array([1, 2, 3, 4, 5, 6, 7, 8]),)),
    ("check3(3 NumPy arrays)", "check3", MATRICES),
    ("check3(3 tvm_ffi.Tensor)", "check3", tuple(tvm_ffi.from_dlpack(matrix) for matrix in MATRICES)),
)
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
NUMBER = 20_000


def time_call(function, arguments: tuple) -> float:
    """Nanoseconds of one call; arguments are spelled out, so that no tuple is unpacked each time."""
    names = {f"a{i}": value for i, value in enumerate(arguments)}
    timer = timeit.Timer(f"f({', '.join(names)})", globals={"f": function, **names})
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


def main() -> None:
    rounds = int(sys.argv[1])
    modules = {name: tvm_ffi.load_module(path) for name, path in (a.split("=", 1) for a in sys.argv[2:])}
    objects = objects_of(modules)
    samples: dict[str, dict[str, list[float]]] = {}
    for _ in range(rounds):
        for label, constructor, expression in OBJECTS:
            for name in modules:
                if (name, constructor) in objects:
                    value = time_expression(expression, objects[name, constructor])
                    samples.setdefault(label, {}).setdefault(name, []).append(value)
        for label, function, arguments in CALLS:
            for name, module in modules.items():
                value = time_call(module.get_function(function), arguments)
                samples.setdefault(label, {}).setdefault(name, []).append(value)
        for label, function, arguments in RAISES:
            for name, module in modules.items():
                value = time_raise(module.get_function(function), arguments)
                samples.setdefault(label, {}).setdefault(name, []).append(value)
    json.dump({label: {name: median(v) for name, v in row.items()} for label, row in samples.items()},
              sys.stdout)


if __name__ == "__main__":
    main()
