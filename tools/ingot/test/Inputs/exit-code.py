"""Succeeds if a command ends with the given exit code.

usage: exit-code.py CODE COMMAND ARGUMENTS…
"""
import subprocess
import sys

found = subprocess.run(sys.argv[2:]).returncode
if found != int(sys.argv[1]):
    sys.exit(f"exit code {found}, wanted {sys.argv[1]}")
