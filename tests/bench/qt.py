"""Imports Qt as the program does; to be imported before anything else imports it. Else Qt has Python keep the sources
of all modules that are imported later, and a figure of memory is 40 to 80 MB too high.
"""

from gui.__main__ import import_qt

import_qt()
