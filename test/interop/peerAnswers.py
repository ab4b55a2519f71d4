"""What the peer's models say to lines: reads [kind, line] rows of JSON on stdin, writes one answer a row.

PYTHONPATH names the folder of the peers; QUARTERDECK_FUZZ_KEY is the key in hex, the loop is called "fuzz".
"""

import json
import math
import os
import sys
from datetime import datetime, timedelta

from loopcaptain.demo import loops as helper
from loopcaptain.protocol.models import EVENT, InboxEntry, Manifest
from loopcaptain.protocol.signing import is_signed
from pydantic import BaseModel, ValidationError

LOOP = "fuzz"
KEY = bytes.fromhex(os.environ["QUARTERDECK_FUZZ_KEY"])


def plain(value):
    """Values that survive JSON in JavaScript: numbers and times as text, with what they are."""
    if isinstance(value, BaseModel):
        fields = {name: getattr(value, name) for name in type(value).model_fields}
        return {name: plain(inner) for name, inner in fields.items() if inner is not None}
    if isinstance(value, datetime):
        since = value.replace(tzinfo=None) - datetime(1970, 1, 1) - (value.utcoffset() or timedelta())
        return {"micros": str(since // timedelta(microseconds=1))}
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return {"whole": str(value)}
    if isinstance(value, float):
        return {"float": repr(value) if math.isfinite(value) else None}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return {name: plain(inner) for name, inner in value.items()}


def checked(entry):
    """Whether the helper or the board takes the line as signed."""
    if not isinstance(entry, dict):
        return False
    try:
        if helper.signed(entry, LOOP):
            return True
    except (UnicodeEncodeError, TypeError):
        pass
    try:
        return bool(is_signed(InboxEntry.model_validate(entry).body(), KEY, LOOP))
    except (ValueError, TypeError):
        return False


def answer(kind, line):
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        return {"ok": False, "paths": [""]}
    try:
        if kind == "event":
            return {"ok": True, "value": plain(EVENT.validate_python(read))}
        if kind == "manifest":
            manifest = Manifest.model_validate(read)
            return {"ok": True, "value": plain(manifest), "edges": manifest.edges()}
        body = InboxEntry.model_validate(read).body()
        return {"ok": True, "value": plain(body), "checks": checked(read)}
    except ValidationError as error:
        paths = [".".join(map(str, problem["loc"])) for problem in error.errors(include_input=False)]
        return {"ok": False, "paths": list(dict.fromkeys(paths)), "checks": checked(read)}


for row in sys.stdin:
    print(json.dumps(answer(*json.loads(row))))
