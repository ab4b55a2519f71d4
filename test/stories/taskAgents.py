"""Two agents on the peer's own library, each in its own process. taskAgents.py WORKSPACE NAME STEP_SECONDS

Each claims what it may, asks where the task's context says so, goes on with the answer, and completes. Between two steps
it waits, so that a person can follow.
"""

import sys
import time
from pathlib import Path

from dropsite import DropSite

workspace, name, step = sys.argv[1], sys.argv[2], float(sys.argv[3])
site = DropSite(workspace)
site.register_agent(name, role="writer")
stop = Path(workspace, "..", "stop")
while not stop.exists():
    time.sleep(0.1)
    site.heartbeat(name)
    try:
        waiting = site.list_tasks("inbox", agent=name)
    except FileNotFoundError:
        continue  # claimed by the other one between listing and opening
    for seen in waiting:
        if seen.created_by == name:
            continue
        task = site.claim(name, seen.id)
        if task is None:
            continue
        time.sleep(step)
        if "banner" in task.title and "_feedback_response" not in task.context:
            site.request_feedback(task, {"question": "Blue or white?", "options": ["blue", "white"]})
        else:
            site.complete(task, {"by": name, "colour": task.context.get("_feedback_response")})
        break
