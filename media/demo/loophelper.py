"""Loop files for a person's editor: say what a loop is, what happens in it, and read what the person sends.

One file, Python 3.9 or newer, standard library only. Put it beside your program and import it, or run it:

    python3 loophelper.py register my-loop < loop.json
    python3 loophelper.py emit my-loop round_started '{"round": 1, "plan": "Read the brief"}'
    python3 loophelper.py inbox my-loop          prints one JSON line for each new entry
    python3 loophelper.py key                    says which signing key is used here

License: MIT.
"""

import hashlib
import hmac
import json
import os
import re
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

EVENTS = (
    "round_started", "step_started", "step_finished", "finding_closed", "round_finished", "loop_stopped",
    "heartbeat", "question", "question_closed", "check", "inbox_read",
)
SLUG = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
DECISIONS = {
    "fix": None, "later": None, "won't fix": "wontfix", "false positive": "false_positive", "duplicate": "duplicate",
}
DECISION = re.compile(
    r"(?P<step>[^/\s]+)/(?P<id>.+?)(?: \[(?P<label>[^\[\]]*)\])?"
    r": (?P<word>fix|later|won't fix|false positive|duplicate)(?:: (?P<why>.*))?"
)
_refused = set()


def stamp(seconds_from_now=0.0):
    """A moment as the files write it: UTC, to the millisecond."""
    moment = datetime.fromtimestamp(time.time() + seconds_from_now, timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (moment.microsecond // 1000)


def moment(text):
    """The moment that a `ts` of these files names, in seconds since 1970; 0 where it names none."""
    match = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z", str(text), re.ASCII)
    if not match:
        return 0.0
    try:
        whole = datetime.strptime(match[1], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    except ValueError:
        return 0.0
    return whole.timestamp() + float(match[2] or 0)


def loop_folder(loop_id, repo="."):
    if not SLUG.fullmatch(loop_id):
        raise ValueError("a loop id is 1 to 64 of a-z 0-9 . _ - and begins with a letter or digit: %r" % loop_id)
    return Path(repo) / ".loops" / loop_id


def register(loop_id, manifest, repo="."):
    """Write loop.json whole, so that a reader never sees half of it. Sets `protocol` and `id`."""
    target = loop_folder(loop_id, repo) / "loop.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name("loop.json.%d.tmp" % os.getpid())
    whole = dict(manifest, protocol=1, id=loop_id)
    draft.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    os.replace(draft, target)


def emit(loop_id, event, fields=None, repo="."):
    """Append one event as one line. Fields that are None are left out; `ts` is now unless you give it."""
    if event not in EVENTS:
        raise ValueError("no such event: %r" % event)
    line = {"ts": stamp(), "event": event}
    line.update({name: value for name, value in (fields or {}).items() if value is not None})
    path = loop_folder(loop_id, repo) / "events.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    data = (json.dumps(line) + "\n").encode("utf-8")
    with open(path, "a+b") as log:
        if log.seek(0, os.SEEK_END) > 0:
            log.seek(-1, os.SEEK_END)
            if log.read(1) != b"\n":  # a line that broke off: keep it apart from ours
                data = b"\n" + data
        log.write(data)
    return line


def read_lines(path):
    """The JSON objects of a file, one for each whole line; what is not one is passed over."""
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        return []
    found = []
    for line in data.split(b"\n")[:-1]:
        try:
            value = json.loads(line.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            found.append(value)
    return found


def key_file():
    return Path(os.environ.get("LOOPCAPTAIN_INBOX_KEY") or "~/.config/loopcaptain/inbox.key").expanduser()


def read_key():
    """The key that the person's editor signs with, or None where there is none that can be used."""
    try:
        key = bytes.fromhex(key_file().read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return None
    return key if len(key) >= 32 else None


def key_words():
    key = read_key()
    if key is None:
        try:
            key_file().stat()
        except FileNotFoundError:
            return "%s: not there (your editor makes it with your first answer)" % key_file()
        except OSError:
            pass  # It is there, and can't be read.
        return "%s: no key that can be used" % key_file()
    return "%s: fingerprint %s" % (key_file(), hashlib.sha256(key).hexdigest()[:8])


def is_signed(entry, loop_id):
    """True: the person's editor wrote this line for this loop. False: it did not. None: no key, can't tell."""
    key = read_key()
    if key is None:
        return None
    given = entry.get("sig")
    if entry.get("loop") != loop_id or not isinstance(given, str):
        return False
    body = {name: value for name, value in entry.items() if name != "sig"}
    try:
        text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
        mark = hmac.new(key, text, hashlib.sha256).hexdigest()
        return hmac.compare_digest(mark.encode("ascii"), given.encode("utf-8"))
    except UnicodeEncodeError:
        return False


def plain(text, limit=100):
    """Foreign text made safe for a terminal: one line, nothing that moves the cursor."""
    line = "".join(c if c.isprintable() else " " for c in str(text))
    return line if len(line) <= limit else line[: limit - 3] + "..."


def say_refused(entry):
    print(
        "REFUSED, not signed by your editor's key: %s %s: %s\n  (key here: %s)"
        % (plain(entry.get("kind"), 20), plain(entry.get("id"), 40), plain(entry.get("text", "")), key_words()),
        file=sys.stderr,
    )


def inbox(loop_id, repo=".", refused=say_refused):
    """What the person sent since the last call, in the file's order, now marked as read.

    Each entry is a dict with `id`, `ts`, `kind` ("reply" or "stop"), `text`, perhaps `question`, `choice`, `round`,
    and `signed`: True, or None where this machine has no key to check with. A line whose signature is missing or
    wrong is never returned and never marked as read: a forged line may carry the id of a true one that comes later.
    """
    base = loop_folder(loop_id, repo)
    seen = set()
    for event in read_lines(base / "events.jsonl"):
        if event.get("event") == "inbox_read" and isinstance(event.get("ids"), list):
            seen.update(str(name) for name in event["ids"])
    fresh = []
    for entry in read_lines(base / "inbox.jsonl"):
        name = entry.get("id")
        if not isinstance(name, str) or name in seen or entry.get("kind") not in ("reply", "stop"):
            continue
        signed = is_signed(entry, loop_id)
        if signed is False:
            mark = json.dumps(entry, sort_keys=True)
            if mark not in _refused:
                _refused.add(mark)
                refused(entry)
            continue
        seen.add(name)
        fresh.append(dict(entry, signed=signed))
    if fresh:
        emit(loop_id, "inbox_read", {"ids": [entry["id"] for entry in fresh]}, repo)
    return fresh


def option_and_words(entry, options):
    """(option or None, words): an answer may pick an option, say something of its own, or both.

    With both, the text is the option's label, a full stop, a space, and the words.
    """
    text = str(entry.get("text", ""))
    for option in options:
        if option["id"] == entry.get("choice"):
            rest = text[len(option["label"]) :] if text.startswith(option["label"]) else ". " + text
            return option, rest[2:].strip() if rest.startswith(". ") else rest.strip()
    return None, text.strip()


def decisions(text):
    """The lines of a note that settle findings, such as `facts/3: won't fix: by design`.

    Each is {"step", "label", "id", "resolution", "reason"}. `label` is None unless one run of the step is meant:
    `research/3 [storage]: duplicate`. `resolution` is None for "fix" and "later", which close nothing.
    """
    found = []
    for line in str(text).split("\n"):
        match = DECISION.fullmatch(line.strip())
        if match:
            found.append(
                {
                    "step": match["step"],
                    "label": match["label"],
                    "id": match["id"].strip(),
                    "resolution": DECISIONS[match["word"]],
                    "reason": match["why"] or "",
                }
            )
    return found


def main(arguments):
    command, *rest = arguments or ["help"]
    if command == "register" and len(rest) == 1:
        register(rest[0], json.load(sys.stdin))
    elif command == "emit" and len(rest) in (2, 3):
        emit(rest[0], rest[1], json.loads(rest[2]) if len(rest) == 3 else None)
    elif command == "inbox" and len(rest) == 1:
        for entry in inbox(rest[0]):
            print(json.dumps(entry))
    elif command == "key" and not rest:
        print(key_words())
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
