"""Sequences, mappings, and tuples as arguments and results, and the position in errors of elements."""

from __future__ import annotations

from typing import Any

import pytest
from support.errors import argument_error, raises
from support.imported import is_imported
from support.package import tvm_ffi


def plain(value: Any) -> Any:
    """Turn containers of the runtime into Python's own."""
    if isinstance(value, (tvm_ffi.Array, tvm_ffi.List, tvm_ffi.Shape, list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, (tvm_ffi.Map, tvm_ffi.Dict, dict)):
        return {plain(key): plain(item) for key, item in value.items()}
    return value


SEQUENCES: dict[str, list[Any]] = {
    "id_vec_i64": [[], [1], [-(2**63), 0, 2**63 - 1], list(range(1000))],
    "id_vec_u8": [[], [0, 255], list(range(256))],
    "id_vec_f32": [[], [0.5, -1.0]],
    "id_vec_string": [[], ["", "seven!!", "eight!!!", "é" * 500]],
    "id_vec_str": [[], ["", "seven!!", "eight!!!", "é" * 500]],
    "id_vec_any": [
        [],
        [None, True, 1, 2**70, 2.5, "x", "longer than seven", b"x", ["nested", [1]], {"a": 1}],
    ],
    "id_vec_option": [[], [None, 1, None]],
    "id_vec_vec": [[], [[]], [[1], [], [2, 3]]],
    "id_three": [[1, 2, 3]],
    "id_boxed_slice": [[], [1, 2]],
    "id_deque": [[], [1, 2]],
    "id_tuple_1": [[1]],
    "id_tuple_3": [[1, 2.5, "x"]],
    "id_tuple_12": [[*range(11), "twelve"]],
    "id_array": [[], [1, 2]],
    "id_array_str": [[], ["a", "longer than seven"]],
    "id_option_vec": [[], [1, 2]],
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_sequences_come_back_as_arrays(mod: tvm_ffi.Module, name: str) -> None:
    for items in SEQUENCES[name]:
        for form in (items, tuple(items), tvm_ffi.Array(items), tvm_ffi.List(items)):
            result = mod[name](form)
            of_python = tuple if "tuple" in name else list
            assert type(result) is (of_python if is_imported(mod) else tvm_ffi.Array)
            assert plain(result) == items


def test_a_shape_is_a_sequence_of_integers(mod: tvm_ffi.Module) -> None:
    shape = tvm_ffi.Shape((2, 3, 4))
    for name in ("id_vec_i64", "id_boxed_slice", "id_deque", "id_three", "id_array"):
        assert plain(mod[name](shape)) == [2, 3, 4]
    assert mod.sum_array(shape) == 9


def test_shapes_come_from_sequences_of_integers(mod: tvm_ffi.Module) -> None:
    for extents in ((), (5,), (2, 0, -1), tuple(range(100))):
        for form in (tvm_ffi.Shape(extents), extents, list(extents), tvm_ffi.List(list(extents))):
            for name in ("id_shape", "id_extents"):
                result = mod[name](form)
                assert type(result) is (tuple if is_imported(mod) else tvm_ffi.Shape)
                assert tuple(result) == extents


def test_sets_have_each_element_once(mod: tvm_ffi.Module) -> None:
    assert plain(mod.id_btree_set(["b", "a", "b"])) == ["a", "b"]
    assert sorted(plain(mod.id_hash_set([3, 1, 3, 2]))) == [1, 2, 3]
    # Keys that differ in Python may be equal in Rust.
    assert plain(mod.id_hash_set([1, True])) == [1]


MAPPINGS: dict[str, list[dict[Any, Any]]] = {
    "id_hash_map": [{}, {"a": 1, "a key of some length": 2**62}],
    "id_btree_map": [{}, {2: "two", 1: "one of some length"}],
    "id_nested": [{}, {"a": [], "b": [None, [1, "x"]]}],
    "id_map": [{}, {"b": 2, "a": 1}],
}


@pytest.mark.parametrize("name", MAPPINGS)
def test_mappings_come_back_as_maps(mod: tvm_ffi.Module, name: str) -> None:
    for entries in MAPPINGS[name]:
        for form in (entries, tvm_ffi.Map(entries), tvm_ffi.Dict(entries)):
            result = mod[name](form)
            assert type(result) is (dict if is_imported(mod) else tvm_ffi.Map)
            assert plain(result) == entries


def test_an_ordered_mapping_is_ordered(mod: tvm_ffi.Module) -> None:
    assert list(mod.id_btree_map({3: "c", 1: "a", 2: "b"})) == [1, 2, 3]
    assert list(mod.id_map({"c": 3, "a": 1, "b": 2})) == ["c", "a", "b"]


@pytest.mark.parametrize(
    "name, value",
    [
        ("id_array", tvm_ffi.Array([1, 2])),
        ("id_list", tvm_ffi.List([1, 2])),
        ("id_map", tvm_ffi.Map({"a": 1})),
        ("id_dict", tvm_ffi.Dict({"a": 1})),
        ("id_shape", tvm_ffi.Shape((1, 2))),
    ],
)
def test_a_handle_of_the_same_type_is_shared(mod: tvm_ffi.Module, name: str, value: tvm_ffi.Object) -> None:
    result = mod[name](value)
    if is_imported(mod):
        assert result == plain(value) or result == tuple(value)
        return
    assert result.same_as(value) if hasattr(value, "same_as") else result == value


def test_lists_and_dicts_are_shared_with_the_caller(mod: tvm_ffi.Module) -> None:
    values, table = tvm_ffi.List([1]), tvm_ffi.Dict({"a": 1})
    if is_imported(mod):
        pytest.skip("a module returns lists and dictionaries of Python")
    mod.id_list(values).append(2)
    mod.id_dict(table)["b"] = 2
    assert (list(values), dict(table)) == ([1, 2], {"a": 1, "b": 2})


def test_other_sequences_become_new_lists(mod: tvm_ffi.Module) -> None:
    array, table = tvm_ffi.Array([1]), tvm_ffi.Map({"a": 1})
    for result in (mod.id_list(array), mod.id_list([1]), mod.id_list(tvm_ffi.Shape((1,)))):
        assert (type(result), list(result)) == (list if is_imported(mod) else tvm_ffi.List, [1])
    for mapping in (mod.id_dict(table), mod.id_dict({"a": 1})):
        assert (type(mapping), dict(mapping)) == (dict if is_imported(mod) else tvm_ffi.Dict, {"a": 1})


def test_a_list_that_changes_during_the_call(mod: tvm_ffi.Module) -> None:
    values = tvm_ffi.List([1, 2])
    # A handle sees the change, a borrowed sequence is a snapshot.
    assert list(mod.sum_twice(values, lambda: values.append(10))) == [3, 13]
    assert list(mod.snapshot_around(values, lambda: values.clear())) == [13, 13]
    assert list(values) == []


def test_containers_are_changed_by_rust(mod: tvm_ffi.Module) -> None:
    values = tvm_ffi.List([1, 2, 3])
    mod.double_all(values, lambda value: values.append(value) if value == 2 else None)
    assert list(values) == [2, 4, 6, 2]
    with pytest.raises(IndexError, match="index 2 is out of range for a list of 1 element"):
        mod.double_all(values, lambda value: values.pop() if len(values) > 1 else None)
    assert list(values) == [4]
    values.append("x")
    with pytest.raises(TypeError, match=r"`values`\[1\]: expected int, got str"):
        mod.double_all(values, lambda value: None)
    counts = tvm_ffi.Dict({"b": 1})
    assert mod.tally(["a", "the", "b", "the"], counts) == 2
    assert dict(counts) == {"a": 1, "b": 2}
    assert mod.tally([], counts) is None


def test_a_handle_refuses_wrong_elements_that_were_added_later(mod: tvm_ffi.Module) -> None:
    values = tvm_ffi.List([1, 2])
    with raises(TypeError, "sum_twice: element [2]: expected int, got str"):
        mod.sum_twice(values, lambda: values.append("three"))


def test_borrowed_elements(mod: tvm_ffi.Module) -> None:
    assert mod.sum_array([]) == 0
    assert mod.sum_array([1, True, -3]) == -1
    assert mod.join(["a", "longer than seven", "é"]) == "a,longer than seven,é"
    assert mod.join(tvm_ffi.List(["a", "b"]), "") == "ab"
    assert mod.look_up({"a": 1, "a key of some length": 2}, "a key of some length") == 2
    assert mod.look_up(tvm_ffi.Dict({"a": 1}), "b") is None
    assert mod.count_leaves([["a"], [], tvm_ffi.List(["b", "c"])]) == 3


RANGE = "9223372036854775808 is out of range for i64, expected -9223372036854775808 to 9223372036854775807"
NESTED = "x: Map[str, Array[Optional[Tuple[int, str]]]]"
ELEMENTS: list[tuple[str, str, Any, type, str, str]] = [
    # Function, parameters, value, kind of error, position, message.
    ("id_vec_i64", "x: Array[int]", [1, "x", "y"], TypeError, "[1]", "expected int, got str"),
    ("id_vec_i64", "x: Array[int]", [2**63], ValueError, "[0]", RANGE),
    ("id_vec_str", "x: Array[str]", ["x", b"x"], TypeError, "[1]", "expected str, got bytes"),
    ("id_vec_vec", "x: Array[Array[int]]", [[1], [2, "x"]], TypeError, "[1][1]", "expected int, got str"),
    ("id_vec_vec", "x: Array[Array[int]]", [[1], 2], TypeError, "[1]", "expected Array[int], got int"),
    ("id_list", "x: List[int]", tvm_ffi.List([1, "x"]), TypeError, "[1]", "expected int, got str"),
    ("id_btree_set", "x: Array[str]", ["x", 1], TypeError, "[1]", "expected str, got int"),
    ("id_three", "x: Array[int]", tvm_ffi.Shape((1, 2, 3, 4)), ValueError, "", "expected 3 elements, got 4"),
    ("id_tuple_1", "x: Tuple[int]", [], ValueError, "", "expected 1 element, got 0"),
    ("id_tuple_3", "x: Tuple[int, float, str]", [1, 2, 3], TypeError, "[2]", "expected str, got int"),
    ("id_shape", "x: Shape", [2**63], ValueError, "[0]", RANGE),
    ("id_extents", "x: Shape", [1, 2.0], TypeError, "[1]", "expected int, got float"),
    ("id_hash_map", "x: Map[str, int]", {1: 1}, TypeError, "", "key 1: expected str, got int"),
    ("id_btree_map", "x: Map[int, str]", {7: 7}, TypeError, "[7]", "expected str, got int"),
    ("id_dict", "x: Dict[str, int]", tvm_ffi.Dict({"a": []}), TypeError, '["a"]', "expected int, got Array"),
    ("id_nested", NESTED, {"a": [None, [1, 2]]}, TypeError, '["a"][1][1]', "expected str, got int"),
    ("sum_array", "values: Array[int]", [1, [2]], TypeError, "[1]", "expected int, got Array"),
]


@pytest.mark.parametrize("name, parameters, value, kind, place, text", ELEMENTS)
def test_an_element_that_does_not_convert_is_named(
    mod: tvm_ffi.Module, name: str, parameters: str, value: Any, kind: type, place: str, text: str
) -> None:
    with raises(kind, argument_error(name, parameters, text, place=place)):
        mod[name](value)


def test_an_element_of_a_borrowed_mapping_is_named(mod: tvm_ffi.Module) -> None:
    parameters = "table: Map[str, int], key: str"
    text = "expected int, got float"
    with raises(TypeError, argument_error("look_up", parameters, text, place='["a"]')):
        mod.look_up({"a": 1.5}, "a")
    with raises(TypeError, argument_error("look_up", parameters, "key 1: expected str, got int")):
        mod.look_up({1: 1}, "a")
