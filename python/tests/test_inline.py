"""`load_inline`: source to functions, once for all processes."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import tvm_ffi_rs
from tvm_ffi_rs import _cache, _cargo, _inline, _toml, _toolchain

WORKSPACE = Path(__file__).parents[2]

SOURCE = """
use tvm_ffi::prelude::*;

/// Scales a vector.
#[tvm_ffi::export]
fn scale(#[shape(n)] x: CpuView<'_, f64, 1>, #[out] #[shape(n)] mut y: CpuViewMut<'_, f64, 1>, #[default(2.0)] by: f64) {
    for (x, y) in x.iter().zip(y.iter_mut()) {
        *y = by * x;
    }
}
"""


@pytest.fixture(scope="module", autouse=True)
def cache(request):
    """A cache that stays between runs, since the crates below a source take long to compile."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", WORKSPACE / "target"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(_cache.FOLDER, str(target / "inline"))
        patch.setenv("TVM_FFI_RS_CRATE", str(WORKSPACE))
        patch.delenv("CARGO_TARGET_DIR", raising=False)
        patch.delenv("CARGO_INCREMENTAL", raising=False)
        yield target / "inline"


def fresh(source=SOURCE):
    """A source that no run before had."""
    return f"{source}// {time.time_ns()} {os.getpid()}\n"


def test_a_source_is_compiled_once(monkeypatch):
    source = fresh()
    made = tvm_ffi_rs.load_inline("inline_scale", source)
    assert made.scale(np.arange(3.0)).tolist() == [0, 2, 4] and made.scale.__doc__ == "Scales a vector."
    with monkeypatch.context() as patch:
        patch.setattr(_cargo, "build", lambda *_, **__: pytest.fail("it compiled again"))
        assert tvm_ffi_rs.load_inline("inline_scale", source) is made
    other = tvm_ffi_rs.load_inline("inline_scale", fresh(SOURCE.replace("by * x", "by + x")))
    assert other.scale(np.arange(3.0)).tolist() == [2, 3, 4]


def test_sixteen_processes_compile_once(cache):
    source = fresh()
    script = "import sys, tvm_ffi_rs; print(tvm_ffi_rs.load_inline('inline_many', sys.argv[1])._file)"
    paths = os.pathsep.join([str(WORKSPACE / "python"), os.environ.get("PYTHONPATH", "")])
    command, variables = [sys.executable, "-c", script, source], {**os.environ, "PYTHONPATH": paths}
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=variables) for _ in range(16)]
    files = {process.communicate()[0] for process in started}
    assert len(files) == 1 and not any(process.returncode for process in started)
    [file] = files
    assert [one.name for one in Path(file.strip()).parent.iterdir()] == [Path(file.strip()).name]


def test_errors_are_those_of_cargo_with_the_lines_of_the_source(capsys):
    source = fresh().replace("*y = by * x;", '*y = "text";')
    with pytest.raises(tvm_ffi_rs.BuildError) as raised:
        tvm_ffi_rs.load_inline("inline_wrong", source)
    message = str(raised.value)
    assert "error[E0308]: mismatched types" in message and "--> inline_wrong.rs:8:14" in message
    assert "could not compile `inline_wrong`" in message
    with pytest.raises(tvm_ffi_rs.BuildError, match="inline_wrong.rs:8:14"):
        tvm_ffi_rs.load_inline("inline_wrong", source)


def test_long_builds_show_their_progress(capsys):
    ends = os.pipe()
    reader, writer = os.fdopen(ends[0]), os.fdopen(ends[1], "w", buffering=1)
    messages = _cargo.Messages(reader, 60)
    writer.write("   Compiling slow v1.0.0\nerror: no\n")
    while len(messages.lines) < 2:
        time.sleep(0.001)
    assert capsys.readouterr().err == ""
    # A minute later.
    messages.show()
    assert capsys.readouterr().err == "   Compiling slow v1.0.0\n"
    writer.write("   Compiling next v1.0.0\n")
    writer.close()
    messages.join()
    assert capsys.readouterr().err == "   Compiling next v1.0.0\n"
    assert messages.text() == "Compiling slow v1.0.0\nerror: no\n   Compiling next v1.0.0"
    assert messages.timer.finished.is_set()


def test_dependencies_and_their_changes(tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "constants"\nversion = "0.1.0"\nedition = "2024"\n')
    source = "#[tvm_ffi::export]\nfn answer() -> i64 { constants::ANSWER }\n"
    for answer in (41, 42):
        (tmp_path / "src" / "lib.rs").write_text(f"pub const ANSWER: i64 = {answer};\n")
        crates = {"constants": {"path": str(tmp_path)}}
        assert tvm_ffi_rs.load_inline("inline_constants", source, crates, tvm_ffi={"path": str(WORKSPACE)}).answer() == answer


def test_a_name_that_a_crate_cannot_have():
    with pytest.raises(ValueError, match="`my-kernel` cannot be the name of a crate"):
        tvm_ffi_rs.load_inline("my-kernel", SOURCE)


@pytest.mark.parametrize("facade", ["0.1", {"version": "0.1", "features": ["torch"]}])
def test_the_crate_of_the_public_registry_is_refused(monkeypatch, facade):
    monkeypatch.setattr(_cargo, "build", lambda *_, **__: pytest.fail("cargo was started"))
    for arguments in ({"tvm_ffi": facade}, {"dependencies": {"tvm-ffi-rs": facade}}):
        with pytest.raises(ValueError, match=r'^`tvm-ffi-rs` is not in the public registry: pass `\{"path": ...\}` or `\{"git": ...\}`, got \{'):
            tvm_ffi_rs.load_inline("inline_registry", fresh(), **arguments)


def test_the_crate_belongs_to_the_package(monkeypatch, tmp_path):
    monkeypatch.delenv("TVM_FFI_RS_CRATE")
    assert _inline.default_crate() == {"path": str(WORKSPACE)}
    monkeypatch.setattr(_inline, "__file__", str(tmp_path / "tvm_ffi_rs" / "_inline.py"))
    monkeypatch.setattr(_cargo, "build", lambda *_, **__: pytest.fail("cargo was started"))
    with pytest.raises(RuntimeError, match=r"^there is no crate `tvm-ffi-rs` in `.*`: set TVM_FFI_RS_CRATE to its folder, or pass `tvm_ffi="):
        tvm_ffi_rs.load_inline("inline_nowhere", fresh())


def test_no_compiler(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CARGO_HOME", str(tmp_path))
    monkeypatch.delenv("CARGO", raising=False)
    monkeypatch.delenv("RUSTC", raising=False)
    with pytest.raises(RuntimeError, match="there is no `rustc`: install Rust"):
        tvm_ffi_rs.load_inline("inline_none", fresh())


def test_the_version_of_the_compiler_is_remembered(monkeypatch, tmp_path):
    monkeypatch.setenv(_cache.FOLDER, str(tmp_path))
    assert _toolchain.version(tmp_path).startswith("rustc 1.")
    monkeypatch.setattr(_toolchain, "run", lambda *_: pytest.fail("it started the compiler"))
    assert _toolchain.version(tmp_path).startswith("rustc 1.")


def test_tables_of_a_manifest():
    text = _toml.table("dependencies", {"a": "1", "b": {"path": 'C:\\x "y"', "features": ["f"], "default-features": False}})
    assert text == '[dependencies]\n"a" = "1"\n"b" = { "path" = "C:\\\\x \\"y\\"", "features" = ["f"], "default-features" = false }\n'
