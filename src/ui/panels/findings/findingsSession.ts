/** One Findings panel's side in the extension: what it shows, and what its page asks for. No part of the editor in it. */

import type { DecisionDesk, Mine } from '../../../acts/decide/decisionDesk.ts';
import type { Disposable } from '../../../protocol/lib/disposables.ts';
import type { Log } from '../../../protocol/lib/log.ts';
import type { Pace } from '../../../protocol/lib/pace.ts';
import { ok, type Refusal, type Result, refuse } from '../../../protocol/lib/result.ts';
import { type Shown, shown } from '../../../text/agentText.ts';
import { homePath } from '../../../text/homePath.ts';
import { panelText } from '../../../text/panelText.ts';
import { refusalWords } from '../../../text/refusalWords.ts';
import { severityWord } from '../../../text/roundWords.ts';
import { ours, say } from '../../../text/say.ts';
import { decisionOutcomes } from '../../../workspace/loops/decisionOutcome.ts';
import { nameKey } from '../../../workspace/loops/decisions.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { decidedWords, findingRefusal } from '../../kit/mineShown.ts';
import { outcomeWords } from '../../kit/words/decisionWords.ts';
import { decisionWord, findingName, listingState } from '../../kit/words/findingWords.ts';
import { checkedHandlers, type PanelHandlers } from '../rpc.ts';
import { FindingIndex, type IndexedLoop, type Listing, partOfRound } from './findingListing.ts';
import { type CopiedFinding, findingsAsMarkdown } from './findingsAsMarkdown.ts';
import {
  ASKS,
  DEFAULT_FILTER,
  type Filter,
  type FindingsContract,
  type GroupShown,
  type ListShown,
  MAX_STEP,
  type NoteShown,
  PAGE,
  type RowShown,
  TAKES,
} from './findingsMessages.ts';
import { type FindingView, type MineKind, makeView } from './findingView.ts';
import { artifactOf, detailShown, lineOf, listedOf, loopNames, rowShown } from './shownFindings.ts';

export interface FindingsPorts {
  /** Nothing is listed before it is ready, or a page that comes back would find its place gone. */
  model: Pick<ReadModel, 'whenReady' | 'loops' | 'home'>;
  desk: DecisionDesk;
  pace: Pick<Pace, 'due' | 'pause'>;
  log: Log;
  /** Why nothing can be sent to a loop. */
  mayWrite: (loop: WatchedLoop) => Refusal | null;
  /** What the loop asks and would take a note for. */
  openQuestion: (loop: WatchedLoop) => string | null;
  openArtifact: (loop: WatchedLoop, named: string) => Promise<void>;
  /** Opens all of a finding's text as a page. */
  openWhole: (loop: WatchedLoop, which: WhichFinding, name: string) => Promise<void>;
  /** Refused with `no-place` where nothing that it names is there. */
  goToLocation: (loop: WatchedLoop, text: string) => Promise<Result<null>>;
  copy: (text: ReturnType<typeof findingsAsMarkdown>) => Promise<void>;
  /** The filter is to be the same when the panel is opened again. */
  keepFilter: (filter: Filter) => void;
  /** Something that is shown is another. */
  changed: () => void;
}

/** `nth`: of those that the round lists under this name. */
export interface WhichFinding {
  round: number;
  step: string;
  label: string;
  id: string;
  nth: number;
}

interface Numbered extends FindingView {
  number: number;
}

/** Orders that a page may still be drawing. */
const KEPT_VIEWS = 4;
const MOST_OPTIONS = 200;
const MOST_OUTCOMES = 5;
const MOST_COPIED = 1000;
const AROUND = 30;

export class FindingsSession implements Disposable {
  readonly handlers: PanelHandlers<FindingsContract>;
  readonly #ports: FindingsPorts;
  readonly #index: FindingIndex;
  readonly #views: Numbered[] = [];
  #filter: Filter;
  /** Grows whenever something that rows show may be another. */
  #revision = 0;
  #names = new Map<string, string>();
  #ready = false;
  #running = false;
  #again = false;
  #anew = true;
  #disposed = false;
  /** Settles when nothing is being made. */
  settled: Promise<void> = Promise.resolve();

  constructor(ports: FindingsPorts, filter: Filter = DEFAULT_FILTER) {
    this.#ports = ports;
    this.#filter = filter;
    this.#index = new FindingIndex(ports.pace);
    this.handlers = this.#handlers();
    this.settled = ports.model.whenReady.then(
      async () => {
        this.#ready = true;
        this.#make();
        await this.settled;
      },
      (failure: unknown) => ports.log.error('The findings could not be listed.', failure),
    );
  }

  title(): string {
    return ours('Findings');
  }

  get filter(): Filter {
    return this.#filter;
  }

  /** Loops, drafts or notes are others. */
  loopsChanged(): void {
    this.#make(false);
  }

  /** What the person decided is another: rows show it at once, whatever is still being sorted. */
  decisionsChanged(): void {
    this.#revision += 1;
    this.#ports.changed();
    if (this.#filter.mine !== 'all' || this.#filter.group === 'mine') this.#make();
  }

  setFilter(filter: Filter): void {
    this.#filter = filter;
    this.#ports.keepFilter(filter);
    this.#revision += 1;
    this.#ports.changed();
    this.#make();
  }

  refusalWords(code: string): Shown {
    switch (code) {
      case 'gone':
        return ours('It is no longer there.');
      case 'changed':
        return ours('The note has changed meanwhile. Read it again before you send it.');
      default:
        return findingRefusal(code) ?? ours('It could not be done. The log says why.');
    }
  }

  dispose(): void {
    this.#disposed = true;
  }

  /** @param anew also where no finding is another: the filter is, or what it asks about */
  #make(anew = true): void {
    this.#anew ||= anew;
    if (!this.#ready || this.#disposed) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    this.settled = this.#makeUntilDone().catch((failure: unknown) => {
      this.#running = false;
      this.#ports.log.error('The findings could not be listed.', failure);
    });
  }

  async #makeUntilDone(): Promise<void> {
    do {
      this.#again = false;
      const loops = this.#ports.model.loops();
      const changed = await this.#index.update(loops);
      this.#names = loopNames(loops);
      const { mine, group } = this.#filter;
      if (!changed && !this.#anew && mine === 'all' && group !== 'mine') {
        // What was sent of a finding, and what became of it, may still be another.
        this.#revision += 1;
        this.#ports.changed();
        continue;
      }
      this.#anew = false;
      const view = await makeView(
        {
          filter: this.#filter,
          loops: this.#index.loops(),
          listings: [...this.#index.listings()],
          mine: (listing) => this.#mineKind(listing),
        },
        this.#ports.pace,
      );
      if (this.#disposed) return;
      this.#publish(view);
    } while (this.#again);
    this.#running = false;
  }

  #publish(view: FindingView): void {
    const last = this.#views.at(-1);
    const same = last !== undefined && isAlike(last, view);
    const number = last === undefined ? 1 : same ? last.number : last.number + 1;
    if (same) this.#views.pop();
    this.#views.push({ ...view, number });
    if (this.#views.length > KEPT_VIEWS) this.#views.shift();
    this.#revision += 1;
    this.#ports.changed();
  }

  #mine(listing: Listing): Mine | null {
    return this.#ports.desk.mine(listing.loop.loop, listedOf(listing));
  }

  #mineKind(listing: Listing): MineKind {
    const mine = this.#mine(listing);
    if (mine === null) return 'none';
    return mine.kind === 'draft' || mine.kind === 'changed' ? 'draft' : 'sent';
  }

  #nameOf(loop: IndexedLoop): string {
    return this.#names.get(loop.key) ?? loop.loop.id;
  }

  #row(listing: Listing): RowShown {
    return rowShown(listing, this.#mine(listing), this.#nameOf(listing.loop));
  }

  #rows(view: number, from: number, to: number): RowShown[] {
    const shownView = this.#views.find(({ number }) => number === view);
    return (shownView?.order ?? []).slice(Math.max(0, from), to).map((listing) => this.#row(listing));
  }

  #list(): ListShown {
    const view = this.#views.at(-1);
    const loops = this.#index.loops();
    const decided = loops.flatMap(({ loop }) => this.#ports.desk.note(loop) ?? []);
    const filter = this.#filter;
    return {
      view: view?.number ?? 0,
      filter,
      count: view?.order.length ?? 0,
      groups: (view?.groups ?? []).map((group) => this.#group(group)),
      words: view === undefined ? '' : summary(view),
      states: view?.states ?? { open: 0, closed: 0, superseded: 0, all: 0 },
      loops: loops
        .filter(
          ({ parts, handle }) => parts.some((part) => part.listings.length > 0) || handle === filter.loop,
        )
        .slice(0, MOST_OPTIONS)
        .map((loop) => ({ id: loop.handle, name: lineOf(this.#nameOf(loop)), open: loop.open })),
      steps: [...(view?.steps ?? [])]
        .filter(([step]) => step.length <= MAX_STEP)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, MOST_OPTIONS)
        .map(([step, open]) => ({ name: step, shown: lineOf(step), open })),
      decided: decided.reduce((sum, { count }) => sum + count, 0),
      decidedLoops: decided.length,
      outcomes: this.#outcomes(loops),
      nothing:
        view !== undefined && loops.every(({ parts }) => parts.every((part) => part.listings.length === 0)),
    };
  }

  #group({ key, from, count }: FindingView['groups'][number]): GroupShown {
    return { name: lineOf(this.#groupName(key)), from, count };
  }

  #groupName(key: string): string {
    switch (this.#filter.group) {
      case 'loop': {
        const loop = this.#index.loop(key);
        return loop === undefined ? '' : this.#nameOf(loop);
      }
      case 'severity':
        return key === 'material' ? ours('Material') : ours('Minor');
      case 'state':
        return key === 'open' ? ours('Open') : key === 'closed' ? ours('Closed') : ours('Judged again later');
      case 'mine':
        return key === 'none'
          ? ours('Not decided')
          : key === 'draft'
            ? ours('Decided, not sent')
            : ours('Sent');
      default:
        return key;
    }
  }

  #outcomes(loops: readonly IndexedLoop[]): ListShown['outcomes'] {
    return loops
      .filter(({ handle }) => this.#filter.loop === '' || handle === this.#filter.loop)
      .flatMap((each) => {
        const last = decisionOutcomes(each.loop.snapshot).at(-1);
        return last === undefined ? [] : [{ each, last }];
      })
      .sort((a, b) => (b.last.sentAt ?? 0) - (a.last.sentAt ?? 0))
      .slice(0, MOST_OUTCOMES)
      .map(({ each, last }) => ({ loop: lineOf(this.#nameOf(each)), words: outcomeWords(last.decided) }));
  }

  #notes(): NoteShown[] {
    return this.#index.loops().flatMap((each): NoteShown[] => {
      const { loop, handle } = each;
      const note = this.#ports.desk.note(loop);
      if (note === null) return [];
      const refusal = this.#ports.mayWrite(loop);
      const question = this.#ports.openQuestion(loop);
      return [
        {
          loop: handle,
          name: lineOf(this.#nameOf(each)),
          place: lineOf(homePath(loop.repository, this.#ports.model.home)),
          text: panelText(note.text),
          count: note.count,
          stamp: note.stamp,
          off: refusal === null ? '' : refusalWords(refusal, loop.id),
          warning:
            question === null
              ? ''
              : say(
                  'webview',
                  'It asks “{0}”, and would take a note for its answer. Send asks first whether to keep the note until it has gone on.',
                  shown(question, 'webview', 200),
                ),
        },
      ];
    });
  }

  #copied(listing: Listing): CopiedFinding {
    const { finding, round, loop } = listing;
    const mine = this.#mine(listing);
    const decision = mine === null ? null : 'draft' in mine ? mine.draft.decision : mine.decided.decision;
    return {
      loop: this.#nameOf(loop),
      name: findingName(finding),
      text: finding.text,
      facts: [
        severityWord(finding.severity),
        ours('round {0}', round),
        listingState(finding),
        ...(decision === null ? [] : [ours('I say: {0}', decisionWord(decision))]),
      ],
    };
  }

  async #of<T>(id: string, run: (listing: Listing) => Promise<Result<T>> | Result<T>): Promise<Result<T>> {
    const listing = this.#index.find(id);
    return listing === undefined ? refuse('gone', 'The finding is no longer there.') : run(listing);
  }

  #handlers(): PanelHandlers<FindingsContract> {
    const { desk } = this.#ports;
    const revision = () => [this.#revision];
    return checkedHandlers<FindingsContract>(ASKS, TAKES, {
      slices: {
        list: { give: () => this.#list(), stamp: revision },
        rows: {
          give: ({ view, page }) => ({ view, rows: this.#rows(view, page * PAGE, (page + 1) * PAGE) }),
          stamp: revision,
        },
        finding: {
          give: ({ id }) => {
            const listing = this.#index.find(id);
            if (listing === undefined) return null;
            return detailShown(listing, this.#mine(listing), {
              loop: this.#nameOf(listing.loop),
              place: homePath(listing.loop.loop.repository, this.#ports.model.home),
            });
          },
          stamp: revision,
        },
        notes: { give: () => this.#notes(), stamp: revision },
      },
      requests: {
        filter: (filter) => {
          this.setFilter(filter);
          return ok(null);
        },
        places: ({ view, ids }) => ok(this.#places(view, ids)),
        decide: ({ id, decision }) =>
          this.#of(id, (listing) => {
            const done = desk.decide(listing.loop.loop, listedOf(listing), decision);
            if (!done.ok) return done;
            return ok({ words: decidedWords(listing.finding, done.value) });
          }),
        remark: ({ id, text }) =>
          this.#of(id, (listing) => desk.remark(listing.loop.loop, listedOf(listing), text)),
        openArtifact: ({ id }) =>
          this.#of(id, async (listing) => {
            const named = artifactOf(listing);
            if (named === null) return refuse('no-artifact', 'The run named no file.');
            await this.#ports.openArtifact(listing.loop.loop, named);
            return ok(null);
          }),
        openWhole: ({ id }) =>
          this.#of(id, async (listing) => {
            const { loop, finding } = listing;
            await this.#ports.openWhole(loop.loop, whichOf(listing), findingName(finding));
            return ok(null);
          }),
        goToLocation: ({ id }) =>
          this.#of(id, ({ loop, finding }) => this.#ports.goToLocation(loop.loop, finding.text)),
        copy: ({ id }) =>
          this.#of(id, async (listing) => {
            await this.#ports.copy(findingsAsMarkdown([this.#copied(listing)]));
            return ok(null);
          }),
        copyShown: async () => {
          const listings = (this.#views.at(-1)?.order ?? []).slice(0, MOST_COPIED);
          await this.#ports.copy(findingsAsMarkdown(listings.map((listing) => this.#copied(listing))));
          return ok({ count: listings.length });
        },
        send: async ({ loop, stamp }) => {
          const meant = this.#index.loop(loop);
          if (meant === undefined) return refuse('gone', 'The loop is no longer there.');
          return desk.send(meant.key, stamp);
        },
      },
    });
  }

  #places(view: number, ids: readonly string[]) {
    const order = this.#views.find(({ number }) => number === view)?.order ?? [];
    const wanted = ids.map((id) => this.#index.find(id));
    const places = wanted.map((listing) => (listing === undefined ? -1 : order.indexOf(listing)));
    const first = places.find((place) => place >= 0) ?? 0;
    const from = Math.max(0, first - AROUND);
    return { view, places, from, rows: this.#rows(view, from, first + AROUND) };
  }
}

function whichOf({ loop, round, index, finding }: Listing): WhichFinding {
  const { step, label, id } = finding;
  const listed = partOfRound(loop, round)?.listings ?? [];
  const name = nameKey(finding);
  const nth = listed.slice(0, index).filter((each) => nameKey(each.finding) === name).length;
  return { round, step, label, id, nth };
}

function summary({ order, material, loopCount }: Pick<Numbered, 'order' | 'material' | 'loopCount'>): string {
  const count = order.length;
  if (count === 0) return ours('no findings');
  const loops = loopCount === 1 ? ours('in 1 loop') : ours('in {0} loops', loopCount);
  return count === 1
    ? ours('1 finding, {0} material, {1}', material, loops)
    : ours('{0} findings, {1} material, {2}', count, material, loops);
}

/** The same findings in the same order and groups, however they stand. */
function isAlike(one: FindingView, other: FindingView): boolean {
  return (
    one.order.length === other.order.length &&
    one.groups.length === other.groups.length &&
    one.groups.every(
      ({ key, from }, at) => other.groups[at]?.key === key && other.groups[at]?.from === from,
    ) &&
    one.order.every((listing, at) => isSame(listing, other.order[at]))
  );
}

function isSame(one: Listing, other: Listing | undefined): boolean {
  if (one === other) return true;
  return (
    one.loop === other?.loop &&
    one.round === other.round &&
    one.index === other.index &&
    one.finding.text === other.finding.text &&
    one.finding.id === other.finding.id
  );
}
