"""Attributes that are made when they are first used, also where `torch.compile` is the first to use them."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Callable


class Late(ModuleType):
    """An object whose attributes a function makes.

    It is a module, because `torch.compile` takes the attributes of a module as they are. Into the `__getattr__` of any other object it traces.
    """

    def __init__(self, name: str, make: Callable[[str], Any]) -> None:
        super().__init__(name)
        self._make = make

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = self._make(name)
        setattr(self, name, made)
        return made
