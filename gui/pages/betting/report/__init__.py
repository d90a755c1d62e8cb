"""The page *Flop report*: best play on many flops, as a table and a chart."""
