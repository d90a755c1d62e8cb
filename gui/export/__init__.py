"""Charts, tables and results as files and on the clipboard."""
