"""How the window looks: themes, icons, numbers and captions in words."""
