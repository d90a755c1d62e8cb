"""Hand histories: files and pasted texts of played hands, their moments as scenarios, and what goes to Kelly."""
