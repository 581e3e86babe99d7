#!/usr/bin/env python3
"""Every op of the dialect stands in a seed of the fuzzers.

    corpus.py DIALECT_MD CORPUS_DIR"""
import glob
import re
import sys


def main():
    page, corpus = sys.argv[1:]
    ops = re.findall(r"^### `(tri\.\w+)` ", open(page, encoding="utf-8").read(), re.M)
    seeds = "\n".join(open(f, encoding="utf-8").read() for f in glob.glob(f"{corpus}/*.mlir"))
    missing = [op for op in ops if not re.search(re.escape(op) + r"\b(?!_)", seeds)]
    print("\n".join(f"{op} is in no seed" for op in missing) or f"{len(ops)} ops, all in a seed")
    return 1 if missing or not ops else 0


if __name__ == "__main__":
    sys.exit(main())
