"""Exports as functions of JAX: what callers pass, what they get, and what they read when it goes wrong."""

import inspect
import pickle
import shutil

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import tvm_ffi_rs

X = np.array([[1.0, -2.0, 0.5], [3.0, 0.25, -1.0]])
WEIGHT = np.array([1.0, 2.0, 3.0])


def rms_norm(x, weight, eps=1e-6):
    return x * (1 / np.sqrt((x**2).mean(-1, keepdims=True) + eps)) * weight


def silu(x):
    return x / (1 + np.exp(-x))


def close(found, expected):
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12)


def test_functions_have_real_signatures(functions):
    assert str(inspect.signature(functions.rms_norm)) == "(x, weight, eps=1e-06)"
    assert functions.rms_norm.__name__ == "rms_norm"
    assert functions.rms_norm.__doc__ == "Root-mean-square normalisation of each row."
    assert functions["rms_norm"] is functions.rms_norm
    assert "silu" in dir(functions)


def test_keywords_and_defaults_are_those_of_the_export(functions):
    found = functions.rms_norm(x=X, weight=WEIGHT)
    assert isinstance(found, jax.Array)
    close(found, rms_norm(X, WEIGHT))
    close(functions.rms_norm(X, WEIGHT, eps=0.5), rms_norm(X, WEIGHT, 0.5))
    close(functions.rms_norm(X, WEIGHT, 1), rms_norm(X, WEIGHT, 1))


def test_the_function_of_the_library_takes_arrays_and_traced_arrays(library):
    x = jnp.asarray(X)
    close(library.rms_norm(x, WEIGHT), rms_norm(X, WEIGHT))
    close(jax.jit(library.rms_norm)(x, WEIGHT), rms_norm(X, WEIGHT))
    with pytest.raises(TypeError, match="^silu: arrays of JAX cannot change: leave out `out`"):
        library.silu(x, out=x)


def test_saved_outputs_are_not_returned(functions):
    y, row_max = functions.softmax(X)
    close(row_max, X.max(1))
    close(y.sum(1), np.ones(2))


def test_a_missing_array_is_none(functions):
    w, bias = np.ones((3, 2)), np.array([1.0, 2.0])
    close(functions.linear(X, w, bias), X @ w + bias)
    close(functions.linear(X, w, None), X @ w)


def test_an_extent_may_be_a_number(functions):
    shape = jax.eval_shape(lambda x: functions.head(x, 1), X).shape
    assert shape == (1, 3)


@pytest.mark.parametrize("name", ["float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"])
def test_floats_of_eight_bits(functions, name):
    bits = np.arange(256, dtype=np.uint8)
    x = bits.view(getattr(jnp, name).dtype)
    np.testing.assert_array_equal(functions.widen(x), x.astype(np.float32))
    found = functions.reversed(x)
    assert found.dtype == x.dtype
    np.testing.assert_array_equal(np.asarray(found).view(np.uint8), bits[::-1])


def test_calls_are_compiled_and_scanned(functions):
    @jax.jit
    def chain(x):
        return jax.lax.scan(lambda x, _: (functions.silu(x), None), x, length=3)[0]

    close(chain(X), silu(silu(silu(X))))


def test_a_changed_argument_is_a_result(functions):
    x, gate = jnp.asarray(X), jnp.asarray(X + 1)
    close(functions.silu_mul_(x, gate), silu(X) * (X + 1))
    close(x, X)
    close(functions.silu_mul_(x, x), silu(X) * X)


def test_a_donated_argument_is_changed_where_it_is(functions):
    x, gate = jnp.asarray(X) + 0, jnp.asarray(X)
    address = x.unsafe_buffer_pointer()
    found = jax.jit(functions.silu_mul_, donate_argnums=0)(x, gate)
    assert found.unsafe_buffer_pointer() == address
    assert x.is_deleted()
    close(found, silu(X) * X)


def test_errors_have_the_text_of_the_library(functions):
    expected = r"INVALID_ARGUMENT: rms_norm: argument #1 `weight`: shape\[0\] is 2, expected d = 3 \(from `x`.shape\[1\]\)"
    with pytest.raises(jax.errors.JaxRuntimeError, match=expected):
        functions.rms_norm(X, WEIGHT[:2]).block_until_ready()
    with pytest.raises(jax.errors.JaxRuntimeError, match="dtype is float16, expected one of float32, float64"):
        functions.rms_norm(X.astype("float16"), WEIGHT).block_until_ready()
    with pytest.raises(jax.errors.JaxRuntimeError, match="there are 2 rows, and k is 9"):
        functions.head(X, 9).block_until_ready()


def test_mistakes_are_found_when_the_call_is_traced(functions):
    with pytest.raises(ValueError, match="^rms_norm: argument #0 `x`: ndim is 1, expected 2"):
        functions.rms_norm(X[0], WEIGHT)
    with pytest.raises(TypeError, match="^rms_norm: argument #4 `eps`: expected float, got str"):
        functions.rms_norm(X, WEIGHT, eps="small")
    with pytest.raises(TypeError, match="^rms_norm: `eps` has to be known when JAX traces the call: .* `static_argnames`"):
        jax.jit(functions.rms_norm)(X, WEIGHT, 1e-6)
    close(jax.jit(functions.rms_norm, static_argnames="eps")(X, WEIGHT, eps=1e-6), rms_norm(X, WEIGHT))
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'weight'"):
        functions.rms_norm(X)


def test_results_that_need_x64_say_so(functions):
    with jax.enable_x64(False):
        with pytest.raises(TypeError, match="^rms_norm: `rstd` is float64: set `jax_enable_x64`, without which JAX has no such arrays"):
            functions.rms_norm(jnp.asarray(X), jnp.asarray(WEIGHT))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("cumsum", "it returns `Tensor`, and XLA allocates all results: write to an `#\\[out\\]` parameter"),
        ("sgd_", "`params`: a call of XLA takes no list of tensors"),
        ("fill", "`y`: its shape is not known before the call"),
    ],
)
def test_what_cannot_be_called_says_why(functions, name, reason):
    with pytest.raises(TypeError, match=f"^`{name}` cannot be a function of JAX: {reason}"):
        getattr(functions, name)


def test_names_that_are_not_exported_are_refused(functions):
    with pytest.raises(AttributeError, match="has no 'nothing'"):
        functions.nothing
    with pytest.raises(KeyError, match="`e2e_operators` exports no 'nothing'"):
        functions["nothing"]


def test_a_library_without_the_feature_says_what_to_do(library):
    from types import SimpleNamespace

    from tvm_ffi_rs import _jax

    raw = SimpleNamespace(implements_function=lambda name: False)
    plain = SimpleNamespace(_manifest=library._manifest, _file=library._file, raw=raw)
    with pytest.raises(TypeError, match="is built without the feature `jax` of `tvm-ffi-rs`: add it to the dependency in its Cargo.toml"):
        _jax.namespace(plain)


def test_two_libraries_with_one_name_have_two_prefixes():
    from tvm_ffi_rs._names import claim

    taken = {}
    assert [claim(taken, stem, object()) for stem in ("libkernels", "kernels", "libkernels")] == ["kernels", "kernels_2", "kernels_3"]


def test_a_library_that_jax_is_the_first_to_call(library_path, tmp_path):
    library = tvm_ffi_rs.load(shutil.copy(library_path("e2e-operators"), tmp_path / "libfirst_of_jax.so"))
    x = jnp.arange(3.0)
    expected = x / (1 + jnp.exp(-x))
    np.testing.assert_allclose(jax.jit(lambda x: library.silu(x))(x), expected)
    np.testing.assert_allclose(jax.vmap(library["silu"])(x), expected)
    np.testing.assert_allclose(jax.jit(library.constants)(x), x + 1)
    assert pickle.loads(pickle.dumps(library.jax.silu)) is library.jax.silu
