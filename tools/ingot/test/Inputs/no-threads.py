"""Runs a command that can start no threads: the stack of one would be as large as the address space.

usage: no-threads.py COMMAND …
"""
import os
import resource
import sys

_, most = resource.getrlimit(resource.RLIMIT_STACK)
resource.setrlimit(resource.RLIMIT_STACK, (1 << 47, most))
os.execvp(sys.argv[1], sys.argv[1:])
