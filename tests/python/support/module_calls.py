"""Calls of the module `e2e_kernels` with each form of argument and result, for tests that repeat them.

As a program, it checks that no call changes the number of references: `python module_calls.py FOLDER [SITE_PACKAGES]`. It needs no
package, so every version of Python can run it; `sys.gettotalrefcount` of a debug build counts all references but those in packages whose
compiled code is for other builds.
"""

from __future__ import annotations

import gc
import sys
from types import ModuleType
from typing import Any, Callable, Dict

Calls = Dict[str, Callable[[], Any]]

TEXT = "a text that does not fit the value itself"


def plain_calls(module: ModuleType) -> Calls:
    """List the calls that need no package."""
    numbers = [10**6 + index for index in range(40)]
    return {
        "numbers": lambda: (module.add(10**6, 2**40), module.nothing(), module.id_bool(True), module.id_f64(2.5)),
        "short text": lambda: (module.id_str("é"), module.id_bytes(b"ab")),
        "long text": lambda: (module.id_str(TEXT), module.id_string(TEXT), module.id_bytes(TEXT.encode())),
        "sequences": lambda: (module.sum_of_vec(numbers[:8]), module.sum_of_vec(tuple(numbers))),
        "names": lambda: (module.named(first=1, fourth=TEXT), module.named(1, **{"".join(["thi", "rd"]): 5})),
        "many arguments": lambda: module.many(j=1.5, k="k", **dict(zip("abcdefghi", range(1, 10)))),
        "no GIL": lambda: module.sleep_released(0.0),
    }


def native_calls(module: ModuleType) -> Calls:
    """List the calls that need the package `tvm_ffi`, but convert nothing with it."""
    import tvm_ffi

    item, function = module.item_new(3), tvm_ffi.convert(lambda a, b: a + b)
    return {
        "an error": lambda: refused(lambda: module.parse_i32(TEXT), ValueError),
        "a wrong type": lambda: refused(lambda: module.add(TEXT, 1), TypeError),
        "a wrong name": lambda: refused(lambda: module.named(TEXT, second=TEXT, seventh=1), TypeError),
        "copies": lambda: (module.gil_with_any(TEXT), module.gil_with_any([TEXT, 1, None, b"bytes that are long"])),
        "objects": lambda: (module.item_value(item), module.gil_with_any([item, item]), module.gil_with_any(item)),
        "a function": lambda: module.call_named(function),
    }


def other_calls(module: ModuleType) -> Calls:
    """List the calls that `tvm_ffi` makes, or whose results it converts."""
    import tvm_ffi

    item, array = module.item_new(3), tvm_ffi.Array([1, 2])
    return {
        "copies and results": lambda: module.keep_values(TEXT, [TEXT, 1, None, b"bytes that are long"]),
        "objects and results": lambda: (module.id_any(item), module.item_vec([item, item])),
        "containers": lambda: (module.id_array(array), module.id_array([1, 2]), module.look_up({TEXT: 1}, TEXT)),
        "functions": lambda: module.call_named(lambda a, b: a, b=3),
        "large integers": lambda: refused(lambda: module.add(1 << 70, 1), TypeError, ValueError, OverflowError),
        "no such text": lambda: refused(lambda: module.id_str("\ud800"), UnicodeEncodeError),
        "an error in a callback": lambda: refused(lambda: module.call_named({}.__getitem__), TypeError),
        "no attribute": lambda: refused(lambda: module.no_such_attribute, AttributeError),
        "a class": lambda: module.Item,
    }


def refused(call: Callable[[], Any], *expected: type[Exception]) -> None:
    """Make a call that has to raise."""
    try:
        call()
    except expected:
        return
    raise AssertionError("nothing was raised")


def repeat(calls: Calls, times: int) -> None:
    """Make all calls, many times."""
    for call in calls.values():
        for _ in range(times):
            call()


def main() -> None:
    """Check the number of references, or only that the calls work where Python does not count them."""
    sys.path[:0] = [sys.argv[1]]
    sys.path += sys.argv[2:]
    import e2e_kernels  # type: ignore[import-not-found]

    count = getattr(sys, "gettotalrefcount", lambda: 0)
    calls = plain_calls(e2e_kernels)
    if len(sys.argv) > 2:
        calls.update(native_calls(e2e_kernels))
    for name, call in calls.items():
        counts = []
        for _ in range(3):
            repeat({name: call}, 200)
            gc.collect()
            counts.append(count())
        grown = counts[-1] - counts[-2]
        assert grown < 100, f"{name}: {grown} references more after 200 calls"
    print("counted" if count() else "called")


if __name__ == "__main__":
    main()
