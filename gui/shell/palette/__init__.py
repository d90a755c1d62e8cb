"""The command palette: everything by its name, and quick questions answered."""
