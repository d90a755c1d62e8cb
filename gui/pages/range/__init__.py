"""The range page: painting, the library, the inspector."""
