"""What differs between operating systems in tests."""

import os

MISSING = r"No such file|cannot find the (file|path)|File not found|Path not found"
"""The reason of an error about a file that is not there: of POSIX, of Windows itself, and of Wine."""
BYTES_NAME = os.fsdecode(b"caf\xe9.steelwheel") if os.name == "posix" else "caf\udce9.steelwheel"
"""A file name that is no text: not UTF-8, or half a character on Windows, whose names are UTF-16."""
WAIT_S = 600
"""For how many seconds at most a test waits for another process: a start takes minutes under Wine on a busy machine."""
