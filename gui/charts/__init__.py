"""Charts; all pyqtgraph code is here. One file, one chart."""
