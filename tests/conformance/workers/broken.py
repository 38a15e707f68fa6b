"""A worker that cannot even start."""

if __name__ == "__main__":
    raise ImportError("no such library")
