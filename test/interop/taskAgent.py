"""An agent on the peer's own library: claims, asks where the task says so, completes. taskAgent.py WORKSPACE NAME"""

import sys
import time
from pathlib import Path

from dropsite import DropSite

workspace, name = sys.argv[1:]
site = DropSite(workspace)
site.register_agent(name)
stop = Path(workspace, "..", "stop")
while not stop.exists():
    site.heartbeat(name)
    # Dies here when another agent takes a file between listing and opening: the test starts it again.
    for seen in site.list_tasks("inbox"):
        if seen.assigned_to and seen.assigned_to != name:
            continue
        task = site.claim(name, seen.id)
        if task is None:
            continue
        if task.context.get("ask") and "_feedback_response" not in task.context:
            site.request_feedback(task, {"question": "Go on with " + task.title + "?", "options": ["yes", "no"]})
        else:
            site.complete(task, {"by": name, "answer": task.context.get("_feedback_response")})
    time.sleep(0.01)
