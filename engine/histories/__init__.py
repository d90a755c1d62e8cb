"""Hand histories: parsing and replaying played hands, their moments as scenarios, and what follows from them."""
