"""Runs the real peer over an inbox: its pasted helper, and its models with its signature check.

    python peer.py PEERS REPOSITORY LOOP_ID      prints {"helper": [...], "board": [...]}; the key as in the environment
"""

import json
import sys
from pathlib import Path

peers, repository, loop = sys.argv[1:4]
sys.path.insert(0, peers)

from loopcaptain.demo import loops  # noqa: E402
from loopcaptain.protocol.models import InboxEntry  # noqa: E402
from loopcaptain.protocol.signing import is_signed, read_key  # noqa: E402

lines = (Path(repository) / ".loops" / loop / "inbox.jsonl").read_bytes().decode("utf-8").split("\n")
board = []
for line in lines:
    if line:
        entry = InboxEntry.model_validate_json(line)
        board.append({"id": entry.id, "text": entry.text, "signed": is_signed(entry.body(), read_key(), loop)})
print(json.dumps({"helper": loops.inbox(loop, repository), "board": board}))
