"""`vmap`, export with symbolic shapes, and `shard_map`."""

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
import pytest

X = np.arange(24.0).reshape(4, 2, 3) / 7
WEIGHT = np.array([1.0, 2.0, 3.0])


def rms_norm(x, weight, eps=1e-6):
    return x / np.sqrt((x**2).mean(-1, keepdims=True) + eps) * weight


def silu(x):
    return x / (1 + np.exp(-x))


def test_a_mapped_dimension_is_one_more_of_the_pack(functions):
    text = jax.jit(jax.vmap(functions.silu)).lower(X).as_text()
    assert text.count("custom_call @e2e_operators.silu(") == 1 and "while" not in text
    np.testing.assert_allclose(jax.vmap(functions.silu, in_axes=1)(X), silu(X.swapaxes(0, 1)))


def test_other_functions_are_called_for_each_element(functions):
    np.testing.assert_allclose(jax.vmap(functions.rms_norm, in_axes=(0, None))(X, WEIGHT), rms_norm(X, WEIGHT))
    weights = np.stack([WEIGHT, -WEIGHT, WEIGHT, WEIGHT])
    np.testing.assert_allclose(jax.jit(jax.vmap(functions.rms_norm))(X, weights), rms_norm(X, weights[:, None]))


def test_gradients_are_mapped(functions):
    each = jax.vmap(jax.grad(lambda x: functions.silu(x).sum()))(X)
    np.testing.assert_allclose(each, jax.grad(lambda x: functions.silu(x).sum())(X))


def test_one_export_serves_all_sizes(functions):
    n, m = jax.export.symbolic_shape("n, m")
    shapes = jax.ShapeDtypeStruct((n, m), "float64"), jax.ShapeDtypeStruct((m,), "float64")
    checks = [jax.export.DisabledSafetyCheck.custom_call("e2e_operators.rms_norm")]
    exported = jax.export.export(jax.jit(functions.rms_norm), disabled_checks=checks)(*shapes)
    assert [str(aval.shape) for aval in exported.out_avals] == ["(n, m)"]
    for x in (X[0], X.reshape(8, 3), X[0, :, :2]):
        weight = WEIGHT[: x.shape[1]]
        np.testing.assert_allclose(exported.call(x, weight), rms_norm(x, weight))


def test_a_symbolic_extent_is_no_attribute(functions):
    n, m = jax.export.symbolic_shape("n, m")
    shape = jax.ShapeDtypeStruct((n, m), "float64")
    with pytest.raises(TypeError, match="^head: argument #1 `k`: "):
        jax.export.export(jax.jit(lambda x: functions.head(x, x.shape[0])))(shape)


def test_shards_stay_where_they_are(functions):
    mesh = jax.make_mesh((2,), ("rows",), axis_types=(jax.sharding.AxisType.Auto,))
    rows = jax.sharding.PartitionSpec("rows")
    x = jax.device_put(X[0], jax.sharding.NamedSharding(mesh, rows))
    sharded = jax.shard_map(lambda x: functions.rms_norm(x, WEIGHT), mesh=mesh, in_specs=rows, out_specs=rows)
    found = jax.jit(sharded)(x)
    assert len(found.sharding.device_set) == 2
    np.testing.assert_allclose(found, rms_norm(X[0], WEIGHT))
    both = jax.shard_map(functions.rms_norm, mesh=mesh, in_specs=(rows, jax.sharding.PartitionSpec()), out_specs=rows)
    found = jax.jit(jax.grad(lambda *args: both(*args).sum(), argnums=(0, 1)))(x, WEIGHT)
    expected = jax.grad(lambda *args: functions.rms_norm(*args).sum(), argnums=(0, 1))(X[0], WEIGHT)
    for gradient, of_whole in zip(found, expected):
        np.testing.assert_allclose(gradient, of_whole)
