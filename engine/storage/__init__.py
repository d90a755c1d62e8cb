"""Reading and writing files: checks of regular files, locks, atomic writing, the log, the input of the verbs."""
