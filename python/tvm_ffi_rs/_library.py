"""A loaded library: an object with one function for each export."""

from __future__ import annotations

import errno
import importlib
import importlib.machinery
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Optional, Union
from urllib.parse import quote, unquote

import tvm_ffi

from . import _python_module
from ._classes import Classes
from ._direct import Function
from ._frameworks import JAX, TORCH, may_hold_arrays
from ._late import Late
from ._manifest import MANIFEST, Export, Manifest
from ._names import LIBRARY, Names, Tree
from ._pairs import check_pairs
from ._wrapper import wrapper

INSTALLED = f"{__package__}.installed"
"""The module that finds libraries by name, or by path."""
FILE = "file:"
SUFFIXES = (".so", ".dylib", ".dll", ".pyd")

_loaded: dict[tuple[Any, ...], Library] = {}


class Namespace(Late):
    """The exports with one prefix: `math.halve` is `halve` in `math`."""

    def __init__(self, library: Library, names: Tree, path: str) -> None:
        super().__init__(path, self._find)
        self._library, self._names, self._path = library, names, path

    def _find(self, name: str) -> Any:
        if name not in self._names:
            raise AttributeError(f"{self._path!r} has no {name!r}")
        return self._library._named(self._names[name], f"{self._path}.{name}")

    def __dir__(self) -> list[str]:
        return sorted(self._names)


class Library:
    """The exports and classes of a library as attributes. Functions take arrays of NumPy, of torch, and of JAX.

    An export whose name is an attribute already, such as `raw`, is reached by `library["raw"]`.
    """

    raw: tvm_ffi.Module
    """The bare module: functions without keywords, without outputs that are allocated, and without guards."""
    torch: Any
    """The exports as operators of torch."""
    jax: Any
    """The exports as functions of JAX."""

    def __init__(self, file: Path, module: Optional[str] = None, imported: Optional[ModuleType] = None) -> None:
        """`module`: the name under which Python imports it; `imported`: that module, if it is the library itself."""
        self._attributes, self._items = Late(file.stem, self._attribute), Late(file.stem, self._item)
        self.raw = load_module(file)
        self._file, self._module, self._prefix = file, module or __package__, ""
        self._manifest = manifest_of(self.raw)
        exports = {} if self._manifest is None else self._manifest.exports
        check_pairs(exports)
        objects = {} if self._manifest is None else self._manifest.objects
        names = Names(exports, {key: one.get("parent") for key, one in objects.items()})
        self._names = names.exports
        self._imported = imported
        if imported is None and _python_module.is_python_module(self.raw):
            self._imported = _python_module.import_file(file)
        self._classes = Classes(self._module, objects, names.classes)
        if imported is not None and module is not None:
            # Python finds its functions and classes in the module, and these here through another one, by a name without dots.
            self._module, self._prefix = INSTALLED, module.replace(".", "/") + "."
        elif module is None:
            self._module, self._prefix = INSTALLED, name_of(file) + "."
        self._made: dict[str, Function] = {}

    def __getattr__(self, name: str) -> Any:
        # `copy` and `pickle` ask before there are any.
        if name.startswith("__") or name == "_attributes":
            raise AttributeError(name)
        return getattr(self._attributes, name)

    def _attribute(self, name: str) -> Any:
        if name in (TORCH, JAX):
            found = framework_namespace(name, self)
        elif name in self._names:
            found = self._named(self._names[name], name)
        elif name in self._classes.names:
            found = self._classes[name] if self._imported is None else getattr(self._imported, name)
        else:
            raise AttributeError(self._missing(name))
        self.__dict__[name] = found
        return found

    def __getitem__(self, export: str) -> Function:
        """The function of an export, by its name in Rust: `library["math.halve"]`."""
        # `torch.compile` refuses names of attributes with dots.
        found: Function = getattr(self._items, "/" + export.replace(".", "/"))
        return found

    def _item(self, path: str) -> Function:
        export = path[1:].replace("/", ".")
        if self._manifest is None or export not in self._manifest.exports:
            raise KeyError(self._missing(export))
        return self._function(self._manifest.exports[export], export)

    def __dir__(self) -> list[str]:
        return sorted({"raw", TORCH, JAX, *self._names, *self._classes.names})

    def __repr__(self) -> str:
        return f"<Library {str(self._file)!r}>"

    def _named(self, found: Union[str, Tree], path: str) -> Any:
        if isinstance(found, dict):
            return Namespace(self, found, path)
        assert self._manifest is not None
        return self._function(self._manifest.exports[found], path)

    def _function(self, export: Export, path: str) -> Function:
        if export.name not in self._made:
            self._made[export.name] = self._make(export, path)
        return self._made[export.name]

    def _make(self, export: Export, path: str) -> Function:
        call: Function = getattr(self._imported or self.raw, export.name, None) or self.raw[export.name]
        schemas = [export.result.schema, *(parameter.schema for parameter in export.parameters)]
        takes_names = self._imported is not None
        if takes_names and not export.packed and not any(map(may_hold_arrays, schemas)):
            # It has all that a wrapper would add.
            return call

        def elsewhere(framework: str) -> Function:
            function: Function = getattr(self, framework)[export.name]
            return function

        module, qualname = self._place(path)
        made = wrapper(export, call, elsewhere, takes_names=takes_names, module=module, qualname=qualname)
        made.elsewhere = elsewhere  # type: ignore[attr-defined]
        return made

    def _place(self, path: str) -> tuple[str, str]:
        """The module and the name of a function, by which other processes find it."""
        return self._module, self._prefix + path

    def _missing(self, name: str) -> str:
        if self._manifest is None:
            return f"`{self._file.name}` has no `{MANIFEST}`, so it is not known what it exports: call its functions through `.raw`"
        return f"`{self._file.name}` exports no {name!r}"


def load(path_or_package: Union[str, os.PathLike[str]]) -> Library:
    """Load a library: the path of a file, or the name of a package or module that is one."""
    if not isinstance(path_or_package, str) or is_path(path_or_package):
        return load_file(Path(path_or_package))
    name = path_or_package
    module = importlib.import_module(name)
    library = getattr(module, LIBRARY, None)
    if isinstance(library, Library):
        return library
    file = getattr(module, "__file__", None) or ""
    if not file.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)):
        raise ImportError(f"the module `{name}` is not a library of kernels: pass the path of one, or the name of a package of `{__package__}.build`")
    return load_file(Path(file), name, module)


def load_file(file: Path, module: Optional[str] = None, imported: Optional[ModuleType] = None) -> Library:
    """The library in a file. The same file gives the same object."""
    file = file.absolute()
    if not file.exists():
        raise FileNotFoundError(errno.ENOENT, f"{os.strerror(errno.ENOENT)}{advice(file)}", str(file))
    found = os.stat(file)
    key = (found.st_dev, found.st_ino, found.st_mtime_ns, module)
    if key not in _loaded:
        _loaded[key] = Library(file, module, imported)
    return _loaded[key]


def advice(file: Path) -> str:
    """What to do about a library that is not there, if its crate is built for Rust next to it."""
    rust = file.with_name(f"lib{file.stem.removeprefix('lib')}.rlib")
    if not rust.exists():
        return ""
    return f'; the crate is built for Rust only, as `{rust.name}`: add `crate-type = ["cdylib", "rlib"]` to [lib] in its Cargo.toml'


def load_module(file: Path) -> tvm_ffi.Module:
    """The bare module in a file."""
    if file.suffix != ".pyd":
        return tvm_ffi.load_module(str(file))
    # The package chooses a loader by the extension, and knows none for this one.
    module = tvm_ffi.get_global_func("ffi.Module.load_from_file.so")(str(file), "so")
    tvm_ffi.get_global_func("ffi.ModuleGlobalsAdd")(module)
    return module


def load_beside(module: str, file: str, stem: str) -> Library:
    """The library in the folder of a Python file, for the module that the file is."""
    return load_file(Path(file).with_name(file_name(stem)), module)


def file_name(stem: str) -> str:
    """The name of the shared library of a crate."""
    names = {"win32": f"{stem}.dll", "darwin": f"lib{stem}.dylib"}
    return names.get(sys.platform, f"lib{stem}.so")


def name_of(file: Path) -> str:
    """A name without dots."""
    return FILE + quote(str(file)).replace(".", "%2E")


def found_by(name: str) -> Library:
    """The library in a file, by `name_of`; or the one that Python imports by a name with `/` for each dot."""
    return load_file(Path(unquote(name[len(FILE) :]))) if name.startswith(FILE) else load(name.replace("/", "."))


def is_path(text: str) -> bool:
    return os.sep in text or "/" in text or text.endswith(SUFFIXES)


def manifest_of(raw: tvm_ffi.Module) -> Optional[Manifest]:
    """None for a library of another framework."""
    return Manifest.parse(raw[MANIFEST]()) if raw.implements_function(MANIFEST) else None


def framework_namespace(framework: str, library: Library) -> Any:
    """The functions for arrays of torch or of JAX: attributes by their names in Python, items by those of the exports."""
    name = f"{__package__}._{framework}"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise TypeError(f"this version has no functions for arrays of {framework}: call it through `.raw`") from None
    return module.namespace(library)
