"""The page *Ask*: how often something happens, and what each seat is worth then."""
