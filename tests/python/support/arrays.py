"""Arrays in each of the forms in which they arrive, and in layouts of every kind."""

from __future__ import annotations

from typing import Any, Callable

from .package import np, tvm_ffi

# Calls a function with arguments whose arrays take one form.
Caller = Callable[..., Any]


def call_plain(mod: tvm_ffi.Module, name: str, *args: Any) -> Any:
    """Pass NumPy arrays as they are: Python wraps each in a new tensor object."""
    return mod[name](*args)


def call_objects(mod: tvm_ffi.Module, name: str, *args: Any) -> Any:
    """Pass tensor objects."""
    return mod[name](*(tvm_ffi.from_dlpack(arg) if isinstance(arg, np.ndarray) else arg for arg in args))


def call_lent(mod: tvm_ffi.Module, name: str, *args: Any) -> Any:
    """Pass what a callback was lent, which arrives as a `DLTensor*`."""
    outcome: list[Any] = []

    def call(lent: list[Any], rest: list[Any]) -> None:
        if not rest:
            try:
                outcome.append((mod[name](*lent), None))
            # It is raised below: not through the callbacks, which would change it.
            except Exception as error:  # noqa: BLE001
                outcome.append((None, error))
        elif isinstance(rest[0], np.ndarray):
            mod.lend(rest[0], lambda tensor: call([*lent, tensor], rest[1:]))
        else:
            call([*lent, rest[0]], rest[1:])

    call([], list(args))
    [(result, error)] = outcome
    if error is not None:
        raise error
    return result


CALLERS: dict[str, Caller] = {"numpy": call_plain, "object": call_objects, "lent": call_lent}

COUNTED = np.arange(24, dtype=np.float64)
MATRIX = COUNTED.reshape(4, 6)

# Two dimensions, any strides.
MATRICES = {
    "contiguous": MATRIX,
    "transposed": MATRIX.T,
    "fortran order": np.asfortranarray(MATRIX),
    "rows": MATRIX[1:3],
    "every other row": MATRIX[::2],
    "columns": MATRIX[:, 1:4],
    "every third column": MATRIX[:, ::3],
    "rows reversed": MATRIX[::-1],
    "columns reversed": MATRIX[:, ::-1],
    "both reversed and transposed": MATRIX[::-1, ::-1].T,
    "one row": MATRIX[2:3],
    "one column": MATRIX[:, 2:3],
    "one element": MATRIX[3:, 5:],
    "expanded row": np.broadcast_to(COUNTED[:6], (4, 6)),
    "expanded column": np.broadcast_to(COUNTED[:4, None], (4, 6)),
    "expanded number": np.broadcast_to(COUNTED[7:8], (4, 6)),
    "windows": np.lib.stride_tricks.sliding_window_view(COUNTED, 5),
    "diagonal blocks": np.lib.stride_tricks.as_strided(COUNTED, (3, 2), (56, 8)),
    "no rows": MATRIX[:0],
    "no columns": MATRIX[:, :0],
    "nothing of a reversed one": MATRIX[::-1, 6:],
}


def writeable(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the same memory and layout, to be exported: NumPy exports no array that may not be written."""
    if array.flags.writeable:
        return array
    view = np.lib.stride_tricks.as_strided(
        COUNTED[(array.ctypes.data - COUNTED.ctypes.data) // 8 :], array.shape, array.strides
    )
    assert view.flags.writeable and np.array_equal(view, array)
    return view


def misaligned(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Copy into memory whose address is one more than a multiple of 64."""
    memory = np.zeros(array.nbytes + 65, np.uint8)
    start = -memory.ctypes.data % 64 + 1
    copy = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy
