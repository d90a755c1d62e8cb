"""What files of the player hold: library, marks, settings, templates, journal, history, unsaved tables."""
