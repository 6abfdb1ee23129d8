"""The manifest as dataclasses, and shapes as Python."""

import inspect
import json

import pytest

from tvm_ffi_rs._manifest import Export, Manifest, RustDefault
from tvm_ffi_rs._shapes import checks, ndim, shape_function, shape_source, sources
from tvm_ffi_rs._signature import function, signature


class Array:
    def __init__(self, *shape):
        self.shape = shape


def tensor(name, *shape, role="in", **more):
    return {"name": name, "kind": "tensor", "role": role, "shape": list(shape), **more}


def integer(name, **more):
    return {"name": name, "kind": "scalar", "schema": {"type": "int"}, **more}


def export(*params, **more):
    return Export.of("f", {"params": list(params), **more})


def shape_of(made, *args):
    return shape_function(made, made.outputs[0].shape)(*args)


def test_keys_of_a_pair_are_read_and_unknown_ones_ignored():
    kernel = {
        "params": [
            tensor("dy", "n", grad="y", dtype="T", colour="red"),
            tensor("rstd", "n", role="out", saved=True, init="zero", dtype=["float32", "float64"]),
            {"name": "eps", "kind": "scalar", "default": 1e-6},
            {"name": "parts", "default": {"expr": "vec![]"}},
        ],
        "dtype_vars": {"T": ["float32", "float64"]},
        "backward_of": "f",
        "constant": ["mask"],
        "later": 1,
    }
    manifest = Manifest.parse(json.dumps({"v": 1, "exports": [{"name": "f_bwd", "kernel": kernel}], "objects": []}))
    made = manifest.exports["f_bwd"]
    dy, rstd, eps, parts = made.parameters
    assert (made.backward_of, made.constant, dy.grad, rstd.saved, dy.saved) == ("f", ("mask",), "y", True, False)
    assert made.variable(dy) == "T" and made.variable(rstd) is None
    assert made.dtypes(dy) == made.dtypes(rstd) == ("float32", "float64")
    assert made.outputs == (rstd,) and made.inputs == (dy, eps, parts)
    assert eps.default == 1e-6 and parts.default == RustDefault("vec![]") and not dy.has_default


def test_another_version_is_refused():
    with pytest.raises(ValueError, match="version 2, expected 1"):
        Manifest.parse('{"v": 2}')


def test_declared_results():
    one = export(result={"schema": {"type": "ffi.Tensor"}, "dtype": "float32", "shape": ["n"], "ndim": 1})
    several = export(result={"schema": {"type": "Tuple"}, "items": [{"dtype": "int64"}, None]})
    plain = export(result={"schema": {"type": "None"}})
    assert one.result.tensor.shape == ("n",) and one.result.items is None
    assert several.result.items[0].dtype == ("int64",) and several.result.items[1] is None
    assert plain.result.tensor is None and plain.result.is_none


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (["n", "d"], (2, 12)),
        (["2 * n - 1", 7], (3, 7)),
        (["(d % 5) // 2"], (1,)),
        (["-(n - d)"], (10,)),
        (["k", "k * n"], (5, 10)),
        (["*s", "d"], (3, 4, 12)),
        (["d", "*s"], (12, 3, 4)),
        (["h", "w"], (8, 9)),
        ([], ()),
    ],
)
def test_shapes_of_outputs(shape, expected):
    inputs = [tensor("x", "n", "*s", "d % 4"), integer("k"), {"name": "size", "kind": "container", "shape": ["h", "w"]}]
    made = export(*inputs, tensor("y", *shape, role="out"))
    assert shape_of(made, Array(2, 3, 4, 12), 5, (8, 9)) == expected


def test_a_symbol_is_not_taken_from_an_output():
    made = export(tensor("y", "n", role="out"), tensor("x", "m"))
    assert shape_source(made.outputs[0].shape, sources(made)) is None
    assert shape_function(made, ("_",)) is None and shape_function(made, ("*",)) is None


def test_a_symbol_comes_from_a_tensor_that_is_always_there():
    made = export(tensor("w", "n", optional=True), tensor("x", "n"), tensor("y", "n", role="out"))
    assert sources(made) == {"n": "x.shape[0]"}
    assert shape_of(made, None, Array(3)) == (3,)


def test_names_in_python_replace_those_of_parameters():
    made = export(tensor("lambda", "n"), tensor("y", "n", role="out"))
    assert sources(made, signature(made).names) == {"n": "lambda_.shape[0]"}
    assert shape_of(made, Array(4)) == (4,)


def test_checks_are_what_is_equal_and_what_is_a_multiple():
    made = export(tensor("x", "n", "d % 16", "*s"), tensor("w", "d", 3), tensor("z", "*s", "_"))
    found = [(one.parameter, one.axis, one.expected, one.is_multiple) for one in checks(made)]
    assert found == [
        ("x", "1", "16", True),
        ("w", "0", "x.shape[1]", False),
        ("w", "1", "3", False),
        ("z", ":-1", "x.shape[2:]", False),
    ]
    assert [ndim(one) for one in made.parameters] == [(2, True), (2, False), (1, True)]


def test_signatures():
    of = lambda *params, **more: signature(export(*params, **more), with_out=True).text  # noqa: E731
    eps = {"name": "eps", "default": 1e-6}
    assert of(tensor("x", "n"), tensor("y", "n", role="out"), eps) == "x, eps=1e-06, *, out=None"
    assert of(tensor("x", "n"), eps, {"name": "s", "default": "a'b"}) == "x, eps=1e-06, s=\"a'b\""
    assert of({"name": "lambda"}, {"name": "k", "default": {"expr": "N"}}) == "lambda_, /, k=..."
    assert of(eps, tensor("x", "n")) == "eps, x"
    assert of(tensor("out", "n"), tensor("y", "n", role="out")) == "out, *, out_=None"
    assert of(packed=True) == "*args"


def test_a_function_is_a_real_one():
    made = function("add", "x, y=2", ["return x + y + one"], {"one": 1}, doc="Adds.", module="m")
    assert made(1) == 4 and made(y=5, x=1) == 7
    assert str(inspect.signature(made)) == "(x, y=2)"
    assert (made.__doc__, made.__module__, made.__name__) == ("Adds.", "m", "add")
    assert "return x + y + one" in inspect.getsource(made)
