# Written by tvm-ffi-stubs. Changes will be lost.

from builtins import int as _int, list as _list
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NoReturn, Protocol, TypeAlias, final

# A tensor of any framework that knows DLPack: NumPy, PyTorch, JAX, CuPy, tvm_ffi.
class _Tensor(Protocol):
    def __dlpack_device__(self) -> tuple[Any, Any]: ...

# A tensor of the framework of the arguments, or an array of NumPy.
_SameTensor: TypeAlias = Any

# `numpy.dtype`, `torch.dtype`.
class _SizedDType(Protocol):
    @property
    def itemsize(self) -> _int: ...

# `tvm_ffi.dtype` is a `str`.
_DType: TypeAlias = str | _SizedDType

# `tvm_ffi.Device`.
class _Device(Protocol):
    @property
    def index(self) -> _int: ...
    @property
    def type(self) -> str: ...

_trie: TypeAlias = trie

class Counter:
    """Counts."""
    count: _int
    """How often."""
    @property
    def names(self) -> _list[str]: ...
    @names.setter
    def names(self, value: Iterable[str], /) -> None: ...
    # Python cannot construct it.
    def __init__(self, _: NoReturn, /) -> None: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def add(self, by: _int = 1) -> _int:
        """Counts one more."""
    @staticmethod
    def start(at: _int) -> Counter: ...
    def __len__(self) -> _int: ...
    def __call__(self) -> _int: ...
    def __eq__(self, other: Any) -> bool:
        """Python has its own."""

class Summary:
    def __init__(self, a: _int, in_: _int, /, b: _int) -> None: ...
    def describe(self) -> str: ...

@final
class stats_Mean(Summary):
    """The mean."""
    @property
    def total(self) -> float:
        """The sum.

        Of everything.
        """
    @property
    def trie(self) -> _trie | None: ...
    def __init__(self, start: float = 0.0, *, scale: float, **kwargs: Any) -> None:
        """Starts at a number.

        Args:
            start: The number.
        """
    def __lt__(self, other: Any, /) -> bool: ...
    def __le__(self, other: Any, /) -> bool: ...
    def __gt__(self, other: Any, /) -> bool: ...
    def __ge__(self, other: Any, /) -> bool: ...
    def merged(self, other: stats_Mean) -> stats_Mean: ...
    def describe(self) -> _int:
        """Hidden behind its parent's."""

class trie:
    """A class whose name a field has too."""
    def __init__(self) -> None: ...

class time_Mean:
    """Another mean."""
    # Python cannot construct it.
    def __init__(self, _: NoReturn, /) -> None: ...

class math_:
    class deep:
        @staticmethod
        def halve(x: float) -> float:
            """Two prefixes."""
    @staticmethod
    def list() -> _list[_trie]:
        """Hides a built-in type, one level down."""

def a_b() -> None:
    """No name in Python.

    Exported as `a-b`.
    """

def apply(f: Callable[[_int], float], lambda_: _int = 2, /) -> float:
    """Calls a function, which
    \"\"\"quotes\"\"\" and C:\\paths.

    Args:
        lambda: A keyword.
    """

def collect(*args: Any) -> _list[Any]:
    """Takes anything."""

def declared(n: _int, size: tuple[_int, _int]) -> tuple[_SameTensor, _int, _SameTensor]:
    """Args:
        size: [h, 3]

    Returns:
        [0]: Tensor([n, 2 * n], float32)
        [2]: Tensor([_], cuda)
    """

def import_() -> str:
    """Exported as `import`."""

def int(x: _int) -> _int:
    """Hides a built-in type."""

def math() -> None:
    """Has the name of a prefix."""

def rms_norm(
    x: _Tensor,
    weight: _Tensor | None = None,
    parts: Iterable[_Tensor] = ...,
    out: _Tensor = ...,
) -> _SameTensor:
    """Normalises each row.

    Args:
        x: Tensor([n, d], T, strides [_, 1], align 16). The rows.
        weight: Optional[Tensor([d], float32 | bfloat16, cpu | cuda)]
        parts: Array[Tensor([..], strided)]
        out: Tensor([_, _], T, cuda, out, zeroed, alias x)

    Dtypes:
        T: float32 | float64
    """

def zeros(
    shape: Iterable[_int],
    dtype: _DType = "float32",
    device: _Device | str = "cpu",
) -> _SameTensor: ...
