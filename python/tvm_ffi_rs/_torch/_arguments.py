"""Tensors as arguments, checked before a kernel sees them. The errors are those of the library."""

from __future__ import annotations

from typing import Any

import torch

from .._manifest import Export, Parameter
from .._shapes import ndim


def check_tensors(export: Export, *tensors: Any) -> None:
    """Refuse missing tensors, and those whose dtype or number of dimensions is not that of the contract."""
    variables: dict[str, tuple[str, torch.dtype]] = {}
    for parameter, given in zip([one for one in export.inputs if one.is_tensor], tensors):
        if given is None and parameter.optional:
            continue
        for tensor in given if parameter.is_list else [given]:
            check_tensor(export, parameter, tensor, variables)


def check_tensor(export: Export, parameter: Parameter, tensor: Any, variables: dict[str, tuple[str, torch.dtype]]) -> None:
    """`variables` has the dtype of each variable, and the parameter that it is from."""
    what = argument(export, parameter.name)
    if tensor is None:
        raise TypeError(f"{what}: expected Tensor, got None")
    dtype = str(tensor.dtype).partition(".")[2]
    accepted = export.dtypes(parameter)
    if accepted and dtype not in accepted:
        raise TypeError(f"{what}: dtype is {dtype}, expected {' or '.join(accepted)}")
    variable = export.variable(parameter)
    if variable is not None:
        first, expected = variables.setdefault(variable, (parameter.name, tensor.dtype))
        if tensor.dtype != expected:
            raise TypeError(f"{what}: dtype is {dtype}, expected {variable} = {str(expected).partition('.')[2]} (from `{first}`)")
    check_dimensions(what, parameter, tensor)


def check_dimensions(what: str, parameter: Parameter, tensor: Any) -> None:
    expected, or_more = ndim(parameter)
    if tensor.dim() < expected or tensor.dim() > expected and not or_more:
        least = "at least " if or_more else ""
        raise ValueError(f"{what}: ndim is {tensor.dim()}, expected {least}{expected} (shape is {list(tensor.shape)})")


def argument(export: Export, name: str) -> str:
    index = next(index for index, parameter in enumerate(export.parameters) if parameter.name == name)
    return f"{export.name}: argument #{index} `{name}`"
