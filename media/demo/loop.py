"""A small real loop: round by round it makes a harbour card, a one-page guide for entering a harbour.

It needs Python 3.9 and the file loophelper.py beside it, nothing else. The "agents" in it are plain functions and
the harbour is invented, so it costs nothing and ends the same way each time: unless you stop it, in round 4.
In round 3 it asks whom the card is for, and waits. It takes notes at the start of each round.

    python3 loop.py                 run live until it is done
    python3 loop.py --history 2     write two past rounds, then end

License: MIT.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOOP = "harbour-card"
CARD = "out/harbour-card.md"
PROGRESS = "work/progress.json"
ROUND_CAP = 6
QUESTION = "reader"
QUESTION_TEXT = "Whom should the harbour card speak to first?"
OPTIONS = (
    {"id": "visitors", "label": "Visiting sailors"},
    {"id": "pilots", "label": "Pilots"},
    {"id": "ferries", "label": "Ferry crews"},
)
ENTRIES = (
    ("Keep the white tower open of the mole", "seen from the north leg"),
    ("The bar carries 2.8 m at low water", "lead line, three casts"),
    ("The current sets east across the entrance", "drift log, half a tide"),
    ("Turn at the red beacon, not before it", "track of the survey boat"),
    ("Visitors lie at the south pontoon", "berth list of the harbour office"),
    ("Call on channel 12 before the bar", "notice at the harbour office"),
    ("The inner basin dries at springs", "tide pole, two springs"),
    ("No entry by night in an onshore swell", "log of the lifeboat"),
)
SURVEYS = ("approach", "berths")
MANIFEST = {
    "title": "A harbour card for Port Ellery",
    "brief": {
        "goal": "One page that takes a boat safely into Port Ellery, each line with the reading behind it.",
        "audience": "Not settled yet: the loop asks in round 3",
        "bar": "Every line has a reading, and a stranger finds the entrance from the page alone",
    },
    "steps": [
        {"id": "plan", "kind": "plan", "name": "Navigator plans"},
        {"id": "survey", "kind": "research", "name": "Surveyors", "purpose": "One for each part of the harbour"},
        {"id": "draft", "kind": "build", "name": "Card writer", "purpose": "Writes " + CARD},
        {"id": "readings", "kind": "review", "after": ["draft"], "purpose": "Each line has a reading behind it"},
        {"id": "stranger", "kind": "review", "after": ["draft"], "purpose": "Reads it as if new to the harbour"},
        {"id": "gate", "kind": "gate", "after": ["readings", "stranger"]},
        {"id": "verdict", "kind": "verdict", "name": "Navigator decides"},
    ],
    "round_cap": ROUND_CAP,
    "cost_cap_usd": 3,
    "pace": "a step every second or two; asks once, in round 3",
    "commands": {"start": "py -3 loop.py" if os.name == "nt" else "python3 loop.py"},
    "outputs": [{"name": "harbour card", "path": CARD}],
    "state": [{"name": "progress", "path": PROGRESS}],
}


def missing():
    """What stands in the way, in words; looked at before anything is written."""
    found = []
    if sys.version_info < (3, 9):
        found.append("Python 3.9 or newer; this is %d.%d" % sys.version_info[:2])
    if not (HERE / "loophelper.py").is_file():
        found.append("the file loophelper.py, which belongs beside loop.py in %s" % HERE)
    for folder in (HERE, HERE / ".loops", HERE / ".loops" / LOOP, HERE / "out", HERE / "work"):
        if folder.exists() and not folder.is_dir():
            found.append("a folder at %s, where a file is now" % folder)
        elif folder.exists() and not os.access(folder, os.W_OK):
            found.append("leave to write in %s" % folder)
    return found


class Pace:
    """How time passes: live it sleeps, for history it dates the lines and moves a made-up clock on."""

    def __init__(self, live_seconds, history_from=None):
        self.live_seconds = live_seconds
        self.offset = history_from
        self.live = history_from is None

    def stamp(self, minutes):
        if self.live:
            time.sleep(self.live_seconds)
            return {}
        self.offset += minutes * 60
        return {"ts": loophelper.stamp(self.offset)}

    def next_at(self):
        return None if not self.live else loophelper.stamp(self.live_seconds * 2 + 1)


class Progress:
    """What one round hands to the next, kept in a file so that a restart goes on where it was."""

    def __init__(self):
        try:
            kept = json.loads((HERE / PROGRESS).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            kept = {}
        kept = kept if isinstance(kept, dict) else {}
        self.reader = kept.get("reader")
        self.words = kept.get("words") or ""
        self.notes = [str(note) for note in kept.get("notes") or []]
        self.settled = [str(name) for name in kept.get("settled") or []]  # step/id, as the person decided

    def save(self):
        kept = {"reader": self.reader, "words": self.words, "notes": self.notes, "settled": self.settled}
        write(PROGRESS, json.dumps(kept, indent=2) + "\n")


def write(relative, text):
    path = HERE / relative
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return relative


def emit(event, fields):
    return loophelper.emit(LOOP, event, fields, HERE)


def say(text):
    print(text, flush=True)


def past():
    """(number of the last finished round, whether the loop reached its bar)."""
    finished = [
        event
        for event in loophelper.read_lines(HERE / ".loops" / LOOP / "events.jsonl")
        if event.get("event") == "round_finished" and isinstance(event.get("round"), int)
    ]
    return max((event["round"] for event in finished), default=0), any(e.get("verdict") == "done" for e in finished)


def with_reading(number):
    return min(len(ENTRIES), 2 * number)


def listed(number, progress):
    """The findings of a round's two reviews, but for those that the person settled. The last round has none."""
    readings = [
        {"id": "line-%d" % (place + 1), "text": "No reading behind: %s." % line}
        for place, (line, _) in enumerate(ENTRIES)
        if place >= with_reading(number)
    ]
    stranger = []
    if number == 1:
        stranger.append({"id": "order", "text": "The entrance should come before the berths."})
    if number in (1, 2):
        stranger.append({"id": "depth-word", "text": "Say which low water is meant.", "severity": "minor"})

    def left(step, findings):
        return [one for one in findings if "%s/%s" % (step, one["id"]) not in progress.settled]

    return left("readings", readings), left("stranger", stranger)


def card(number, progress):
    lines = ["# Port Ellery", "", "For: %s. Round %d." % (progress.reader or "not settled yet", number), ""]
    if progress.words:
        lines += ["With the answer came: %s" % progress.words, ""]
    for place, (line, reading) in enumerate(ENTRIES):
        lines.append("- %s (%s)" % (line, reading if place < with_reading(number) else "no reading yet"))
    if progress.notes:
        lines += ["", "## Notes taken up", ""] + ["- %s" % note for note in progress.notes]
    return "\n".join(lines) + "\n"


def say_unsure(entry):
    if entry["signed"] is None:
        say("(No signing key on this machine: nobody can tell who wrote the next line.)")


def take_answer(entry, progress):
    say_unsure(entry)
    option, words = loophelper.option_and_words(entry, OPTIONS)
    progress.reader = option["label"] if option else words
    progress.words = words if option else ""
    progress.save()
    say("Answer taken: the card is for %s.%s" % (
        loophelper.plain(progress.reader),
        " And with it: %s" % loophelper.plain(progress.words) if progress.words else "",
    ))


def take_note(number, entry, progress):
    say_unsure(entry)
    text = str(entry.get("text", ""))
    for one in loophelper.decisions(text):
        if one["resolution"]:
            emit("finding_closed", dict(one, round=number))
            progress.settled.append("%s/%s" % (one["step"], one["id"]))
    progress.notes.append(" ".join(text.split()))
    progress.save()
    say("Note taken up in round %d: %s" % (number, loophelper.plain(text)))


def take_inbox(number, progress):
    """Reads what the person sent before round `number`. True: it told the loop to stop."""
    stop = False
    for entry in loophelper.inbox(LOOP, HERE):
        if entry["kind"] == "stop":
            stop = True
        elif entry.get("question") == QUESTION:
            take_answer(entry, progress)
        else:
            take_note(number, entry, progress)
    return stop


def ask(number, progress, pace_seconds, wait_seconds):
    """Asks whom the card is for and stands still. False: the person told the loop to stop meanwhile.

    As every reader of these files counts it, the first reply sent after the question answers it, unless it names
    another one. All else that comes is a note.
    """
    asked = emit("question", {
        "id": QUESTION, "round": number, "blocks": True, "timeout_s": max(1, int(wait_seconds)),
        "text": QUESTION_TEXT, "options": list(OPTIONS),
    })
    say("\nWaiting for your answer (at most %d s): %s" % (wait_seconds, QUESTION_TEXT))
    for place, option in enumerate(OPTIONS):
        say("  %d  %s" % (place + 1, option["label"]))
    until = time.monotonic() + wait_seconds
    while time.monotonic() < until:
        answered = False
        for entry in loophelper.inbox(LOOP, HERE):
            if entry["kind"] == "stop":
                emit("question_closed", {"question": QUESTION, "reason": "withdrawn", "answer": "Stopped instead."})
                return False
            later = loophelper.moment(entry.get("ts")) >= loophelper.moment(asked["ts"])
            if not answered and later and entry.get("question") in (None, QUESTION):
                take_answer(entry, progress)
                answered = True
            else:
                take_note(number, entry, progress)
        if answered:
            return True
        time.sleep(min(max(pace_seconds, 0.05), 1.0))
    progress.reader = OPTIONS[0]["label"]
    progress.save()
    emit("question_closed", {
        "question": QUESTION, "reason": "superseded", "answer": "No answer in time; went on with %s." % progress.reader,
    })
    say("No answer in time: the card is for %s." % progress.reader)
    return True


def step(number, name, pace, minutes, **fields):
    """One step: its start, the time it takes, its end."""
    label = fields.get("label")
    emit("step_started", dict({"round": number, "step": name, "label": label}, **pace.stamp(0)))
    if pace.live:
        say("  round %d  %s%s" % (number, name, " (%s)" % label if label else ""))
    emit("step_finished", dict(dict({"round": number, "step": name}, **fields), **pace.stamp(minutes)))


def cost(usd, tokens_in, tokens_out):
    return {"usd": usd, "tokens_in": tokens_in, "tokens_out": tokens_out, "turns": 1, "estimated": True}


def close_settled(number, pace, progress):
    """Findings of the round before that this round's draft has settled."""
    if number == 1:
        return
    before, now = listed(number - 1, progress), listed(number, progress)
    for name, old, new in (("readings", before[0], now[0]), ("stranger", before[1], now[1])):
        left = {finding["id"] for finding in new}
        for finding in old:
            if finding["id"] not in left:
                emit("finding_closed", dict({
                    "round": number, "step": name, "id": finding["id"], "resolution": "fixed",
                    "reason": "settled in the draft of round %d" % number,
                }, **pace.stamp(0)))


def run_round(number, pace, progress):
    """One round, written down as it happens. True: the card has reached its bar."""
    to_go = len(ENTRIES) - with_reading(number - 1)
    plan = "Find readings for the %d lines that lack one." % to_go
    plan_file = write("work/round-%d-plan.md" % number, "# Round %d\n\n%s\n" % (number, plan))
    emit("round_started", dict({"round": number, "plan": plan, "artifact": plan_file}, **pace.stamp(0)))
    step(number, "plan", pace, 2, artifact=plan_file, summary="%d lines to go." % to_go, cost=cost(0.03, 6000, 500))
    for part in SURVEYS:
        if number == 2 and part == "berths":
            step(number, "survey", pace, 3, label=part, status="failed", attempt=1,
                 summary="The harbour office did not answer.",
                 error={"kind": "transient", "text": "no answer on channel 12"})
            step(number, "survey", pace, 6, label=part, attempt=2, summary="Berth list read.",
                 cost=cost(0.05, 15000, 900))
        else:
            step(number, "survey", pace, 5, label=part, summary="Readings of the %s." % part,
                 cost=cost(0.05, 15000, 900))
    share = {"name": "lines with a reading", "value": round(with_reading(number) / len(ENTRIES), 2),
             "target": 1.0, "better": "higher"}
    step(number, "draft", pace, 6, artifact=write(CARD, card(number, progress)), metrics=[share],
         summary="%d lines on one page." % len(ENTRIES), cost=cost(0.08, 22000, 2500))
    close_settled(number, pace, progress)
    readings, stranger = listed(number, progress)
    for name, findings in (("readings", readings), ("stranger", stranger)):
        text = "".join("- %s\n" % finding["text"] for finding in findings) or "Nothing found.\n"
        step(number, name, pace, 4, findings=findings, cost=cost(0.04, 9000, 600),
             artifact=write("work/round-%d-%s.md" % (number, name), text), summary="%d found." % len(findings))
    material = sum(1 for finding in readings + stranger if finding.get("severity", "material") == "material")
    emit("check", dict({"item": "entrance", "kind": "found from the page alone", "who": "stranger", "round": number,
                        "result": "pass" if material == 0 else "partly"}, **pace.stamp(0)))
    step(number, "gate", pace, 1, status="ok" if material == 0 else "failed",
         summary="Nothing material is open." if material == 0 else "%d material findings are open." % material)
    step(number, "verdict", pace, 1)
    done = material == 0
    emit("round_finished", dict({
        "round": number,
        "verdict": "done" if done else "continue",
        "stop_reason": "goal_met" if done else None,
        "summary": "The card is ready." if done else "%d material findings are left." % material,
        "next": "" if done else "Find the next readings.",
        "metrics": [share],
        "next_at": None if done else pace.next_at(),
    }, **pace.stamp(1)))
    return done


def write_history(rounds):
    if (HERE / ".loops" / LOOP / "events.jsonl").exists():
        say("There is a history already in %s; nothing was written." % (HERE / ".loops" / LOOP))
        return 2
    loophelper.register(LOOP, MANIFEST, HERE)
    pace, progress = Pace(0, -26 * 3600.0), Progress()
    for number in range(1, rounds + 1):
        run_round(number, pace, progress)
        pace.stamp(45)
    progress.save()
    say("%d past rounds are in %s" % (rounds, HERE / ".loops" / LOOP))
    return 0


def run_live(arguments):
    loophelper.register(LOOP, MANIFEST, HERE)
    say("Loop %s in %s\nSigning key: %s" % (LOOP, HERE, loophelper.key_words()))
    last, done = past()
    if done:
        say("The card is ready since round %d: %s\nFor another run, make the demo in another folder." % (last, HERE / CARD))
        return 0
    pace, progress = Pace(arguments.pace), Progress()
    number = last
    while number < ROUND_CAP:
        number += 1
        stop = take_inbox(number, progress)
        if not stop and number >= 3 and progress.reader is None:
            stop = not ask(number, progress, arguments.pace, arguments.wait)
        if stop:
            emit("loop_stopped", {"stop_reason": "person", "summary": "Told to stop before round %d." % number})
            say("Stopped, as you told it, before round %d." % number)
            return 0
        if run_round(number, pace, progress):
            say("Done in round %d: %s" % (number, HERE / CARD))
            return 0
        time.sleep(arguments.pace)
    emit("loop_stopped", {"stop_reason": "round_cap", "summary": "%d rounds are the cap." % ROUND_CAP})
    say("The cap of %d rounds is reached." % ROUND_CAP)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--history", type=int, metavar="N", help="write N past rounds (1 to 2), then end")
    parser.add_argument("--pace", type=float, default=1.5, metavar="SECONDS", help="time that each step takes")
    parser.add_argument("--wait", type=float, default=600, metavar="SECONDS", help="how long to wait for the answer")
    arguments = parser.parse_args()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a terminal that lacks a character must not end the loop
    if arguments.history is not None:
        if not 1 <= arguments.history <= 2:
            parser.error("--history takes 1 or 2: in round 3 the loop asks")
        return write_history(arguments.history)
    return run_live(arguments)


if __name__ == "__main__":
    lacking = missing()
    if lacking:
        print("Not started, and nothing was written. Missing:", file=sys.stderr)
        for one in lacking:
            print("  - " + one, file=sys.stderr)
        sys.exit(2)
    sys.dont_write_bytecode = True  # the folder is the person's: nothing is left in it but the loop's own files
    import loophelper

    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nInterrupted. Start it again to go on with the next round.", file=sys.stderr)
        sys.exit(130)
