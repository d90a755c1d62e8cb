"""The details of a result: one frozen value each, with its JSON form. The games compute them, the pages draw them."""
