#!/usr/bin/env python3
"""Every constraint label of the .td files (`load_c1`) stands in a comment of lib/Dialect and names a lit test's function.

    labels.py SOURCE_DIR

Also the other way round: a label that the code or a test carries is documented. Exits 1 and lists what is missing."""
import glob
import re
import sys

LABEL = r"\b[a-z_]+_c\d+\b"


def text(root, pattern):
    return "\n".join(open(f, encoding="utf-8").read() for f in sorted(glob.glob(f"{root}/{pattern}", recursive=True)))


def main():
    root = sys.argv[1]
    documented = set(re.findall(f"`({LABEL})`:", text(root, "dialect/*.td")))
    in_code = set(re.findall(LABEL, "\n".join(re.findall(r"/\*.*?\*/", text(root, "lib/Dialect/*.c"), re.S))))
    tested = set(re.findall(rf'@"?({LABEL[2:-2]})(?:_\w+)?[ "]*\(', text(root, "test/lit/Dialect/*.mlir")))
    missing = [(l, "in no comment of lib/Dialect") for l in documented - in_code - generated(root)]
    missing += [(l, "the name of no test in test/lit/Dialect") for l in documented - tested]
    missing += [(l, "in no .td file") for l in (in_code | {t for t in tested if t in in_code}) - documented]
    for label, where in sorted(missing):
        print(f"{label} is {where}")
    print(f"{len(documented)} labels, {len(missing)} missing")
    return 1 if missing or not documented else 0


def generated(root):
    """Labels whose check is a TypesMatchWith trait: they are named beside it in the .td."""
    return set(re.findall(rf"//\s*({LABEL})", text(root, "dialect/*.td")))


if __name__ == "__main__":
    sys.exit(main())
