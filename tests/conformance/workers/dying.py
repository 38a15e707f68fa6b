"""A worker that answers until the third case of the run, which kills it."""

import json
import os
import sys

if __name__ == "__main__":
    asked = json.load(sys.stdin)
    print("ready", flush=True)
    for name in asked["cases"]:
        if name.endswith("deadly"):
            os.abort()
        print(json.dumps([name, 0.5]), flush=True)
