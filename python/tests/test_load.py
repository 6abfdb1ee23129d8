"""`load`: functions of a library with keywords, outputs, arrays of any kind, and guards."""

import array
import collections
import copy
import importlib
import inspect
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import tvm_ffi

import tvm_ffi_rs
from tvm_ffi_rs import _frameworks, _library
from tvm_ffi_rs._manifest import Export
from tvm_ffi_rs._wrapper import wrapper


@pytest.fixture(scope="module")
def cpu(library_path):
    """A library without `python_module!`."""
    return tvm_ffi_rs.load(library_path("cpu-kernels"))


@pytest.fixture(scope="module")
def e2e(library_path):
    """A library that is a Python module."""
    return tvm_ffi_rs.load(str(library_path("e2e-kernels")))


@pytest.fixture
def x():
    return np.arange(6, dtype="float32").reshape(2, 3)


@pytest.fixture
def w():
    return np.array([1, 2, 3], dtype="float32")


def expected_norm(x, w, eps=1e-6):
    return x / np.sqrt((x.astype(float) ** 2).mean(axis=1, keepdims=True) + eps) * w


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


class Tensor:
    """A tensor of another framework."""

    shape, dtype = (2, 3), "float32"

    def __dlpack__(self, **_):
        raise AssertionError("it took the direct path")

    def __dlpack_device__(self):
        return (1, 0)


class Parameter(Tensor):
    """A subclass of it."""


def pretend(monkeypatch, library, framework, name):
    """Make `Tensor` the class of a framework, with functions that return their arguments."""
    monkeypatch.setattr(_frameworks, "_known", {})
    monkeypatch.setitem(sys.modules, framework, type(sys)(framework))
    setattr(sys.modules[framework], name, Tensor)
    functions = {export: lambda *args, **names: (framework, args, names) for export in library._manifest.exports}
    monkeypatch.setitem(library.__dict__, framework, functions)


def test_a_function_has_keywords_a_signature_and_a_doc(cpu, x, w):
    assert str(inspect.signature(cpu.rms_norm)) == "(x, weight, eps=1e-06, *, out=None)"
    assert cpu.rms_norm.__doc__.startswith(cpu.raw.get_function_doc("rms_norm"))
    np.testing.assert_allclose(cpu.rms_norm(weight=w, x=x, eps=0.5), expected_norm(x, w, 0.5), rtol=1e-6)
    with pytest.raises(TypeError, match="unexpected keyword argument 'epsilon'"):
        cpu.rms_norm(x, w, epsilon=1)
    assert "out_ = _empty((x.shape[0], x.shape[1]), x.dtype)" in inspect.getsource(cpu.rms_norm)
    assert cpu.rms_norm is cpu["rms_norm"] is tvm_ffi_rs.load(cpu._file).rms_norm


def test_every_export_has_a_wrapper(cpu, e2e):
    for library in (cpu, e2e):
        for name, export in library._manifest.exports.items():
            made = library[name]
            if not export.packed:
                shown = [one.name for one in inspect.signature(made).parameters.values()]
                assert len(shown) == len(export.inputs) + bool(export.outputs)


def test_outputs_are_allocated(cpu, x, w):
    y = cpu.rms_norm(x, w)
    assert type(y) is np.ndarray and y.dtype == "float32"
    np.testing.assert_allclose(y, expected_norm(x, w), rtol=1e-6)
    assert cpu.rms_norm(x.astype(float), w.astype(float)).dtype == "float64"
    rows, row_max = cpu.softmax(x)
    np.testing.assert_allclose(rows.sum(axis=1), [1, 1], rtol=1e-6)
    assert row_max.tolist() == [2, 5]


def test_shapes_with_packs_and_expressions(e2e):
    assert e2e.row_sums(np.ones((2, 3, 4))).tolist() == [[4, 4, 4], [4, 4, 4]]
    assert e2e.row_sums(np.ones(4)).tolist() == 4
    assert e2e.pad(np.ones(3), 2).shape == (7,)
    assert e2e.gather(np.eye(3, dtype="float32"), np.array([2, 0])).tolist() == [[0, 0, 1], [1, 0, 0]]


def test_outputs_are_taken(cpu, x, w):
    out = np.empty_like(x)
    assert cpu.rms_norm(x, w, out=out) is out
    assert cpu.rms_norm(x, w, out=(out,)) is out
    given = (np.empty_like(x), np.empty(2, "float32"))
    taken = cpu.softmax(x, out=given)
    assert taken[0] is given[0] and taken[1] is given[1]
    rows, row_max = cpu.softmax(x, out=[given[0], None])
    assert rows is given[0] and row_max.tolist() == [2, 5]
    with pytest.raises(TypeError, match="`out` has 1 arrays, expected 2: `out`, `row_max`"):
        cpu.softmax(x, out=out)
    with pytest.raises(ValueError, match=r"argument #2 `out`: shape\[1\] is 2, expected d = 3"):
        cpu.rms_norm(x, w, out=np.empty((2, 2), "float32"))


def test_outputs_that_begin_with_zeros_are_cleared(e2e):
    dy, x, factors = np.ones((3, 2)), np.arange(6.0).reshape(3, 2), np.ones(3)
    expected = x.sum(axis=1)
    _, made = e2e.pairs.scale_rows_bwd(dy, x, factors)
    assert made.tolist() == expected.tolist()
    for given in (np.full(3, 5.0), np.full((3, 2), 5.0)[:, 0].copy(), tvm_ffi.from_dlpack(np.full(3, 5.0))):
        for _ in range(2):
            _, taken = e2e.pairs.scale_rows_bwd(dy, x, factors, out=(None, given))
            assert taken is given and np.from_dlpack(given).tolist() == expected.tolist()
    # An array that the call refuses, because it is an input too, keeps its elements.
    with pytest.raises(ValueError, match="overlap|share"):
        e2e.pairs.scale_rows_bwd(dy, x, factors, out=(None, factors))
    assert factors.tolist() == [1, 1, 1]
    with pytest.raises(BufferError, match="is read-only, and the function writes it"):
        e2e.pairs.scale_rows_bwd(dy, x, factors, out=(None, read_only(expected)))


def test_an_output_of_unknown_shape_has_to_be_given(cpu, x):
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'out'"):
        cpu.top_k(x)
    values, indices = cpu.top_k(x, out=(np.empty((2, 1), "float32"), np.empty((2, 1), "int64")))
    assert (values.tolist(), indices.tolist()) == ([[2], [5]], [[2], [2]])
    with pytest.raises(TypeError, match="`indices` is not known before the call"):
        cpu.top_k(x, out=(values, None))


def made_from(calls, *params, **kernel):
    """The wrapper of an export that notes its arguments."""
    export = Export.of("f", {"params": list(params), **kernel})
    call = lambda *args: calls.append(args)  # noqa: E731
    return wrapper(export, call, lambda framework: pytest.fail(framework), module="m", qualname="f")


def tensor(name, *shape, role="in", dtype="float32", **more):
    return {"name": name, "kind": "tensor", "role": role, "shape": list(shape), "dtype": dtype, **more}


def test_saved_zeroed_and_returned_outputs():
    calls = []
    saved = tensor("s", "n", role="out", saved=True)
    zeroed = tensor("z", "n", 2, role="out", init="zero", dtype="int64")
    made = made_from(calls, tensor("x", "n"), saved, zeroed, result={"schema": {"type": "int"}})
    x, given = np.ones(3, "float32"), np.ones((3, 2), "int64")
    z, result = made(x)
    assert z.tolist() == [[0, 0]] * 3 and result is None
    assert calls[0][1].shape == (3,) and calls[0][2] is z
    assert made(x, out=given)[0] is given and calls[1][1].shape == (3,) and calls[1][2] is given


def test_only_saved_outputs_are_no_result():
    calls = []
    made = made_from(calls, tensor("x", "n"), tensor("s", "n", role="out", saved=True), result={"schema": {"type": "None"}})
    assert made(np.ones(3, "float32")) is None and calls[0][1].shape == (3,)


def test_names_of_parameters_do_not_hide_what_a_wrapper_uses():
    calls = []
    names = ("_array", "type", "isinstance", "__call", "out", "error")
    made = made_from(calls, *(tensor(name, "n") for name in names), tensor("y", "n", role="out"), result={"schema": {"type": "None"}})
    x = np.ones(3, "float32")
    assert str(inspect.signature(made)) == f"({', '.join(names)}, *, out_=None)"
    assert made(*[x] * 6).shape == (3,) and len(calls[0]) == 7


def test_an_output_of_ml_dtypes(cpu, x, w):
    x, w = x.astype(ml_dtypes.bfloat16), w.astype(ml_dtypes.bfloat16)
    y = cpu.rms_norm(x, w)
    assert y.dtype == ml_dtypes.bfloat16
    np.testing.assert_allclose(y.astype(float), expected_norm(x, w.astype(float)), rtol=0.01)
    assert cpu.rms_norm(read_only(x), w, out=y) is y


def test_results_are_arrays_also_in_containers(e2e, x):
    odd = e2e.evens_and_odds(np.arange(4))
    assert type(odd) is tuple and [one.tolist() for one in odd] == [[0, 2], [1, 3]]
    rows = e2e.split_rows(x)
    assert type(rows) is list and all(type(row) is np.ndarray for row in rows)
    assert type(e2e.zeros("float32", [2])) is np.ndarray and e2e.zeros("float32", [2]).flags.writeable
    assert e2e.zeros("bfloat16", [2]).dtype == ml_dtypes.bfloat16
    assert e2e.positives(np.array([-1.0])) is None
    identity = tvm_ffi.convert(lambda value: value)
    made = wrapper(Export.of("f", {"params": [{"name": "x", "schema": {"type": "Any"}}]}), identity, None, module="m", qualname="f")
    found = made({"a": [x, 1], "b": (2,)})
    assert type(found["a"][0]) is np.ndarray and found["a"][1] == 1 and list(found["b"]) == [2]
    assert made(3) == 3 and made("text") == "text"


def test_tensors_of_tvm_ffi_stay_tensors(cpu, e2e, x, w):
    y = cpu.rms_norm(*map(tvm_ffi.from_dlpack, (x, w)))
    assert type(y) is tvm_ffi.Tensor
    np.testing.assert_allclose(np.from_dlpack(y), expected_norm(x, w), rtol=1e-6)
    assert type(e2e.id_tensor(y)) is tvm_ffi.Tensor


def test_read_only_arrays_are_inputs_only(cpu, e2e, x, w):
    np.testing.assert_allclose(cpu.rms_norm(read_only(x), w), expected_norm(x, w), rtol=1e-6)
    for out, name in ((read_only(x), "#2 `out`"), ((read_only(x),), "#2 `out`")):
        with pytest.raises(BufferError, match=f"rms_norm: argument {name} is read-only, and the function writes it"):
            cpu.rms_norm(x, w, out=out)
    with pytest.raises(BufferError, match="rms_norm_: argument #0 `x` is read-only"):
        cpu.rms_norm_(read_only(x), w)
    # The function may keep the tensor, so it gets a copy.
    kept = read_only(x)
    assert not np.shares_memory(e2e.id_tensor(kept), kept)
    assert np.shares_memory(e2e.id_tensor(x), x)


def test_arrays_that_a_function_would_misread_are_refused(cpu, x, w):
    for array, message in (
        (x.astype(">f4"), r"has bytes in another order \(>f4\): pass `.astype\('float32'\)`"),
        (np.ma.masked_array(x), "is a masked array"),
        (x.astype("datetime64[s]"), r"has the dtype datetime64\[s\], which tensors do not have"),
        (x.astype(object), "has the dtype object"),
    ):
        with pytest.raises(TypeError, match=f"rms_norm: argument #0 `x` {message}"):
            cpu.rms_norm(array, w)
        with pytest.raises(TypeError, match=f"rms_norm: argument #1 `weight` {message}"):
            cpu.rms_norm(x, array[0])


def test_what_is_not_an_array_is_an_error_of_the_library(cpu, x, w):
    for value, found in ((np.float32(1), "float"), ("text", "str"), ([1.0], "Array"), (None, "None")):
        with pytest.raises(TypeError, match=f"rms_norm: argument #0 `x`: expected Tensor, got {found}"):
            cpu.rms_norm(value, w)
    with pytest.raises(ValueError, match="rms_norm: argument #0 `x`: ndim is 1, expected 2"):
        cpu.rms_norm(w, w)
    with pytest.raises(ValueError, match=r"`weight`: shape\[0\] is 2, expected d = 3"):
        cpu.rms_norm(x, w[:2])
    # Layout is the function's to refuse: a copy would cost what the caller does not see.
    with pytest.raises(ValueError, match="argument #0 `x`"):
        cpu.rms_norm(np.ones((3, 2), "float32").T, w)


def test_a_buffer_error_of_the_function_is_not_a_reason_to_call_again(x):
    calls = []

    def fail(*args):
        calls.append(args)
        raise BufferError("full")

    export = Export.of("f", {"params": [tensor("x", "n", "d")]})
    made = wrapper(export, fail, None, module="m", qualname="f")
    with pytest.raises(BufferError, match="full"):
        made(x)
    assert len(calls) == 1


@pytest.mark.parametrize(("framework", "name"), [("torch", "Tensor"), ("jax", "Array")])
def test_arrays_of_a_framework_take_its_path(monkeypatch, cpu, e2e, framework, name, w):
    pretend(monkeypatch, cpu, framework, name)
    pretend(monkeypatch, e2e, framework, name)
    for one in (Tensor(), Parameter()):
        assert cpu.rms_norm(one, w) == (framework, (one, w, 1e-6), {})
        if framework == "torch":
            assert cpu.rms_norm(one, w, out=w) == (framework, (one, w, 1e-6), {"out": w})
        else:
            with pytest.raises(TypeError, match="arrays of JAX cannot change: leave out `out`"):
                cpu.rms_norm(one, w, out=w)
        assert e2e.id_vec_tensor([one]) == (framework, ([one],), {})
        assert e2e.id_any(one) == (framework, (one,), {})


def test_tensors_of_torch_never_take_the_direct_path(monkeypatch, cpu, x):
    pretend(monkeypatch, cpu, "torch", "Tensor")
    for arguments, out in (((x, Tensor()), None), ((x, x[0]), Tensor()), ((x, x[0]), (Tensor(),))):
        with pytest.raises(TypeError, match=r"argument #[12] `\w+` is a torch.Tensor, and the first array is not"):
            cpu.rms_norm(*arguments, out=out)


def test_arrays_of_jax_are_read_only(monkeypatch, cpu, x, w):
    pretend(monkeypatch, cpu, "jax", "Array")
    with pytest.raises(TypeError, match="`out` is a jax.Array, which cannot change, and the function writes it"):
        cpu.rms_norm(x, w, out=Tensor())


def test_defaults_that_only_the_library_knows(cpu, e2e):
    assert e2e.named(1) == "1 2 4 none" and e2e.named(1, fourth="x") == "1 2 4 x"
    export = e2e._manifest.exports["named"]
    made = wrapper(export, e2e.raw.named, None, module="m", qualname="named")
    assert str(inspect.signature(made)) == "(first, second=2, third=Ellipsis, fourth='none')"
    assert made(1) == "1 2 4 none" and made(1, 2, 7, "x") == "1 2 7 x"
    with pytest.raises(TypeError, match="named: pass `third` too, since `fourth` is passed: only the library knows its default"):
        made(1, fourth="x")


def test_names_that_python_does_not_have(e2e):
    assert e2e.math.halve(3.0) == 1.5 and e2e["math.halve"](3.0) == 1.5
    assert "halve" in dir(e2e.math) and {"math", "raw", "torch", "jax"} <= set(dir(e2e))
    for find, name in ((lambda: e2e.absent, "absent"), (lambda: e2e.math.absent, "absent")):
        with pytest.raises(AttributeError, match=name):
            find()
    with pytest.raises(KeyError, match="exports no 'absent'"):
        e2e["absent"]


def test_nothing_is_wrapped_twice(e2e):
    assert e2e.named is e2e._imported.named
    assert not hasattr(e2e.named, "__code__") and hasattr(e2e.row_sums, "__code__")


def test_classes_are_those_of_the_module(e2e):
    name = next(iter(e2e._classes.names))
    assert getattr(e2e, name) is getattr(e2e._imported, name)


def test_names_and_classes_without_a_python_module(library_path):
    script = f"""if True:
        import sys
        import tvm_ffi_rs
        from tvm_ffi_rs import _python_module
        module = _python_module.import_file(tvm_ffi_rs._library.Path({str(library_path("e2e-kernels"))!r}))
        _python_module.is_python_module = lambda raw: False
        library = tvm_ffi_rs.load({str(library_path("e2e-kernels"))!r})
        names = set(dir(library)) - {{"raw", "torch", "jax"}}
        assert names <= set(dir(module)), names - set(dir(module))
        counter = library.Counter(count=5)
        assert counter.count == 5
        for name in library._classes.names:
            assert getattr(library, name).__name__ == getattr(module, name).__name__, name
    """
    run(script)


def run(script, **variables):
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    subprocess.run([sys.executable, "-c", script], check=True, env={**os.environ, "PYTHONPATH": paths, **variables})


@pytest.fixture
def package(tmp_path, monkeypatch, library_path):
    """A package over a library, as `tvm-ffi-stubs --loader` writes it, and a library that is a module itself."""
    cpu, e2e = library_path("cpu-kernels"), library_path("e2e-kernels")
    (tmp_path / "kernels.py").write_text(
        "import tvm_ffi_rs as _tvm_ffi_rs\n"
        "_library = _tvm_ffi_rs.load_beside(__name__, __file__, 'cpu_kernels')\n"
        "__getattr__, __dir__ = _library.__getattr__, _library.__dir__\n"
    )
    # On Windows a symbolic link would need a privilege.
    link = os.link if sys.platform == "win32" else os.symlink
    link(cpu, tmp_path / cpu.name)
    link(e2e, tmp_path / f"e2e_kernels{'.pyd' if sys.platform == 'win32' else '.so'}")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield tmp_path
    for name in ("kernels", "e2e_kernels"):
        sys.modules.pop(name, None)


def test_functions_of_packages_are_pickled_by_name(package, x, w):
    kernels = importlib.import_module("kernels")
    library = tvm_ffi_rs.load("kernels")
    assert library.rms_norm is kernels.rms_norm and kernels.rms_norm.__module__ == "kernels"
    assert pickle.loads(pickle.dumps(kernels.rms_norm)) is kernels.rms_norm
    assert copy.deepcopy(kernels.rms_norm) is kernels.rms_norm
    of_module = tvm_ffi_rs.load("e2e_kernels")
    assert of_module._imported is sys.modules["e2e_kernels"]
    for function in (of_module.row_sums, of_module.named):
        assert pickle.loads(pickle.dumps(function)) is function
    pickled = pickle.dumps((kernels.rms_norm, of_module.row_sums, of_module.named))
    run(
        f"import pickle, numpy; n, s, f = pickle.loads({pickled!r}); print(n(numpy.ones((2, 3)), numpy.ones(3)), s(numpy.ones(3)), f(1))",
        PYTHONPATH=os.pathsep.join([str(package), str(Path(__file__).parents[1])]),
    )


def test_a_module_that_is_not_a_library():
    with pytest.raises(ImportError, match="the module `json` is not a library of kernels"):
        tvm_ffi_rs.load("json")
    with pytest.raises(FileNotFoundError):
        tvm_ffi_rs.load("no/such/file.so")


def test_a_crate_that_is_built_for_rust_only_is_named(tmp_path):
    name = _library.file_name("kernels")
    with pytest.raises(FileNotFoundError, match="directory: '"):
        tvm_ffi_rs.load(tmp_path / name)
    (tmp_path / "libkernels.rlib").write_bytes(b"")
    with pytest.raises(FileNotFoundError, match=r'the crate is built for Rust only, as `libkernels.rlib`: add `crate-type = \["cdylib", "rlib"\]` to \[lib\]'):
        tvm_ffi_rs.load(tmp_path / name)


@pytest.mark.skipif(sys.platform == "win32", reason="compiles with cc")
def test_a_library_of_another_framework_has_raw_only(tmp_path):
    source = "int __tvm_ffi_one(void *self, const void *args, int n, int *result) { result[0] = 1; result[2] = 1; result[3] = 0; return 0; }"
    (tmp_path / "other.c").write_text(source)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(tmp_path / "libother.so"), str(tmp_path / "other.c")], check=True)
    library = tvm_ffi_rs.load(tmp_path / "libother.so")
    assert library.raw.one() == 1
    with pytest.raises(AttributeError, match="`libother.so` has no `tvm_ffi_manifest`.*call its functions through `.raw`"):
        library.one


def test_threads(library_path, x, w):
    library = tvm_ffi_rs._library.Library(library_path("cpu-kernels").absolute())
    results = []
    threads = [threading.Thread(target=lambda: results.append(library.rms_norm(x, w))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((one == results[0]).all() for one in results) and len(results) == 8


def test_other_sequences_and_dtypes_of_numpy():
    calls = []
    numbers = {"type": "ffi.Array", "args": [{"type": "int"}]}
    of_each = {
        "list": numbers,
        "shape": {"type": "ffi.Shape"},
        "pair": {"type": "Tuple", "args": [{"type": "int"}, {"type": "int"}]},
        "optional": {"type": "Optional", "args": [numbers]},
    }
    for name, schema in of_each.items():
        f = made_from(calls, {"name": name, "schema": schema}, tensor("x", "n"))
        x = np.ones(2, "float32")
        for value in (range(1, 3), collections.deque([1, 2]), array.array("q", [1, 2]), tvm_ffi.Shape((1, 2)), (1, 2)):
            f(value, x)
            assert list(calls[-1][0]) == [1, 2], (name, value)
        for value in ("12", b"12", 3, [1, 2], tvm_ffi.Array([1, 2])):
            f(value, x)
            assert calls[-1][0] == value
        with pytest.raises(TypeError, match=f"f: argument #0 `{name}` is a masked array, and a function would not see the mask"):
            f(np.ma.masked_array([1, 2], [True, False]), x)
    f = made_from(calls, {"name": "dtype", "schema": {"type": "DataType"}})
    for value, expected in ((np.float32, np.dtype("float32")), (ml_dtypes.bfloat16, np.dtype(ml_dtypes.bfloat16)), ("int8", "int8"), (float, float)):
        f(value)
        assert calls[-1] == (expected,)


def test_functions_of_a_path_are_pickled_by_it(cpu, e2e, x, w):
    for function in (cpu.rms_norm, e2e.row_sums, e2e.pairs.scale_rows):
        assert pickle.loads(pickle.dumps(function)) is function
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        np.testing.assert_allclose(pool.apply(cpu.rms_norm, (x, w)), expected_norm(x, w), rtol=1e-6)


def test_documentation_has_that_of_the_parameters():
    f = made_from([], {**tensor("x", "n"), "doc": "What is read,\nwhich is long."}, {"name": "eps", "doc": ""}, {**tensor("y", "n", role="out"), "doc": "The result."}, doc="It does.")
    assert f.__doc__ == "It does.\n\nArgs:\n    x: What is read,\n        which is long.\n\nReturns:\n    y: The result."
    assert made_from([]).__doc__ is None
