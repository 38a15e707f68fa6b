"""Packages: those found under `exactmetrics/`, and the two top-level folders that ship inside it.

Which of their files ship is said in MANIFEST.in, once for the source distribution and the wheel. A folder of data is
listed as a namespace package, for setuptools takes data from packages alone.
"""

from setuptools import find_namespace_packages, setup

SHIPPED = {"exactmetrics.templates": "templates", "exactmetrics.worked_examples": "worked_examples"}
CACHES = ["__pycache__", "*.__pycache__"]

below = [
    f"{package}.{folder}"
    for package, where in {"exactmetrics": "exactmetrics", **SHIPPED}.items()
    for folder in find_namespace_packages(where, exclude=CACHES)
]

setup(
    packages=["exactmetrics", *SHIPPED, *below],
    package_dir=SHIPPED,
    include_package_data=True,
)
