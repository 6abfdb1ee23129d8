"""Import the quickstart library and call each of its functions.

Usage: python run.py <path of the library>
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
import traceback
from types import ModuleType

import numpy as np


def import_library(path: str) -> ModuleType:
    """Import the library under the name that cargo gives it. Linked or copied to `quickstart.so`, it is a plain `import quickstart`."""
    loader = importlib.machinery.ExtensionFileLoader("quickstart", path)
    spec = importlib.util.spec_from_loader("quickstart", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    mod = import_library(sys.argv[1])

    print("add_one(41)                 =", mod.add_one(41))

    # Callers may omit arguments with a default.
    print("greet('world')              =", mod.greet("world"))
    print("greet('world', '?')         =", mod.greet("world", "?"))
    print("greet(name='world')         =", mod.greet(name="world"))

    # The array is not copied: Rust reads the memory that NumPy owns.
    x = np.arange(5, dtype=np.float32)
    print("sum_f32([0 1 2 3 4])        =", mod.sum_f32(x))

    # A lambda is passed to Rust, and a Rust closure is returned to Python.
    print("apply(square, [1, 2, 3])    =", list(mod.apply(lambda n: n * n, [1, 2, 3])))
    counter = mod.make_counter(10)
    print("counter(1), counter(5)      =", [counter(1), counter(5)])

    print("parse_port('8080')          =", mod.parse_port("8080"))

    print()
    print("parse_port('http') raises, and the traceback has the line in Rust:")
    try:
        mod.parse_port("http")
    except ValueError:
        traceback.print_exc(file=sys.stdout)

    print()
    print("A wrong argument raises before the function runs:")
    try:
        mod.sum_f32(x.astype(np.float64))
    except TypeError as error:
        print(f"TypeError: {error}")


if __name__ == "__main__":
    main()
