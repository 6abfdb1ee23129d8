"""Mistakes in forwards and backwards that are found when a library is loaded."""

import copy
import json

import pytest
import tvm_ffi

from tvm_ffi_rs import _library, _manifest


@pytest.fixture
def load_changed(library_path, monkeypatch):
    """Load `framework_kernels` with other backwards than those that it was compiled with."""
    path = library_path("framework-kernels")
    text = tvm_ffi.load_module(str(path))[_library.MANIFEST]()

    def load(change):
        found = json.loads(text)
        exports = {export["name"]: export for export in found["exports"]}
        change(exports)
        changed = _manifest.Manifest.parse(json.dumps({**found, "exports": list(exports.values())}))
        monkeypatch.setattr(_library, "manifest_of", lambda raw: changed)
        return _library.Library(path)

    return load


def add_backward(exports, of, name):
    """Add a copy of an export's backward, and return its parameters."""
    added = copy.deepcopy(exports[f"{of}_bwd"])
    added["name"] = name
    exports[name] = added
    return added["kernel"]


def parameter(kernel, name):
    return next(one for one in kernel["params"] if one["name"] == name)


def test_the_library_itself_has_no_mistake(load_changed):
    assert load_changed(lambda exports: None).rms_norm is not None


def test_two_backwards_of_one_forward(load_changed):
    with pytest.raises(ValueError, match="^two exports are backwards of `rms_norm`: `rms_norm_bwd`, `other_bwd`$"):
        load_changed(lambda exports: add_backward(exports, "rms_norm", "other_bwd"))


def test_a_saved_output_that_the_backward_does_not_take(load_changed):
    def change(exports):
        kernel = exports["rms_norm_bwd"]["kernel"]
        kernel["params"].remove(parameter(kernel, "rstd"))

    with pytest.raises(ValueError, match="^`rstd` is `saved`, and no backward of `rms_norm` takes it$"):
        load_changed(change)


def test_a_saved_output_without_a_backward(load_changed):
    message = "^`rstd` of `rms_norm` is `saved`, and no export is `backward_of = rms_norm`: write `#\\[out\\]`, and callers get it$"
    with pytest.raises(ValueError, match=message):
        load_changed(lambda exports: exports.pop("rms_norm_bwd"))


def test_a_second_gradient_of_what_the_forward_has_saved(load_changed):
    def change(exports, role="out"):
        kernel = add_backward(exports, "rms_norm", "rms_norm_bwd_bwd")
        kernel["backward_of"] = "rms_norm_bwd"
        drstd = {**parameter(kernel, "rstd"), "name": "drstd", "role": role, "grad": "rstd"}
        kernel["params"] = [{**parameter(kernel, "dy"), "name": "ddx", "grad": "dx"}, drstd]

    message = "^`drstd` of `rms_norm_bwd_bwd` is lost: `rstd` is a result of `rms_norm` without a gradient. Write `constant\\(rstd\\)`, and add "
    with pytest.raises(ValueError, match=message):
        load_changed(change)
    # A gradient that the third function takes loses nothing.
    load_changed(lambda exports: change(exports, role="in"))
