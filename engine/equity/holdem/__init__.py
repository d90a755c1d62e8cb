"""Hold'em: from texts to methods."""
