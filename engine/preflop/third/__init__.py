"""Razz before fifth street: what a hand is worth on third street to somebody who may give up a bad fourth one."""
