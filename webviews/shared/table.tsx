import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  id: string;
  title: string;
  /** Right-aligned, in figures of one width. */
  number?: boolean;
  /** The title is an agent's. */
  agent?: boolean;
  cell: (row: Row) => ComponentChildren;
}

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** For a few dozen rows. The first column names its row. */
export function Table<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: what scrolls must be reachable by keyboard
    <div class="table-scroll" role="group" tabIndex={0} aria-label={caption}>
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" class={column.number ? 'number' : undefined}>
                {column.agent === true ? (
                  <span class="agent" dir="auto">
                    {column.title}
                  </span>
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.id} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} class={column.number ? 'number' : undefined}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
