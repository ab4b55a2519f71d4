import assert from 'node:assert/strict';
import { JsonNumber } from '../../../../src/protocol/lib/pythonJson.ts';
import {
  InstantScanner,
  instantText,
  isoMicros,
  isoMillis,
  parseInstant,
  parseZonedInstant,
  textMicros,
} from '../../../../src/protocol/lib/time.ts';

const day = Date.UTC(2026, 10, 14) * 1000;

/** The peer's own text for a value, or null where it refuses it. */
function peerText(value: unknown): string | null {
  const instant = parseZonedInstant(value);
  return instant === null ? null : instantText(instant);
}

/** A number as it stands in a line. */
function number(source: string): JsonNumber {
  return new JsonNumber(source, /^-?[0-9]+$/.test(source));
}

describe('instants', () => {
  it('reads dates and times in the forms that the peer takes', () => {
    const clock = day + (21 * 3600 + 180) * 1_000_000;
    for (const text of [
      '2026-11-14T21:03:00Z',
      '2026-11-14t21:03z',
      '2026-11-14 21:03',
      '2026-11-14_21:03:00',
    ]) {
      assert.equal(parseInstant(text), clock, text);
    }
    assert.equal(parseInstant('2026-11-14'), day);
    assert.equal(parseInstant('2026-11-14T21:03:00.1234567Z'), clock + 123_456);
    assert.equal(parseInstant('2026-11-14T21:03:00,5Z'), clock + 500_000);
    assert.equal(parseInstant('2026-11-14T23:03:00+02:00'), clock);
    assert.equal(parseInstant('2026-11-14T15:33:00-0530'), clock);
    assert.equal(parseInstant('2026-11-14T15:33:00\u221205:30'), clock);
    assert.equal(parseInstant('2026-11-15T21:02:00+23:59'), clock);
  });

  it('refuses the rest', () => {
    const texts = [
      '2026-11-14T24:00Z',
      '2026-11-14T21:03:60Z',
      '2026-11-14T21',
      '2026-11-14T21:03:00.Z',
      '2026-11-14T21:03:00 Z',
      ' 2026-11-14',
      '2026-11-14 ',
      '2026-02-29',
      '2026-13-01',
      '0000-01-01',
      '2026-11-14T21:03:00+24:00',
      '2026-11-14T21:03:00+05',
      '20261114T210300Z',
      '1e9',
      'nan',
      '1_000',
      '',
      '9223372036854775808',
    ];
    for (const text of texts) assert.equal(parseInstant(text), null, text);
    for (const value of [null, true, [], new Map(), number('NaN'), number('Infinity'), number('1e400')]) {
      assert.equal(parseInstant(value), null);
    }
    assert.ok(Number.isNaN(textMicros('soon')));
  });

  it('takes numbers as seconds up to 2e10, beyond that as milliseconds', () => {
    assert.equal(peerText(number('20000000000')), '2603-10-11T11:33:20Z');
    assert.equal(peerText(number('20000000001')), '1970-08-20T11:33:20.001000Z');
    assert.equal(peerText(number('-20000000001.5')), '1969-05-14T12:26:39.998500Z');
    assert.equal(peerText(number('1700000000.1234567')), '2023-11-14T22:13:20.123457Z');
    assert.equal(peerText('1700000000123.4568'), '2023-11-14T22:13:20.123457Z');
    assert.equal(peerText(number('253402300799999')), '9999-12-31T23:59:59.999000Z');
    assert.equal(peerText(number('253402300800000')), null);
    assert.equal(peerText(number('-62135596800001')), null);
    assert.equal(peerText('-.5'), '1969-12-31T23:59:59.500000Z');
  });

  it('leaves a number to its source where the spelling matters', () => {
    assert.equal(new InstantScanner().numberMicros(1_794_690_180), 1_794_690_180_000_000);
    assert.ok(Number.isNaN(new InstantScanner().numberMicros(1_794_690_180_000)));
  });

  it('keeps the zone as the peer writes it', () => {
    assert.equal(peerText('2026-11-14T21:03:00.5-05:30'), '2026-11-14T21:03:00.500000-05:30');
    assert.equal(peerText('2026-11-14T21:03:00-00:00'), '2026-11-14T21:03:00Z');
    assert.equal(peerText('0001-01-01T00:00:00+23:59'), '0001-01-01T00:00:00+23:59');
  });

  it('writes UTC cut to milliseconds, or with microseconds', () => {
    assert.equal(isoMillis(day + 999_999), '2026-11-14T00:00:00.999Z');
    assert.equal(isoMillis(-1), '1969-12-31T23:59:59.999Z');
    assert.equal(isoMicros(day + 1), '2026-11-14T00:00:00.000001Z');
    assert.equal(isoMicros(day), '2026-11-14T00:00:00Z');
    assert.equal(isoMicros(-1), '1969-12-31T23:59:59.999999Z');
  });

  it('gives null past year 9999, also for a time that is there only in its own zone', () => {
    assert.equal(isoMillis(parseInstant('9999-12-31T23:59:59.999Z') ?? 0), '9999-12-31T23:59:59.999Z');
    assert.equal(isoMillis(parseInstant('9999-12-31T23:59:59-01:00') ?? 0), null);
    assert.equal(isoMillis(1e30), null);
    assert.equal(isoMicros(Number.POSITIVE_INFINITY), null);
    assert.equal(isoMillis(parseInstant('0001-01-01T00:00:00+01:00') ?? 0), '0000-12-31T23:00:00.000Z');
  });

  it('cuts to the right millisecond where a double holds no microseconds', () => {
    for (let millis = 0; millis < 1000; millis += 1) {
      const shown = `.${String(millis).padStart(3, '0')}`;
      for (const rest of ['', '001', '999']) {
        const text = `9876-05-04T03:02:01${shown}${rest}Z`;
        assert.equal(isoMillis(textMicros(text)), `9876-05-04T03:02:01${shown}Z`, text);
      }
    }
  });
});
