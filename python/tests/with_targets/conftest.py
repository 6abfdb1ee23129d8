"""``cargo xtask test targets`` runs these tests, in an environment that links for other platforms."""

from __future__ import annotations

import importlib.util

collect_ignore_glob = [] if importlib.util.find_spec("ziglang") and importlib.util.find_spec("lief") else ["test_*.py"]
