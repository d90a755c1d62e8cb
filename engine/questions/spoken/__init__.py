"""Questions as players say them, read into the grammar of events: who, what, when, and on which condition."""
