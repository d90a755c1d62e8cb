"""The cells of a grid as tests look at them."""


def cells_of(grid):
    """Return the cells of a grid by their labels."""
    model = grid.model_
    places = ((row, column) for row in range(model.rowCount()) for column in range(model.columnCount()))
    return {cell.label: cell for cell in map(model.cell, places) if cell is not None}
