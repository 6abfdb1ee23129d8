"""Puts the sources of the crates into the wheel and into the archive of the sources, for `load_inline`. pyproject.toml has everything else."""

import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).absolute().parent
PACKAGED = Path("tvm_ffi_rs", "crates")
# What a crate has besides `src`.
FILES = ("Cargo.toml", "CHANGELOG.md", "LICENSE", "README.md", "build.rs")


def copy_crates(folder):
    """Copy what cargo would publish of the crates, as one workspace."""
    shutil.rmtree(folder, ignore_errors=True)
    if (HERE / PACKAGED).is_dir():
        # In an archive of the sources.
        shutil.copytree(HERE / PACKAGED, folder)
        return
    repository = HERE.parent
    manifest = (repository / "Cargo.toml").read_text(encoding="utf-8")
    members = re.findall(r'^    "(tvm-ffi-[a-z]+)",$', manifest, re.MULTILINE)
    for member in (".", *members):
        (folder / member).mkdir(parents=True)
        for file in (repository / member / name for name in FILES):
            if file.is_file():
                shutil.copyfile(file, folder / member / file.name)
        shutil.copytree(repository / member / "src", folder / member / "src", ignore=shutil.ignore_patterns("tests", "tests.rs"))
    listed = "".join(f'    "{member}",\n' for member in members)
    manifest = re.sub(r"^members = \[.*?^\]", f"members = [\n{listed}]", manifest, count=1, flags=re.DOTALL | re.MULTILINE)
    (folder / "Cargo.toml").write_text(manifest, encoding="utf-8")


class BuildPackage(build_py):
    def run(self):
        super().run()
        # An editable installation uses the repository.
        if not self.editable_mode:
            copy_crates(Path(self.build_lib) / PACKAGED)


class BuildArchive(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        copy_crates(Path(base_dir) / PACKAGED)


setup(cmdclass={"build_py": BuildPackage, "sdist": BuildArchive})
