"""Reads a loop's files with the real peer's models: prints a JSON list of what they refuse.

    python peerLog.py PEERS FOLDER
"""

import json
import sys
from pathlib import Path

peers, folder = sys.argv[1], Path(sys.argv[2])
sys.path.insert(0, peers)

from loopcaptain.protocol.models import EVENT, InboxEntry, Manifest  # noqa: E402

READERS = {
    "loop.json": Manifest.model_validate_json,
    "events.jsonl": EVENT.validate_json,
    "inbox.jsonl": InboxEntry.model_validate_json,
}
refused = []
for name, read in READERS.items():
    path = folder / name
    text = path.read_bytes().decode("utf-8") if path.exists() else ""
    for place, part in enumerate([text] if name == "loop.json" else text.split("\n")):
        try:
            if part.strip():
                read(part)
        except ValueError as problem:
            refused.append("%s:%d: %s" % (name, place + 1, problem))
print(json.dumps(refused))
