"""What happens to arguments before `tvm_ffi` converts them: some would crash it, others it does not take or changes."""

import array
import collections.abc
import functools
import sys
import weakref

# `tvm_ffi` needs some 500 bytes of the stack for each level, and threads may have small stacks.
DEEPEST = 200
# Before Python 3.10, an array is not registered as a sequence.
SEQUENCES = (collections.abc.Sequence, array.array)
# Types that refer to nothing.
PLAIN = frozenset([int, float, str, bytes, bytearray, bool, complex, type(None)])


class Refused(Exception):
    """The position of an argument, the kind of the error, and its message."""


class Kept:
    """An exception of a callback, in the error that `tvm_ffi` makes of it."""

    def __init__(self, exception):
        self.exception = exception


# Each `load_module` keeps some memory.
@functools.lru_cache(maxsize=None)
def keep(file):
    """Return the function that gives an error a context, or returns that of an error."""
    import tvm_ffi

    return tvm_ffi.load_module(file).get_function("_python_keep")


def original(file, raised):
    """Return the exception of a callback that `tvm_ffi` raises again as another one, or the same exception."""
    error = getattr(raised, "__tvm_ffi_error__", None)
    kept = None if error is None else keep(file)(error)
    # Each module has a class of this name.
    return kept.exception if type(kept).__name__ == "Kept" else raised


class Arguments:
    """The arguments of one call of the library in a file."""

    def __init__(self, file):
        self.file = file
        # Whether the module itself converts what has changed.
        self.is_native = True
        # NumPy does not resize an array with weak references.
        self.held = []
        self.core = sys.modules.get("tvm_ffi.core")
        self.numpy = sys.modules.get("numpy")
        self.masked = getattr(sys.modules.get("numpy.ma"), "MaskedArray", ())

    def prepare(self, arguments, wants):
        """Return the arguments for `tvm_ffi`."""
        prepared = []
        for index, (value, want) in enumerate(zip(arguments, wants)):
            try:
                sequences = 0 if want & 2 and not isinstance(value, dict) else want // 4
                prepared.append(self.one(value, sequences, want & 1, ()))
            except Refused as refused:
                raise Refused(index, *refused.args) from None
        return tuple(prepared)

    def one(self, value, sequences, has_dtypes, around):
        """Prepare a value inside of others, for a type with that many levels of sequences."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if any(value is outer for outer in around):
            raise Refused("ValueError", f"the {kind.__name__} contains itself")
        if len(around) > DEEPEST:
            raise Refused("ValueError", f"values are nested more than {DEEPEST} levels deep")
        if self.core is not None and self.is_object(value):
            return value
        if self.numpy is not None and isinstance(value, self.numpy.ndarray):
            return self.array(value)
        if any(hasattr(kind, name) for name in ("__dlpack__", "__dlpack_c_exchange_api__", "__cuda_stream__")):
            return value
        around = (*around, value)
        if isinstance(value, (list, tuple)):
            base = tuple if isinstance(value, tuple) else list
            return self.elements(value, base.__iter__(value), sequences - 1, has_dtypes, around)
        if isinstance(value, dict):
            self.is_native = False
            items = [item for pair in dict.items(value) for item in pair]
            changed = [self.one(item, sequences, has_dtypes, around) for item in items]
            same = kind is dict and all(a is b for a, b in zip(changed, items))
            return value if same else dict(zip(changed[::2], changed[1::2]))
        if isinstance(value, (int, float, str, bytes, bytearray)):
            return value
        if sequences > 0 and isinstance(value, SEQUENCES):
            return self.elements(value, tuple(value), sequences - 1, has_dtypes, around)
        self.is_native = False
        return self.other(value, kind, sequences, has_dtypes, around)

    def elements(self, value, elements, sequences, has_dtypes, around):
        """Prepare the elements of a sequence."""
        elements = tuple(elements)
        if type(value) in (list, tuple) and PLAIN.issuperset(map(type, elements)):
            return value
        changed = tuple(self.one(element, sequences, has_dtypes, around) for element in elements)
        same = type(value) in (list, tuple) and all(a is b for a, b in zip(changed, elements))
        return value if same else changed

    def other(self, value, kind, sequences, has_dtypes, around):
        """Prepare a value that only `tvm_ffi` converts."""
        if has_dtypes and self.numpy is not None and isinstance(value, type) and issubclass(value, self.numpy.generic):
            return self.numpy.dtype(value)
        if callable(value):
            return value if hasattr(kind, "__tvm_ffi_opaque_ptr__") else self.callback(value)
        if hasattr(kind, "__tvm_ffi_value__"):
            return self.one(value.__tvm_ffi_value__(), sequences, has_dtypes, around)
        if self.core is None:
            return value
        if isinstance(value, self.core.ObjectConvertible):
            return self.one(value.asobject(), sequences, has_dtypes, around)
        if isinstance(value, BaseException) and hasattr(value, "__tvm_ffi_error__"):
            self.is_object(value.__tvm_ffi_error__)
        return value

    def is_object(self, value):
        """Tell whether a value is an object of `tvm_ffi`, and refuse one that refers to nothing."""
        kind, core = type(value), self.core
        root = getattr(core, "CObject", core.Object)
        if isinstance(value, (core.ObjectRValueRef, core.PyNativeObject)):
            return True
        has_object = hasattr(kind, "__tvm_ffi_object__")
        if has_object and not isinstance(value, root):
            value = value.__tvm_ffi_object__()
        # A tensor that a callback gets refers to no object either, but to a tensor on the stack.
        if isinstance(value, root) and not isinstance(value, core.Tensor) and value.__chandle__() == 0:
            what = f"the {kind.__name__} refers to no object: it was moved, or its `__init__` was not called"
            raise Refused("ValueError", what)
        return isinstance(value, root) or has_object

    def array(self, value):
        """Look at an array of NumPy."""
        if isinstance(value, self.masked):
            what = "the array is masked, and its mask would be lost: pass `x.filled(...)` or `x.data`"
            raise Refused("TypeError", what)
        if not value.flags.writeable:
            raise Refused("BufferError", "the array is read-only, expected one that can be written")
        self.held.append(weakref.ref(value))
        return value

    def callback(self, function):
        """Return a function whose exceptions `tvm_ffi` keeps."""

        def call(*arguments):
            try:
                return function(*arguments)
            except BaseException as exception:
                carrier = self.carrier(exception)
            try:
                raise carrier
            finally:
                # Otherwise it and this frame refer to each other.
                del carrier

        return call

    def carrier(self, exception):
        """Return an exception of which `tvm_ffi` takes an error that keeps another exception."""
        traceback = exception.__traceback__.tb_next
        exception.__traceback__ = traceback
        try:
            import tvm_ffi

            error = getattr(exception, "__tvm_ffi_error__", None)
            if error is None:
                kind = tvm_ffi.core.ERROR_TYPE_TO_NAME.get(type(exception), "RuntimeError")
                error = tvm_ffi.core.Error(kind, str(exception), "")
            carrier = RuntimeError()
            carrier.__tvm_ffi_error__ = keep(self.file)(error, tvm_ffi.convert(Kept(exception)))
        except Exception:
            return exception
        return carrier.with_traceback(traceback)
