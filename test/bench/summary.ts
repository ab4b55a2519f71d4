import type { Measure } from './measure.ts';

/** The machine that measured: its cores, and its load average of one minute before the first part and after the last. */
export interface Machine {
  cores: number;
  before: number;
  after: number;
}

interface Row {
  name: string;
  value: string;
  unit: string;
  limit: string;
  holds: string;
}

const HEAD: Row = { name: 'measure', value: 'value', unit: 'unit', limit: 'limit', holds: 'holds' };

/** The table that a run ends with: a row for each measure, for its ratio one more where that has a limit of its own. */
export function summary(measures: readonly Measure[], machine: Machine, failed: readonly string[]): string {
  const rows = measures.flatMap(rowsOf);
  const limited = rows.filter(({ limit }) => limit !== '');
  const holding = limited.filter(({ holds }) => holds === 'yes').length;
  const table = [HEAD, ...rows];
  const wide = (column: keyof Row): number => Math.max(...table.map((row) => row[column].length));
  const widths = { name: wide('name'), value: wide('value'), unit: wide('unit'), limit: wide('limit') };
  const lines = table.map(({ name, value, unit, limit, holds }) =>
    [
      name.padEnd(widths.name),
      value.padStart(widths.value),
      unit.padEnd(widths.unit),
      limit.padStart(widths.limit),
      holds,
    ]
      .join('  ')
      .trimEnd(),
  );
  return [
    ...lines,
    '',
    ...failed.map((part) => `${part} failed: what it did not measure is missing above`),
    `${holding} of ${limited.length} limits hold`,
    `${machine.cores} cores, load average ${machine.before.toFixed(2)} before, ${machine.after.toFixed(2)} after`,
  ].join('\n');
}

function rowsOf({ name, value, unit, ratio, limit, ratioLimit }: Measure): Row[] {
  const rows = [rowOf(name, value, unit, limit)];
  if (ratioLimit !== undefined) rows.push(rowOf(name, ratio, '× baseline', ratioLimit));
  return rows;
}

/** A value that came to nothing (JSON has no NaN, and says null) holds no limit. */
function rowOf(name: string, value: number | undefined, unit: string, limit: number | undefined): Row {
  const number = Number.isFinite(value) ? value : undefined;
  const holds = number !== undefined && limit !== undefined && number <= limit ? 'yes' : 'NO';
  return {
    name,
    value: number === undefined ? 'none' : String(number),
    unit,
    limit: limit === undefined ? '' : String(limit),
    holds: limit === undefined ? '' : holds,
  };
}
