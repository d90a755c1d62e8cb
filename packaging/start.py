"""What the packaged program starts with: ``python -m gui`` where there is no Python."""

import sys

from gui.__main__ import main

sys.exit(main())
