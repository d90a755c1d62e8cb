"""Questions about a table: how often an event happens, and what each seat is worth when it does."""
