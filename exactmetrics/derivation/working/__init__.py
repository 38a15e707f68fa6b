"""The working: one rule a step of arithmetic, applied to a substituted tree until one number is left."""
