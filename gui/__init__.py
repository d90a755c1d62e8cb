"""The window of Steel Wheel."""
