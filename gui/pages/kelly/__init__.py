"""The Kelly page and the hand tracker."""
