"""Templates of the derivations, one folder a format; installed as `exactmetrics.templates`."""
