"""Hands played to their end: what an action earns against players as they are described."""
