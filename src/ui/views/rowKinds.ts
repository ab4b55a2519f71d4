/** What the rows of each kind show and hold, as a table: the parts of a view give their kinds, and the view joins them. */
import type { RowItem } from '../../host/treeItem.ts';
import type { ReadModel } from '../../workspace/model.ts';
import type { Row, RowSource } from '../kit/row.ts';

interface RowKind<R extends Row, Child extends Row> {
  item(row: R, model: ReadModel): RowItem;
  /** Absent where a row of the kind holds none. */
  children?(row: R, model: ReadModel): readonly Child[];
}

/** A kind for each of the rows `R`, under which rows of `Child` stand. */
export type RowKinds<R extends Row, Child extends Row = R> = {
  readonly [Kind in R['kind']]: RowKind<Extract<R, { kind: Kind }>, Child>;
};

/** The rows of a view all of whose kinds are in the table. */
export function rowSource<R extends Row>(
  model: ReadModel,
  kinds: RowKinds<R>,
  roots: () => readonly R[],
): RowSource<R> {
  // The entry under a row's own kind is for that row; the compiler can't tell.
  const kindOf = (row: R) => (kinds as Readonly<Record<string, RowKind<R, R>>>)[row.kind];
  return {
    roots,
    children: (row) => kindOf(row)?.children?.(row, model) ?? [],
    item: (row) => {
      const kind = kindOf(row);
      if (kind === undefined) throw new Error(`No kind of row is called ${row.kind}.`);
      return kind.item(row, model);
    },
  };
}
