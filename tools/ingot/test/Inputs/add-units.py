"""Adds to element 1 of an f32 file units in the last place of bf16 at 100.

usage: add-units.py FILE UNITS
"""
import struct
import sys

with open(sys.argv[1], "r+b") as file:
    file.seek(-12, 2)
    value, = struct.unpack("<f", file.read(4))
    file.seek(-12, 2)
    file.write(struct.pack("<f", value + 0.5 * float(sys.argv[2])))
