import assert from 'node:assert/strict';
import { findingStates, loop, roundOf } from '../../../../fakes/loopBuilder.ts';

describe('findings', () => {
  it('of a step and label are those of its last judging run, whatever its round', () => {
    const snapshot = loop().round(2).finding('1').in(1).finding('2').after();
    assert.deepEqual(findingStates(snapshot, 2), ['1 superseded']);
    assert.deepEqual(findingStates(snapshot, 1), ['2 open']);
  });

  it('of other labels and steps stand beside them', () => {
    const snapshot = loop()
      .round(1)
      .finding('1')
      .findings({ label: 'a' }, '2')
      .finish('reader', { findings: [{ id: '3', text: '', severity: 'minor' }] })
      .after();
    assert.deepEqual(
      snapshot.openFindings.map((finding) => finding.id),
      ['1', '2', '3'],
    );
  });

  it('stay when a run was skipped, or failed with an error and nothing found', () => {
    const snapshot = loop()
      .round(1)
      .finding('1')
      .findings({ status: 'skipped' }, '2')
      .findings({ status: 'failed', error: { kind: 'transient', text: '' } })
      .after();
    assert.deepEqual(findingStates(snapshot, 1), ['1 open', '2 superseded']);
  });

  for (const [name, fields, ids] of [
    ['failed without an error', { status: 'failed' }, []],
    ['went well with an error', { error: { kind: 'transient', text: '' } }, []],
    [
      'failed with an error and findings',
      { status: 'failed', error: { kind: 'transient', text: '' } },
      ['2'],
    ],
  ] as const) {
    it(`give way to a run that ${name}`, () => {
      const snapshot = loop()
        .round(1)
        .finding('1')
        .findings(fields, ...ids)
        .after();
      assert.equal(findingStates(snapshot, 1)[0], '1 superseded');
      assert.equal(snapshot.openFindings.length, ids.length);
    });
  }

  it('go by the end of their run: the run that ends last judges last', () => {
    const snapshot = loop().round(1).start('facts').in(2).finding('2').in(1).finding('1').after();
    assert.deepEqual(findingStates(snapshot, 1), ['1 open']);
    assert.deepEqual(findingStates(snapshot, 2), ['2 superseded']);
  });

  it('are closed in every run of the round that listed them so far', () => {
    const snapshot = loop()
      .round(1)
      .finding('1')
      .findings({ label: 'a' }, '1')
      .close('1')
      .finding('1')
      .after();
    assert.deepEqual(findingStates(snapshot, 1), ['1 closed', '1 closed', '1 open']);
  });

  it('are closed for one label where it is named', () => {
    const snapshot = loop()
      .round(1)
      .finding('1')
      .findings({ label: 'a' }, '1')
      .close('1', { label: 'a' })
      .after();
    assert.deepEqual(findingStates(snapshot, 1), ['1 open', '1 closed']);
  });

  it('are closed in the highest lower round where this one did not list them', () => {
    const snapshot = loop()
      .round(1)
      .finding('1')
      .round(3)
      .findings({ label: 'a' }, '1')
      .findings({ label: 'b' }, '1')
      .round(7)
      .findings({ label: 'c' }, '1')
      .in(5)
      .close('1')
      .after();
    assert.deepEqual(findingStates(snapshot, 1), ['1 open']);
    assert.deepEqual(findingStates(snapshot, 3), ['1 closed', '1 closed']);
    assert.deepEqual(findingStates(snapshot, 7), ['1 open']);
  });

  it('are closed in this round or the next lower one, among many, whichever label listed them first', () => {
    const built = loop().round(1);
    for (const round of [2, 3, 5, 8]) built.round(round).finding('1').findings({ label: 'a' }, '2');
    const snapshot = built.in(4).findings({ label: 'b' }, '2').in(3).close('1').in(6).close('2').after();
    assert.deepEqual(
      snapshot.rounds.map(({ round }) => findingStates(snapshot, round)),
      [
        [],
        ['1 superseded', '2 superseded'],
        ['1 closed', '2 superseded'],
        ['2 open'],
        ['1 superseded', '2 closed'],
        [],
        ['1 open', '2 open'],
      ],
    );
  });

  it('are counted out once, however often they are closed', () => {
    const snapshot = loop().round(1).finding('1', '2').close('1').close('1').end().after();
    assert.equal(roundOf(snapshot, 1).openMaterial, 1);
  });

  it('are looked for by label in lower rounds too', () => {
    const built = loop()
      .round(1)
      .findings({ label: 'a' }, '1')
      .round(2)
      .findings({ label: 'b' }, '1')
      .round(3);
    const snapshot = built.close('1', { label: 'a' }).after();
    assert.deepEqual([findingStates(snapshot, 1), findingStates(snapshot, 2)], [['1 closed'], ['1 open']]);
  });

  it('are not closed by what names another step, id, label or a higher round only', () => {
    const snapshot = loop()
      .round(2)
      .finding('1')
      .close('2')
      .close('1', { label: 'x' })
      .close('1', { step: 'reader' })
      .in(1)
      .close('1')
      .after();
    assert.deepEqual(findingStates(snapshot, 2), ['1 open']);
  });

  it('have the resolution of the last closing, also when it names none', () => {
    const built = loop().round(1).finding('1').close('1', { resolution: 'wontfix' });
    const resolution = () => roundOf(built.after(), 1).findings[0]?.resolution;
    assert.equal(resolution(), 'wontfix');
    built.close('1', { resolution: 'fixed' });
    assert.equal(resolution(), 'fixed');
    built.close('1');
    assert.equal(resolution(), null);
    assert.deepEqual(findingStates(built.after(), 1), ['1 closed']);
  });

  it('are opened anew by a later run, and stay closed where they were', () => {
    const snapshot = loop().round(1).finding('1').close('1').round(2).finding('1').after();
    assert.deepEqual([findingStates(snapshot, 1), findingStates(snapshot, 2)], [['1 closed'], ['1 open']]);
  });

  it('have an entry for each listing, by the step_finished that lists them', () => {
    const snapshot = loop()
      .round(1)
      .start('facts', { label: 'a' })
      .start('facts', { label: 'b' })
      .findings({ label: 'b' }, '2', '2')
      .findings({ label: 'a' }, '1')
      .after();
    assert.deepEqual(findingStates(snapshot, 1), ['2 open', '2 open', '1 open']);
    assert.deepEqual(
      snapshot.openFindings.map((finding) => finding.id),
      ['1', '2', '2'],
      'open ones go by their run’s first line',
    );
  });
});
