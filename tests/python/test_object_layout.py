"""The memory layout of objects: sizes, alignments, and offsets."""

from __future__ import annotations

from types import SimpleNamespace

from support.classes import field_of

HEADER = 24


def test_type_indices_of_fields_are_exact(classes: SimpleNamespace) -> None:
    """A field has the type index of an object only if the runtime may release and copy it as one; other fields are plain data."""
    indices = {
        field.name: field.field_static_type_index for field in classes.EveryField.__tvm_ffi_type_info__.fields
    }
    opaque = 4
    assert {indices[name] for name in ("i8", "i16", "i32", "i64", "u8", "u16", "u32")} == {1}
    assert {
        indices[name] for name in ("u64", "usize", "i128", "string", "vector", "hash_map", "tuple", "array")
    } == {opaque}
    assert {indices[name] for name in ("f16", "bf16", "f32", "f64")} == {3}
    assert (indices["boolean"], indices["dtype"], indices["device"], indices["any"]) == (2, 5, 6, -1)
    sizes = {field.name: field.size for field in classes.EveryField.__tvm_ffi_type_info__.fields}
    # The runtime treats each of these as a pointer to an object.
    assert {sizes[name] for name, index in indices.items() if index >= 64} == {8}
    assert sizes["any"] == 16


def test_offsets_and_sizes_are_right(classes: SimpleNamespace) -> None:
    facts = [
        (field.name, field.offset - HEADER, field.size, field.alignment)
        for field in classes.Gaps.__tvm_ffi_type_info__.fields
    ]
    assert facts == [("a", 0, 1, 1), ("b", 8, 8, 8), ("c", 16, 1, 1), ("d", 18, 2, 2), ("e", 24, 8, 8)]
    assert classes.Gaps.__tvm_ffi_type_info__.total_size == HEADER + 32
    assert field_of(classes.Aligned16, "after").offset == HEADER + 32
    assert field_of(classes.Aligned64, "after").offset == HEADER + 128
    assert classes.Empty.__tvm_ffi_type_info__.total_size == HEADER
    assert classes.Large.__tvm_ffi_type_info__.total_size == HEADER + 4096 * 8 + 8


def test_a_subclass_starts_with_its_parent(classes: SimpleNamespace) -> None:
    parent, child = classes.Animal.__tvm_ffi_type_info__, classes.Bird.__tvm_ffi_type_info__
    assert [field.offset for field in parent.fields] == [HEADER, HEADER + 24]
    assert min(field.offset for field in child.fields) >= parent.total_size
