#!/usr/bin/env python3
"""Makes the table of scalar expansions from MLIR text.

    gen_expansions.py OUT.inc FILE.mlir...

A file holds functions, one per scalar op that the target lacks or that LLVM lowers wrongly; the symbol is the op's
key (expand.h). Comments right before a function direct it:

    // with F=f32 I=i32
    // with F=f64 I=i64     one instance per line; $F and $I in the text are replaced
    // if: fp8              only for targets with this capability
    // unless: bf16         only for the others

Output: rows {key, capability, wanted, text}, sorted by key.
"""
import re
import sys


def functions(lines):
    """(directives, text) of each top-level function."""
    directives, body = [], []
    for line in lines:
        if body or line.startswith("func.func"):
            body.append(line)
            if line.startswith("}"):
                yield directives, "".join(body)
                directives, body = [], []
        elif line.startswith("//"):
            directives.append(line[2:].strip())
        else:
            directives = []
    assert not body, "a function is not closed by a } at the line's start"


def instances(directives):
    maps = [dict(pair.split("=") for pair in d.split()[1:]) for d in directives if d.startswith("with ")]
    return maps or [{}]


def condition(directives):
    for d in directives:
        m = re.match(r"(if|unless): (\w+)$", d)
        if m:
            return "CAN_" + m.group(2).upper(), int(m.group(1) == "if")
    return "CAPABILITY_COUNT", 0


def rows(paths):
    for path in paths:
        with open(path) as f:
            for directives, text in functions(f):
                for values in instances(directives):
                    one = re.sub(r"\$([A-Za-z]\w*)", lambda m: values[m.group(1)], text)
                    yield re.match(r'func\.func @"?([\w.]+)', one).group(1), *condition(directives), one


def quoted(text):
    return "\n".join('   "%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"') for line in text.splitlines())


def main():
    out, paths = sys.argv[1], sys.argv[2:]
    with open(out, "w") as f:
        for key, capability, wanted, text in sorted(rows(paths)):
            f.write('  {"%s", %s, %s,\n%s},\n' % (key, capability, "true" if wanted else "false", quoted(text)))


main()
