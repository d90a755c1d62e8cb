"""What tournament chips are worth in prizes."""
