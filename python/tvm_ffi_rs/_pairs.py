"""Which exports are the backward of which, by the manifest."""

from __future__ import annotations

from collections.abc import Mapping

from ._manifest import Export


def backwards(exports: Mapping[str, Export]) -> dict[str, str]:
    """The name of the backward of each export that has one."""
    found: dict[str, str] = {}
    for export in exports.values():
        if export.backward_of is None:
            continue
        other = found.setdefault(export.backward_of, export.name)
        if other != export.name:
            raise ValueError(f"two exports are backwards of `{export.backward_of}`: `{other}`, `{export.name}`")
    return found


def check_pairs(exports: Mapping[str, Export]) -> None:
    """Refuse backwards that rustc cannot refuse, since it takes more than a forward and its backward to see the mistake."""
    found = backwards(exports)
    for export in exports.values():
        saved = next((output.name for output in export.outputs if output.saved), None)
        if saved is not None and export.name not in found:
            raise ValueError(f"`{saved}` of `{export.name}` is `saved`, and no export is `backward_of = {export.name}`: write `#[out]`, and callers get it")
    for of, name in found.items():
        if of in exports:
            check_saved_outputs(exports[of], exports[name])
            if name in found:
                check_second_gradients(exports[of], exports[name], exports[found[name]])


def check_saved_outputs(forward: Export, backward: Export) -> None:
    """What is saved for the backward is used by it."""
    taken = {parameter.name for parameter in backward.inputs}
    for output in forward.outputs:
        if output.saved and output.name not in taken:
            raise ValueError(f"`{output.name}` is `saved`, and no backward of `{forward.name}` takes it")


def check_second_gradients(forward: Export, backward: Export, second: Export) -> None:
    """A framework follows what the forward has saved only to its inputs, and to outputs that have a gradient."""
    without = {output.name for output in forward.outputs} - {parameter.grad for parameter in backward.inputs}
    for gradient in second.outputs:
        if gradient.grad in without:
            name = gradient.grad
            raise ValueError(f"`{gradient.name}` of `{second.name}` is lost: `{name}` is a result of `{forward.name}` without a gradient. Write `constant({name})`, and add what depends on it to the gradients of the inputs of `{forward.name}`")
