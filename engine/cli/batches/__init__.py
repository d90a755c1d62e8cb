"""Batches: lines of requests answered in order, by many processes or machines."""
