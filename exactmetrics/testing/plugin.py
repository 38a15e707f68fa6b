"""The old name of the pytest plugin, for `-p exactmetrics.testing.plugin`: it is the distribution pytest-exactmetrics.

Here it would be in the way: pytest rewrites the assertions of all that a distribution with a plugin holds.
"""

pytest_plugins = ("pytest_exactmetrics",)
