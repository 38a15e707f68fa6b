"""The inputs of the vectors, by what they are there to find."""
