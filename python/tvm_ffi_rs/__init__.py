"""Kernel libraries in Rust, as functions of Python."""

__version__ = "0.1.0"
