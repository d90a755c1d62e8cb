"""Files as such: regular ones, locks, the log, the input of the headless verbs."""
