"""The value of tournament chips in prizes."""
