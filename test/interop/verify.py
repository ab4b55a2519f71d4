"""Checks an inbox as the other side would, from the rules of the protocol alone. Needs only Python's standard library.

    python3 verify.py INBOX KEYFILE LOOP_ID      prints one JSON array, an object for each line

`helper`: the line as a loop's pasted helper sees it, split by str.splitlines, signed over what the line says.
`board`: the same entry written anew from its known fields gives the same bytes, and the signature holds over them.
"""

import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

KNOWN = ("id", "ts", "kind", "text", "round", "loop", "question", "choice", "sig")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z")


def mark(entry, key):
    body = {name: value for name, value in entry.items() if name != "sig"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hmac.new(key, text.encode("utf-8"), hashlib.sha256).hexdigest()


def well_formed(entry):
    if any(name not in KNOWN or value is None for name, value in entry.items()):
        return False
    if not all(isinstance(entry.get(name), str) for name in ("id", "ts", "kind", "text", "loop", "sig")):
        return False
    if not all(isinstance(entry[name], str) for name in ("question", "choice") if name in entry):
        return False
    if "round" in entry and not (type(entry["round"]) is int and entry["round"] >= 1):
        return False
    return bool(entry["id"]) and entry["kind"] in ("reply", "stop") and bool(TIME.fullmatch(entry["ts"]))


def main():
    inbox, key_file, loop = sys.argv[1:4]
    key = bytes.fromhex(Path(key_file).read_text().strip())
    report = []
    for line in Path(inbox).read_bytes().decode("utf-8").splitlines(keepends=True):
        found = {"helper": False, "board": False}
        report.append(found)
        if not line.endswith("\n"):
            continue
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if not isinstance(entry, dict):
            continue
        found.update({name: entry.get(name) for name in ("id", "kind", "text", "choice", "question", "round")})
        signed = entry.get("loop") == loop and hmac.compare_digest(mark(entry, key), str(entry.get("sig", "")))
        known = {name: entry[name] for name in KNOWN if name in entry}
        fraction = re.fullmatch(r".*\.0+Z", str(entry.get("ts", "")))
        found["helper"] = signed
        found["board"] = well_formed(entry) and not fraction and mark(known, key) == entry.get("sig")
    json.dump(report, sys.stdout)


main()
