"""Questions about a table: how often an event happens, and the equity of each seat when it does."""
