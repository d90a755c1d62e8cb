"""What kernels of both games share: random numbers, and who compiles when."""
