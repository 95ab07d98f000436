"""The loop as a package: installed, typed, and usable from elsewhere."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from testing import HERE

PROGRAM = """
from proofmark_adapter import Adapter, Reject, field

adapter = Adapter("installed", "1")

@adapter.operation("x.double")
def double(data):
    if field(data, "text", str) == "":
        raise Reject("empty")
    return {"text": data["text"] * 2}

adapter.run()
"""

missing = next((name for name in ["pip", "setuptools", "wheel"] if importlib.util.find_spec(name) is None), None)
if missing and os.environ.get("PROOFMARK_CI"):
    raise ImportError(f"no {missing}")  # there, nothing is skipped


@unittest.skipIf(missing, f"no {missing}")
class Package(unittest.TestCase):
    def test_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            # A copy, because building leaves files behind.
            source, target = os.path.join(folder, "source"), os.path.join(folder, "target")
            os.mkdir(source)
            shutil.copy(os.path.join(HERE, "pyproject.toml"), source)
            shutil.copytree(os.path.join(HERE, "proofmark_adapter"), os.path.join(source, "proofmark_adapter"))
            install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", target, source]
            subprocess.run([sys.executable, *install], check=True)
            self.assertTrue(os.path.exists(os.path.join(target, "proofmark_adapter", "py.typed")))
            lines = b'{"id":1,"op":"x.double","input":{"text":"a"}}\n{"id":2,"op":"x.double","input":{"text":""}}\n'
            process = subprocess.run([sys.executable, "-c", PROGRAM], input=lines, stdout=subprocess.PIPE, check=True,
                                     cwd=folder, env={**os.environ, "PYTHONPATH": target})
            self.assertEqual(process.stdout, b'{"id":1,"ok":{"text":"aa"}}\n{"id":2,"reject":{"code":"empty"}}\n')


if __name__ == "__main__":
    unittest.main()
