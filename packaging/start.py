"""What the packaged program starts with: ``python -m gui`` where there is no Python.

The processes of a batch are started with this program too: ``multiprocessing`` has no other Python to call.
"""

import os
import sys

TRACKER = "from multiprocessing.resource_tracker import main"
"""With what the code of the process begins that looks after the things processes share."""

if sys.argv[1:2] == ["--multiprocessing-fork"]:
    from multiprocessing.spawn import freeze_support

    freeze_support()  # does the work of the process and ends it
elif sys.argv[-2:-1] == ["-c"] and sys.argv[-1].startswith(TRACKER):
    exec(sys.argv[-1])
    os._exit(0)  # it has closed its output, which PyInstaller's end would flush
else:
    from gui.__main__ import main

    sys.exit(main())
