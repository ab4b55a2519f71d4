import assert from 'node:assert/strict';
import type { Finding } from '../../../../src/protocol/loops/eventDefinitions.ts';
import {
  becameOf,
  pastOf,
  ROUNDS_LOOKED_AT,
  sameFindings,
  standingListings,
} from '../../../../src/protocol/loops/findingIdentity.ts';
import { type LoopBuilder, loop } from '../../../fakes/loopBuilder.ts';

/** "facts/1[a] Some text" as a listing; the step is `facts` and the label empty where none is named. */
function listing(said: string): { step: string; label: string; id: string; text: string } {
  const [, step = 'facts', id = '', label = '', text = ''] =
    /^(?:(\w+)\/)?([\w-]+)(?:\[(\w+)\])? (.*)$/.exec(said) ?? [];
  return { step, label, id, text };
}

/** What each of the later ones continues, as it was said; null: nothing. */
function pairs(earlier: readonly string[], later: readonly string[]): (string | null)[] {
  const places = sameFindings(earlier.map(listing), later.map(listing));
  return places.map((place) => earlier[place] ?? null);
}

/** A round for each list, in which `facts` lists these: "1 Some text". */
function rounds(...lists: readonly string[][]): LoopBuilder {
  const built = loop();
  for (const [at, list] of lists.entries()) finish(built.round(at + 1), list).end();
  return built;
}

function finish(built: LoopBuilder, list: readonly string[]): LoopBuilder {
  return built.finish('facts', { findings: list.map(findingOf) });
}

function findingOf(said: string): Finding {
  const { id, text } = listing(said);
  return { id, text, severity: 'material' };
}

function became(built: LoopBuilder, at: number): string[] {
  const { rounds: all } = built.after();
  return (all[at]?.findings ?? []).map((_, index) => {
    const { kind, since, orBefore } = becameOf(all, { at, index });
    return `${kind} ${since}${orBefore ? ' or before' : ''}`;
  });
}

describe('two lists of findings', () => {
  it('are compared by ids and texts where a loop keeps both', () => {
    assert.deepEqual(pairs(['a One', 'b Two'], ['b Two', 'a One', 'c Three']), ['b Two', 'a One', null]);
  });

  it('are compared by texts where a loop numbers anew each round', () => {
    assert.deepEqual(pairs(['1 One', '2 Two', '3 Three'], ['1 Two', '2 Three', '3 Four']), [
      '2 Two',
      '3 Three',
      null,
    ]);
  });

  it('know a finding in other words by its id, unless ids are numbered anew', () => {
    assert.deepEqual(pairs(['no-source One', 'b Two'], ['no-source Quite other', 'b Two']), [
      'no-source One',
      'b Two',
    ]);
    assert.deepEqual(pairs(['1 One', '2 Two'], ['1 Two', '2 Quite other']), ['2 Two', null]);
  });

  it('do not tell texts apart by digits, quotes, case and space, but by these where only they differ', () => {
    assert.deepEqual(pairs(['1 Line 40 is “long”'], ['7 line 41 is "Long"']), ['1 Line 40 is “long”']);
    assert.deepEqual(
      pairs(['1 No source for claim 4', '2 No source for claim 5'], ['1 No source for claim 5']),
      ['2 No source for claim 5'],
    );
  });

  it('give each finding one that it continues, and none to two', () => {
    assert.deepEqual(
      pairs(['1 No source for claim 4'], ['1 No source for claim 4', '2 No source for claim 5']),
      ['1 No source for claim 4', null],
    );
  });

  it('keep steps apart, whatever their ids and texts', () => {
    assert.deepEqual(pairs(['facts/1 One'], ['style/1 One']), [null]);
  });

  it('compare runs of one label first, then what is left over by its text under another one', () => {
    assert.deepEqual(pairs(['1[a] One', '1[b] One'], ['1[b] One', '1[a] One']), ['1[b] One', '1[a] One']);
    assert.deepEqual(pairs(['1[a] One'], ['4[b] One', '1[b] Two']), ['1[a] One', null]);
    assert.deepEqual(pairs(['1[a] One'], ['1[b] Two']), [null]);
  });

  it('take what is listed twice in one name and text for one finding', () => {
    assert.deepEqual(sameFindings(['1 One', '1 One'].map(listing), ['1 One', '1 One'].map(listing)), [1, 1]);
  });
});

describe('how a finding came to stand in its round', () => {
  it('is new, stays, or is back after it was gone', () => {
    const built = rounds(['a One', 'b Two'], ['a One'], ['a One', 'b Two', 'c Three']);
    assert.deepEqual(became(built, 2), ['stays 1', 'back 1', 'new 3']);
  });

  it('is told alike of a loop that numbers its findings anew each round', () => {
    const built = rounds(['1 One', '2 Two', '3 Three'], ['1 Two', '2 Three'], ['1 Three', '2 One']);
    assert.deepEqual(became(built, 1), ['stays 1', 'stays 1']);
    assert.deepEqual(became(built, 2), ['stays 1', 'back 1']);
  });

  it('is back where its words stood under another id in an older round, though its id had other words since', () => {
    const built = rounds(['1 One', '2 Two', '3 Three'], ['1 One', '2 Two'], ['1 One', '2 Three']);
    assert.deepEqual(became(built, 2), ['stays 1', 'back 1']);
    // The same id in changing words stays what it is.
    const worded = rounds(['a One', 'b Two'], ['a One', 'b Quite other'], ['a One', 'b Two']);
    assert.deepEqual(became(worded, 2), ['stays 1', 'stays 1']);
  });

  it('follows a finding that is reworded round by round', () => {
    assert.deepEqual(became(rounds(['a One'], ['a Two'], ['a Three']), 2), ['stays 1']);
  });

  it('is back where it was closed before it was listed again, in an earlier round or in its own', () => {
    const built = rounds(['a One'], []);
    built.round(3).finding().close('a', { resolution: 'fixed' });
    finish(built, ['a One']);
    assert.deepEqual(became(built, 2), ['back 1']);
    const within = finish(loop().round(1), ['a One']).close('a', { resolution: 'fixed' });
    assert.deepEqual(became(finish(within, ['a One']), 0), ['new 1', 'back 1']);
  });

  it('counts only rounds in which its step judged as rounds without it', () => {
    const built = rounds(['a One']);
    built.round(2).finish('build').end();
    built.round(3).finish('facts', { status: 'skipped' }).end();
    built.round(4).finish('facts', { status: 'failed', error: { kind: 'transient', text: '' } });
    finish(built.end().round(5), ['a One']);
    assert.deepEqual(became(built, 4), ['stays 1']);
  });

  it('follows it through several runs of its step in one round', () => {
    const built = loop().round(1);
    finish(built, ['1 One', '2 Two']);
    finish(built, ['1 Two', '2 Three']);
    finish(built.end().round(2), ['1 Three']).end();
    assert.deepEqual(became(built, 0), ['new 1', 'new 1', 'new 1', 'new 1']);
    assert.deepEqual(became(built, 1), ['stays 1']);
    const { rounds: all } = built.after();
    const standing = standingListings(all, [
      { at: 0, index: 0 },
      { at: 0, index: 1 },
      { at: 0, index: 3 },
    ]);
    assert.deepEqual(standing, [
      { at: 0, index: 0 },
      { at: 0, index: 2 },
      { at: 1, index: 0 },
    ]);
  });

  it('stands as the run says that judged last, whatever a run lists that was skipped', () => {
    const built = rounds(['a One'], ['a One']);
    built.round(3).finish('facts', { status: 'skipped', findings: [findingOf('a One')] });
    const { rounds: all } = built.after();
    assert.deepEqual([all[1]?.findings[0]?.state, all[2]?.findings[0]?.state], ['open', 'superseded']);
    assert.deepEqual(standingListings(all, [{ at: 0, index: 0 }]), [{ at: 1, index: 0 }]);
  });

  it('says that it may be older than the rounds that were looked at', () => {
    const built = rounds(...Array.from({ length: ROUNDS_LOOKED_AT + 2 }, () => ['a One']));
    assert.deepEqual(became(built, ROUNDS_LOOKED_AT), ['stays 1']);
    assert.deepEqual(became(built, ROUNDS_LOOKED_AT + 1), ['stays 2 or before']);
  });

  it('is told from a past that names the rounds in which it was not listed', () => {
    const built = rounds(['a One'], ['b Two'], ['c One']);
    const past = pastOf(built.after().rounds, { at: 2, index: 0 });
    assert.deepEqual(
      past.rounds.map(({ round, finding }) => [round, finding?.id ?? null]),
      [
        [2, null],
        [1, 'a'],
      ],
    );
  });

  it('is looked at again where a round before changed', () => {
    const built = rounds(['a One'], ['a One']);
    assert.deepEqual(became(built, 1), ['stays 1']);
    built.in(1).close('a', { resolution: 'fixed' });
    built.in(2);
    const { rounds: all } = built.after();
    assert.equal(all[0]?.findings[0]?.state, 'closed');
    assert.deepEqual(became(built, 1), ['back 1']);
  });
});
