"""The state of the window: the document, the session, files and settings."""
