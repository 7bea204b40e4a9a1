"""Text tests: every `test/*.mlir` in the tree, beside the code it tests."""
import os
import platform
import sys

import lit.formats

config.name = "ingot"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
root = os.path.dirname(os.path.abspath(__file__))
config.excludes = ["Inputs", ".git"] + [name for name in os.listdir(root) if name.startswith("build")]
config.available_features.add(platform.machine())
config.test_source_root = root
build = lit_config.params["build"]
config.test_exec_root = os.path.join(build, "lit")
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(build, "bin"), "/usr/lib/llvm-22/bin", os.environ["PATH"]])
for sanitizer in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if sanitizer in os.environ:
        config.environment[sanitizer] = os.environ[sanitizer]
config.substitutions.append(("%root", config.test_source_root))
config.substitutions.append(("%python", sys.executable))
config.substitutions.append(
    ("%exit-code", f"{sys.executable} {config.test_source_root}/tools/ingot/test/Inputs/exit-code.py"))
