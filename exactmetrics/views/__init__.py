"""The ways to run a definition: on exact numbers, and on a recorded tree."""
