import assert from 'node:assert/strict';
import type { LoopSnapshot } from '../../../src/protocol/loops/loopSnapshot.ts';
import type { WatchedLoop } from '../../../src/workspace/loops/watchedLoop.ts';
import { needsYou } from '../../../src/workspace/needsYou.ts';
import type { TaskWorkspace } from '../../../src/workspace/tasks/taskWorkspace.ts';
import { noMemory, type Toast, toastPlan } from '../../../src/workspace/toastPlan.ts';
import { asking, taskWorkspace } from '../../fakes/shownTasks.ts';
import { looks, question, watched } from '../../fakes/snapshots.ts';

const start = Date.parse('2026-03-02T09:00:00.000Z');
const iso = (seconds: number): string => new Date(start + seconds * 1000).toISOString();

/** One window, planning whenever something changes or the plan says so. */
class Window {
  memory = noMemory;
  now = start;
  active = true;
  loops: WatchedLoop[] = [];
  tasks: TaskWorkspace[] = [];
  readonly marks: Set<string>;
  readonly toasts: [number, Toast][] = [];
  againAt: number | null = null;

  constructor(marks = new Set<string>()) {
    this.marks = marks;
  }

  plan(): void {
    const { waits, looks: found } = needsYou(this.loops, this.tasks, this.now);
    const plan = toastPlan({
      now: this.now,
      waits,
      looks: found,
      marked: (mark) => this.marks.has(mark),
      active: this.active,
      memory: this.memory,
    });
    this.memory = plan.memory;
    this.againAt = plan.againAt;
    for (const mark of plan.quietly) {
      this.marks.add(mark);
    }
    if (plan.toast !== null) {
      const ours = plan.toast.marks.filter((mark) => !this.marks.has(mark));
      for (const mark of ours) {
        this.marks.add(mark);
      }
      if (ours.length > 0) {
        this.toasts.push([(this.now - start) / 1000, plan.toast]);
      }
    }
  }

  /** Goes on to this second, planning whenever the plan said to. */
  until(seconds: number): void {
    const end = start + seconds * 1000;
    while (this.againAt !== null && this.againAt <= end) {
      assert.ok(this.againAt > this.now, 'a plan must not ask to be made again at once');
      this.now = this.againAt;
      this.plan();
    }
    this.now = end;
  }

  at(seconds: number, change: () => void): void {
    this.until(seconds);
    change();
    this.plan();
  }

  told(): [number, string, string[]][] {
    return this.toasts.map(([when, toast]) => [
      when,
      toast.kind === 'summary' ? `summary ${toast.why}` : toast.kind,
      ids(toast),
    ]);
  }
}

function ids(toast: Toast): string[] {
  switch (toast.kind) {
    case 'wait':
      return [toast.wait, ...toast.others].map((wait) => wait.asker);
    case 'reminder':
      return [toast.wait.asker];
    case 'summary':
      return toast.waits.map((wait) => wait.asker);
    default:
      return [toast.look.loop.id];
  }
}

function asks(id: string, since: number, time: number | null = null): WatchedLoop {
  const expiresAt = time === null ? null : iso(since + time);
  return watched(id, { questions: [question({ id: 'q', askedAt: iso(since), expiresAt })] });
}

function look(id: string, code: 'over-cap' | 'no-progress' | 'stalled', sign: number): WatchedLoop {
  const values: Partial<LoopSnapshot> = { ...looks(code), lastSign: iso(sign) };
  return watched(id, values);
}

describe('toastPlan', () => {
  let window: Window;

  beforeEach(() => {
    window = new Window();
    window.plan();
  });

  it('tells of a wait once', () => {
    window.at(10, () => window.loops.push(asks('a', 10)));
    window.until(10_000);
    window.at(10_000, () => undefined);
    assert.deepEqual(window.told(), [[15, 'wait', ['a']]]);
  });

  it('tells of waits that begin within five seconds in one toast, most urgent first', () => {
    window.at(10, () => window.loops.push(asks('a', 10)));
    window.at(12, () => window.loops.push(asks('b', 12, 150)));
    window.at(14, () => window.loops.push(asks('c', 14)));
    window.at(17, () => window.loops.push(asks('d', 17)));
    window.until(100);
    assert.deepEqual(window.told(), [
      [15, 'wait', ['b', 'a', 'c']],
      [22, 'wait', ['d']],
    ]);
  });

  it('says nothing of a wait that is over before its toast', () => {
    window.at(10, () => window.loops.push(asks('a', 10)));
    window.at(12, () => window.loops.pop());
    window.until(100);
    assert.deepEqual(window.told(), []);
    assert.equal(window.againAt, null);
  });

  it('reminds once in the last fifth of the time, at least a minute before its end', () => {
    window.at(0, () => window.loops.push(asks('long', 0, 1000), asks('short', 0, 200)));
    window.until(2000);
    assert.deepEqual(window.told(), [
      [5, 'wait', ['short', 'long']],
      [140, 'reminder', ['short']],
      [800, 'reminder', ['long']],
    ]);
  });

  it('does not remind where the time is under three minutes, or has no end', () => {
    window.at(0, () => window.loops.push(asks('a', 0, 179), asks('b', 0)));
    window.until(2000);
    assert.deepEqual(window.told(), [[5, 'wait', ['a', 'b']]]);
  });

  it('holds toasts back while the window is not in use; on return one tells of all that still waits', () => {
    window.at(1, () => {
      window.active = false;
    });
    window.at(10, () => window.loops.push(asks('a', 10)));
    window.at(60, () => window.loops.push(asks('gone', 60)));
    window.at(61, () => window.loops.pop());
    window.at(200, () => window.loops.push(asks('b', 200, 3000)));
    window.at(300, () => undefined);
    assert.deepEqual(window.told(), []);
    window.at(301, () => {
      window.active = true;
    });
    window.until(2000);
    assert.deepEqual(window.told(), [[301, 'summary away', ['b', 'a']]]);
  });

  it('needs no summary after a short absence', () => {
    window.at(1, () => {
      window.active = false;
    });
    window.at(10, () => window.loops.push(asks('a', 10)));
    window.at(60, () => {
      window.active = true;
    });
    assert.deepEqual(window.told(), [[60, 'wait', ['a']]]);
  });

  it('says nothing on return where nothing new waits', () => {
    window.at(0, () => window.loops.push(asks('a', 0)));
    window.at(10, () => {
      window.active = false;
    });
    window.at(1000, () => {
      window.active = true;
    });
    assert.deepEqual(window.told(), [[5, 'wait', ['a']]]);
  });

  it('tells of what waited already at the start in one summary', () => {
    const second = new Window();
    second.loops = [asks('a', -5000), asks('b', -60)];
    second.plan();
    second.at(3, () => second.loops.push(asks('found-later', -7000)));
    second.until(100);
    assert.deepEqual(second.told(), [[5, 'summary start', ['found-later', 'a', 'b']]]);
  });

  it('is told by one of two windows, and by none after a reload', () => {
    const other = new Window(window.marks);
    other.plan();
    for (const each of [window, other]) {
      each.at(10, () => each.loops.push(asks('a', 10, 1000)));
    }
    for (const each of [window, other]) {
      each.until(2000);
    }
    assert.deepEqual(
      [...window.told(), ...other.told()].map(([, kind]) => kind),
      ['wait', 'reminder'],
    );
    const reloaded = new Window(window.marks);
    reloaded.now = start + 100_000;
    reloaded.loops = [asks('a', 10, 1000)];
    reloaded.plan();
    reloaded.until(2000);
    assert.deepEqual(reloaded.told(), []);
  });

  it('tells of a cap that is passed and of no progress once each, and of nothing else that needs a look', () => {
    window.at(10, () => {
      window.loops = [
        look('burns', 'over-cap', 10),
        look('circles', 'no-progress', 10),
        look('s', 'stalled', 10),
      ];
    });
    window.until(100);
    window.at(200, () => {
      window.loops = [look('burns', 'over-cap', 200), look('circles', 'no-progress', 200)];
    });
    window.until(300);
    assert.deepEqual(window.told(), [
      [10, 'over-cap', ['burns']],
      [11, 'no-progress', ['circles']],
    ]);
  });

  it('says nothing of a cap that was passed before the start', () => {
    const second = new Window();
    second.loops = [look('burns', 'over-cap', -100)];
    second.plan();
    second.at(3, () => second.loops.push(look('found-later', 'over-cap', -100)));
    second.at(50, () => {
      second.loops = [look('burns', 'over-cap', 50), look('found-later', 'over-cap', 50)];
    });
    assert.deepEqual(second.told(), []);
  });

  it('takes an ask in the same words for the same wait', () => {
    const ask = (offset: number) =>
      question({ id: `q${offset}`, offset, askedAt: iso(10 + offset), text: 'May I?' });
    window.at(10, () => {
      window.loops = [watched('a', { questions: [ask(0)] })];
    });
    window.until(60);
    window.at(60, () => {
      window.loops = [watched('a', { questions: [ask(0), ask(50)] })];
    });
    window.at(70, () => {
      window.loops = [watched('a', { questions: [ask(50)] })];
    });
    window.until(200);
    assert.deepEqual(window.told(), [[15, 'wait', ['a']]]);
  });

  it('tells first of what runs out', () => {
    window.at(0, () => window.loops.push(asks('old', 0, 300)));
    window.at(238, () => window.loops.push(asks('new', 238)));
    window.until(240);
    window.until(300);
    assert.deepEqual(window.told(), [
      [5, 'wait', ['old']],
      [240, 'reminder', ['old']],
      [243, 'wait', ['new']],
    ]);
  });

  describe('of tasks', () => {
    const asked = (id: string, seconds: number, text = `May ${id}?`) =>
      asking(id, text, { minutes: -seconds / 60 });

    it('tells of them with the loops that ask in the same five seconds', async () => {
      const tasks = [await taskWorkspace([asked('t', 12)])];
      window.at(10, () => window.loops.push(asks('a', 10)));
      window.at(12, () => {
        window.tasks = tasks;
      });
      window.until(1000);
      assert.deepEqual(window.told(), [[15, 'wait', ['a', 'scribe']]]);
    });

    it('says nothing of one more that asks the same, and tells of one that asks it again later', async () => {
      const one = [await taskWorkspace([asked('t', 10, 'May I?')])];
      const two = [await taskWorkspace([asked('t', 10, 'May I?'), asked('u', 60, 'May I?')])];
      const later = [await taskWorkspace([asked('v', 500, 'May I?')])];
      for (const [at, tasks] of [
        [10, one],
        [60, two],
        [300, []],
        [500, later],
      ] as const)
        window.at(at, () => {
          window.tasks = [...tasks];
        });
      window.until(1000);
      assert.deepEqual(window.told(), [
        [15, 'wait', ['scribe']],
        [505, 'wait', ['scribe']],
      ]);
    });

    it('tells of thousands that waited at the start in one summary, and keeps few marks for it', async () => {
      const rows = [
        ...Array.from({ length: 1000 }, (_, index) => asking(`t${index}`, 'May I?')),
        ...Array.from({ length: 1000 }, (_, index) => asking(`u${index}`, `May ${index}?`)),
      ];
      const other = new Window();
      other.tasks = [await taskWorkspace(rows)];
      other.plan();
      other.until(1000);
      assert.deepEqual(
        other.told().map(([at, kind, who]) => [at, kind, who.length]),
        [[5, 'summary start', 1001]],
      );
      assert.ok(other.marks.size <= 550, `${other.marks.size}`);
    });
  });
});
