"""Statistics of a proportion, k of n samples: confidence intervals and the binomial test, exactly."""
