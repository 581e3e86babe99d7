#!/usr/bin/env python3
"""Pages say what is: every relative link leads to a file, every folder of README's map exists. (What pages show is run by
test/lit/tri-run/doc.test.)

    pages.py SOURCE_DIR"""
import glob
import os
import re
import sys


def missing_links(root):
    for page in sorted(glob.glob(f"{root}/*.md") + glob.glob(f"{root}/docs/*.md")):
        text = open(page, encoding="utf-8").read()
        for target in re.findall(r"\]\(([^)#\s]+)", text):
            if not target.startswith(("http:", "https:")) and not os.path.exists(os.path.join(os.path.dirname(page), target)):
                yield f"{os.path.relpath(page, root)}: no {target}"


def missing_folders(root):
    rows = re.findall(r"^\| (`.*?) \|", open(f"{root}/README.md", encoding="utf-8").read(), re.M)
    for folder in re.findall(r"`([^`]+)`", " ".join(rows)):
        if not os.path.isdir(os.path.join(root, folder)):
            yield f"README.md: no folder {folder}"


def main():
    root = sys.argv[1]
    wrong = [*missing_links(root), *missing_folders(root)]
    print("\n".join(wrong) or "every link and folder is there")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
