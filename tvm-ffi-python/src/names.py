"""What a module has besides its exports: classes, and exports whose names are not identifiers.

`tvm-ffi-stubs` gives them the same names.
"""

import inspect
import json
import keyword
import sys
import types


def is_identifier(text):
    return text.isidentifier() and not keyword.iskeyword(text)


def identifier(text):
    name = "".join(c if c == "_" or c.isalnum() else "_" for c in text)
    if not (name[:1] == "_" or name[:1].isalpha()):
        name = "_" + name
    return name + "_" if keyword.iskeyword(name) else name


class Claimed(set):
    """The names of one namespace, each used once."""

    def claim(self, wanted):
        name = identifier(wanted)
        while name in self:
            name += "_"
        self.add(name)
        return name


class Names:
    def __init__(self, module, file, manifest):
        self.module, self.file = module, file
        manifest = json.loads(manifest)
        self.described = {entry["key"]: entry for entry in manifest.get("objects", [])}
        tree = ({}, {})
        for export in manifest["exports"]:
            prefix, _, last = export["name"].rpartition(".")
            place = tree
            for part in prefix.split(".") if prefix else []:
                place = place[1].setdefault(part, ({}, {}))
            place[0][last] = export["name"]
        claimed = Claimed(["_library"])
        self.classes = {}
        self.exports = self.named(tree, claimed, self.name_classes)

    def named(self, tree, claimed, name_classes=None):
        """Name the exports of a namespace: those that keep their names, classes, namespaces, and the rest."""
        functions, children = tree
        kept = sorted(filter(is_identifier, functions))
        found = {claimed.claim(name): functions[name] for name in kept}
        if name_classes:
            name_classes(claimed)
        for name in sorted(children):
            inner = self.named(children[name], Claimed())
            found[claimed.claim(name)] = inner
        found.update({claimed.claim(name): functions[name] for name in sorted(set(functions) - set(kept))})
        return found

    def name_classes(self, claimed):
        waiting, ordered = list(self.described), []
        while waiting:
            first = next((key for key in waiting if self.described[key].get("parent") not in waiting), waiting[0])
            waiting.remove(first)
            ordered.append(first)
        short = [key.rpartition(".")[2] for key in ordered]
        for key, last in zip(ordered, short):
            is_free = short.count(last) == 1 and is_identifier(last) and last not in claimed
            self.classes[claimed.claim(last if is_free else key)] = key

    def all(self):
        module = sys.modules.get(self.module)
        return sorted({*vars(module or self), *self.exports, *self.classes})

    def get(self, name):
        """Return an attribute, or None."""
        module = sys.modules.get(self.module)
        if name in self.classes:
            import tvm_ffi

            # This registers the types.
            tvm_ffi.load_module(self.file)
            value = self.class_of(tvm_ffi, self.classes[name])
        elif name in self.exports and module is not None:
            value = self.export_of(module, self.exports[name])
        else:
            return None
        if getattr(module, "__file__", None) == self.file:
            setattr(module, name, value)
        return value

    def export_of(self, module, export):
        if isinstance(export, str):
            return getattr(module, export)
        return types.SimpleNamespace(**{name: self.export_of(module, inner) for name, inner in export.items()})

    def class_of(self, tvm_ffi, key):
        """Return the class that is registered for a type key, or register one."""
        if key not in self.described:
            return tvm_ffi.Object
        described = self.described[key]
        parent = self.class_of(tvm_ffi, described.get("parent"))
        known = tvm_ffi.core._lookup_or_register_type_info_from_type_key(key).type_cls
        if known is not None and not (known.__doc__ or "").startswith("Auto-generated fallback class"):
            return known
        name = next(name for name, other in self.classes.items() if other == key)
        body = {
            "__module__": self.module,
            "__qualname__": name,
            "__doc__": described.get("doc") or None,
            "__annotations__": {field["name"]: "object" for field in described.get("fields", [])},
        }
        if known is None:
            known = type(parent)(name, (parent,), body)
        else:
            # Objects of it exist already, so it stays the class.
            known.__name__ = name
            for attribute, value in body.items():
                setattr(known, attribute, value)
        return self.register(tvm_ffi, known, described)

    def register(self, tvm_ffi, cls, described):
        hooks = described.get("hooks", [])
        accepted = inspect.signature(tvm_ffi.dataclasses.c_class).parameters
        if "eq" in accepted:
            options = {"eq": "eq" in hooks, "order": "ord" in hooks, "unsafe_hash": "hash" in hooks}
            if described.get("init") is None:
                options["init"] = False
            cls = tvm_ffi.dataclasses.c_class(described["key"], **options)(cls)
        else:
            cls = tvm_ffi.register_object(described["key"])(cls)
        # `c_class` omits it, because every class has a `__call__`.
        for method in cls.__tvm_ffi_type_info__.methods:
            if method.name == "__call__":
                cls.__call__ = method.as_callable(cls)
        self.sign(cls, described)
        return cls

    def sign(self, cls, described):
        """Give the constructor and the methods their signatures: `tvm_ffi` makes that of a constructor from the fields."""
        own = vars(cls)
        if described.get("init") is not None and isinstance(own.get("__init__"), types.FunctionType):
            own["__init__"].__signature__ = signature(described["init"], ["self"], True)
        for method in described.get("methods", []):
            function, receiver = own.get(method["name"]), ["self"]
            if isinstance(function, staticmethod):
                function, receiver = function.__func__, []
            # Functions of Cython have a dictionary.
            if hasattr(function, "__dict__"):
                function.__signature__ = signature(method["kernel"], receiver, False)


def signature(kernel, receiver, has_keywords):
    """Return a signature. Methods take no keywords."""
    one = inspect.Parameter
    shown = [one(name, one.POSITIONAL_ONLY) for name in receiver]
    described = kernel.get("params")
    if described is None:
        return inspect.Signature([*shown, one("args", one.VAR_POSITIONAL)])
    claimed = Claimed(receiver)
    positional = max((index for index, known in enumerate(described, 1) if not is_identifier(known["name"])), default=0)
    for index, known in enumerate(described):
        default = known.get("default", one.empty)
        kind = one.POSITIONAL_OR_KEYWORD if has_keywords and index >= positional else one.POSITIONAL_ONLY
        if known.get("kw_only"):
            kind = one.KEYWORD_ONLY
        default = ... if isinstance(default, dict) else default
        shown.append(one(claimed.claim(known["name"]), kind, default=default))
    return inspect.Signature(sorted(shown, key=lambda parameter: parameter.kind))
