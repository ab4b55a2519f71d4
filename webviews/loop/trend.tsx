import { useRef } from 'preact/hooks';
import type { Trend as TrendShown } from '../../src/ui/panels/loop/loopMessages.ts';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { Section } from '../shared/section.tsx';
import { type Column, Table } from '../shared/table.tsx';
import { fill } from '../shared/words.tsx';
import { chosenRound, host, open, useTexts } from './panel.ts';
import { type Pictures, usePictures } from './pictures.ts';
import { useWidth } from './useWidth.ts';

const asTable = host.ui('trend.table', false);
const HEIGHT = 132;
/** More points than these are a line. */
const MOST_DOTS = 40;

export function Trend() {
  const words = useTexts();
  const { value } = host.useSlice('trend', null);
  if (value == null) return null;
  return (
    <Section
      id="trend"
      title={words.trend}
      open={open.trend}
      actions={
        // biome-ignore lint/a11y/useSemanticElements: two ways to see one thing
        <span class="buttons" role="group" aria-label={words.asChart}>
          <Button icon="graph-line" name={words.chart} pressed={!asTable.value} onPress={() => pick(false)} />
          <Button icon="table" name={words.table} pressed={asTable.value} onPress={() => pick(true)} />
        </span>
      }
    >
      <div class="sentences">
        {value.words.map((sentence) => (
          <p key={sentence} class="agent" dir="auto">
            {sentence}
          </p>
        ))}
      </div>
      {asTable.value ? <TrendTable trend={value} /> : <Charts trend={value} />}
      {value.rows.length < value.total && (
        <p class="dim">{fill(words.everyNth, value.rows.length, value.total)}</p>
      )}
    </Section>
  );
}

function pick(table: boolean): void {
  asTable.value = table;
}

function TrendTable({ trend }: { trend: TrendShown }) {
  const words = useTexts();
  type Row = TrendShown['rows'][number];
  const columns: Column<Row>[] = [
    {
      id: 'round',
      title: words.round,
      cell: (row) => (
        <button
          type="button"
          class="link"
          onClick={() => {
            chosenRound.value = row.round;
          }}
        >
          {row.round}
        </button>
      ),
    },
    { id: 'material', title: words.material, number: true, cell: (row) => row.material },
    { id: 'minor', title: words.minor, number: true, cell: (row) => row.minor },
    { id: 'cost', title: words.cost, number: true, cell: (row) => <span data-figures>{row.costWords}</span> },
    ...trend.metrics.map(
      (metric, index): Column<Row> => ({
        id: `metric-${index}`,
        title: metric.name.text,
        agent: true,
        number: true,
        cell: (row) => row.values[index] ?? '–',
      }),
    ),
  ];
  return (
    <div class="tall">
      <Table
        caption={words.trend}
        columns={columns}
        rows={[...trend.rows].reverse()}
        rowKey={(row) => String(row.round)}
      />
    </div>
  );
}

function Charts({ trend }: { trend: TrendShown }) {
  const words = useTexts();
  const rounds = trend.rows.map((row) => row.round);
  const hasCost = trend.rows.some((row) => row.cost > 0);
  const count = 1 + trend.metrics.length + (hasCost ? 1 : 0);
  return (
    <div
      class="charts"
      style={{ '--charts': String(Math.min(4, count)), '--chart-least': count === 3 ? '220px' : '300px' }}
    >
      <Chart
        title={words.openFindings}
        rounds={rounds}
        series={[
          { name: words.material, values: trend.rows.map((row) => row.material), look: 'material' },
          { name: words.minor, values: trend.rows.map((row) => row.minor), look: 'minor' },
        ]}
        target={null}
        fromZero
      />
      {trend.metrics.map((metric, index) => (
        <Chart
          key={index}
          title={<AgentText value={metric.name} line />}
          label={metric.name.text}
          note={[
            metric.target === null ? '' : fill(words.target, metric.target),
            metric.better === null ? '' : words[metric.better],
          ]
            .filter((each) => each !== '')
            .join(' · ')}
          rounds={rounds}
          series={[
            {
              name: metric.name.text,
              values: trend.rows.map((row) => row.values[index] ?? null),
              look: 'metric',
            },
          ]}
          target={metric.target}
          fromZero={false}
        />
      ))}
      {hasCost && (
        <Chart
          title={trend.costName}
          rounds={rounds}
          series={[{ name: words.cost, values: trend.rows.map((row) => row.cost), look: 'cost' }]}
          target={null}
          fromZero
          bars
        />
      )}
    </div>
  );
}

interface ChartProps {
  title: preact.ComponentChildren;
  /** The title, where that is no text. */
  label?: string;
  note?: string;
  rounds: readonly number[];
  series: { name: string; values: (number | null)[]; look: 'material' | 'minor' | 'metric' | 'cost' }[];
  target: number | null;
  fromZero: boolean;
  bars?: boolean;
}

function Chart(props: ChartProps) {
  const words = useTexts();
  const { rounds, series, target, fromZero } = props;
  const pictures = usePictures();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(() => box.current);
  const name = props.label ?? String(props.title);
  const drawn =
    pictures === null || width < 60
      ? null
      : pictures.chart({
          width,
          height: HEIGHT,
          rounds,
          series: series.map(({ values }) => values),
          target,
          fromZero,
        });
  return (
    <figure class="chart">
      <figcaption>
        <span class="chart-title">{props.title}</span>
        {series.length > 1 &&
          series.map((each) => (
            <span key={each.look} class={`chart-key ${each.look}`}>
              <svg width="18" height="10" aria-hidden="true">
                <line x1="0" y1="5" x2="18" y2="5" />
                <circle cx="9" cy="5" r="3" />
              </svg>
              {each.name}
            </span>
          ))}
        {props.note !== undefined && props.note !== '' && <span class="dim">{props.note}</span>}
      </figcaption>
      <div ref={box} class="chart-box" style={{ height: `${HEIGHT}px` }}>
        {drawn !== null && (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={fill(words.trendPicture, name, rounds[0] ?? 0, rounds.at(-1) ?? 0)}
            data-figures
          >
            <Axes drawn={drawn} width={width} />
            {series.map((each, index) =>
              props.bars === true ? (
                <Bars key={each.look} drawn={drawn} points={drawn.points[index] ?? []} />
              ) : (
                <g key={each.look} class={`series ${each.look}`}>
                  <path d={drawn.paths[index]} />
                  {rounds.length <= MOST_DOTS &&
                    drawn.points[index]?.map((point) => (
                      <circle key={point.round} cx={point.x} cy={point.y} r="3.5">
                        <title>{`r${point.round}: ${point.value}`}</title>
                      </circle>
                    ))}
                </g>
              ),
            )}
          </svg>
        )}
      </div>
    </figure>
  );
}

type Drawn = ReturnType<Pictures['chart']>;

function Axes({ drawn, width }: { drawn: Drawn; width: number }) {
  const { plot } = drawn;
  return (
    <g class="axes">
      {drawn.ticks.map((tick) => (
        <g key={tick.y}>
          <line x1={plot.left} x2={width - 2} y1={tick.y} y2={tick.y} />
          <text x={plot.left - 6} y={tick.y + 4} text-anchor="end">
            {tick.label}
          </text>
        </g>
      ))}
      {drawn.marks.map((mark) => (
        <text key={mark.x} x={mark.x} y={HEIGHT - 4} text-anchor={mark.end}>
          {mark.label}
        </text>
      ))}
      {drawn.targetY !== null && (
        <line class="target" x1={plot.left} x2={width - 2} y1={drawn.targetY} y2={drawn.targetY} />
      )}
    </g>
  );
}

function Bars({ drawn, points }: { drawn: Drawn; points: Drawn['points'][number] }) {
  const width = Math.max(1, Math.min(18, drawn.step * 0.6));
  return (
    <g class="series cost">
      {points.map((point) => (
        <rect
          key={point.round}
          x={point.x - width / 2}
          y={point.y}
          width={width}
          height={Math.max(0, drawn.plot.bottom - point.y)}
        >
          <title>{`r${point.round}: ${point.value}`}</title>
        </rect>
      ))}
    </g>
  );
}
