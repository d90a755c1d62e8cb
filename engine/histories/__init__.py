"""Hand histories: parsing and replaying of played hands, their moments as scenarios, all-in EV, EV loss, statistics."""
