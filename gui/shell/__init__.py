"""The window around the pages and the table: menus, bars, status line."""
