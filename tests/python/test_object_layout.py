"""The memory layout of objects: sizes, alignments, and offsets."""

from __future__ import annotations

from types import SimpleNamespace


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


def test_a_subclass_starts_with_its_parent(classes: SimpleNamespace) -> None:
    parent, child = classes.Animal.__tvm_ffi_type_info__, classes.Bird.__tvm_ffi_type_info__
    assert [field.offset for field in parent.fields] == [HEADER, HEADER + 24]
    assert min(field.offset for field in child.fields) >= parent.total_size
