"""The ways to run a definition: on exact numbers, on a recorded tree, on sympy symbols."""
