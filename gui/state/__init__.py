"""What the window knows: the document, the session, files and settings."""
