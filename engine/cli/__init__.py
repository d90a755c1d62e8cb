"""The command line: the verbs that answer without a window, batches of requests, and the self-test."""
