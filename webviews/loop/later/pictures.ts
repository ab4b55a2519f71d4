/** Where the lines of charts and of the step graph run. Loaded once the page stands: it is most of what a panel weighs. */
import { Graph, layout } from '@dagrejs/dagre';
import { scaleLinear } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';

export interface ChartIn {
  width: number;
  height: number;
  /** Numbers of the rounds, ascending. */
  rounds: readonly number[];
  series: readonly (readonly (number | null)[])[];
  target: number | null;
  /** The axis begins at zero. */
  fromZero: boolean;
}

export interface ChartOut {
  /** Of the axis at the left. */
  ticks: { y: number; label: string }[];
  /** Under the axis at the bottom. */
  marks: { x: number; label: string; end: 'start' | 'middle' | 'end' }[];
  paths: string[];
  points: { x: number; y: number; value: number; round: number }[][];
  targetY: number | null;
  /** The plot, without what stands around it. */
  plot: { left: number; right: number; top: number; bottom: number };
  /** Between two rounds. */
  step: number;
}

/** A figure of the axis takes about so much. */
const DIGIT = 6.6;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 20;

export function chart({ width, height, rounds, series, target, fromZero }: ChartIn): ChartOut {
  const values = series.flat().filter((value) => value !== null);
  const all = [...values, ...(target === null ? [] : [target]), ...(fromZero ? [0] : [])];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const y = scaleLinear()
    .domain(low === high ? [low - (low === 0 ? 0 : 1), high + 1] : [low, high])
    .nice(3)
    .range([height - BOTTOM, TOP]);
  const whole =
    values.every((value) => Number.isInteger(value)) && (target === null || Number.isInteger(target));
  const format = y.tickFormat(3, high >= 10_000 ? '~s' : undefined);
  const ticks = y
    .ticks(3)
    .filter((tick) => !whole || Number.isInteger(tick))
    .map((tick) => ({ y: y(tick), label: format(tick) }));
  const left = 12 + Math.max(...ticks.map(({ label }) => label.length)) * DIGIT;
  const plot = { left, right: width - RIGHT, top: TOP, bottom: height - BOTTOM };
  // Room for half a bar, or half a point, at both ends.
  const x = scaleLinear()
    .domain([rounds[0] ?? 0, rounds.at(-1) ?? 1])
    .range([plot.left + 10, plot.right - 10]);
  if (rounds.length === 1) x.range([(plot.left + plot.right) / 2, plot.right]);
  const points = series.map((each) =>
    each.flatMap((value, index) => {
      const round = rounds[index];
      return value === null || round === undefined ? [] : [{ x: x(round), y: y(value), value, round }];
    }),
  );
  const path = line<{ x: number; y: number }>()
    .x((point) => point.x)
    .y((point) => point.y);
  return {
    ticks,
    marks: marksOf(rounds, plot.right - plot.left).map((round, index, list) => ({
      x: x(round),
      label: `r${round}`,
      end:
        list.length === 1 ? 'middle' : index === 0 ? 'start' : index === list.length - 1 ? 'end' : 'middle',
    })),
    paths: points.map((each) => path(each) ?? ''),
    points,
    targetY: target === null ? null : y(target),
    plot,
    step: rounds.length < 2 ? plot.right - plot.left : x(rounds[1] ?? 0) - x(rounds[0] ?? 0),
  };
}

/** As many rounds as their names have room, always the first and the last. */
function marksOf(rounds: readonly number[], width: number): number[] {
  const most = Math.max(2, Math.floor(width / 60));
  if (rounds.length <= most) return [...rounds];
  const stride = (rounds.length - 1) / (most - 1);
  return [...new Set(Array.from({ length: most }, (_, at) => rounds[Math.round(at * stride)] ?? 0))];
}

export interface GraphIn {
  count: number;
  edges: readonly (readonly [number, number])[];
  nodeHeight: number;
  down: boolean;
  /** Pixels across. */
  room: number;
}

/** As wide as there is room for; below the last it scrolls. */
const WIDTHS = [150, 134, 120] as const;

export interface GraphOut {
  nodeWidth: number;
  width: number;
  height: number;
  /** Left upper corners. */
  nodes: { x: number; y: number }[];
  edges: { path: string; tip: { x: number; y: number; angle: number } }[];
}

/** Who follows whom, drawn from left to right, or downwards where it is narrow. */
export function graph(shape: GraphIn): GraphOut {
  let drawn = drawnWith(shape, WIDTHS[0]);
  for (const nodeWidth of WIDTHS) {
    drawn = drawnWith(shape, nodeWidth);
    if (drawn.width <= shape.room) return drawn;
  }
  return drawn;
}

function drawnWith({ count, edges, nodeHeight, down }: GraphIn, nodeWidth: number): GraphOut {
  const made = new Graph();
  made.setGraph({
    rankdir: down ? 'TB' : 'LR',
    nodesep: 14,
    ranksep: down ? 26 : nodeWidth / 5,
    marginx: 2,
    marginy: 2,
  });
  made.setDefaultEdgeLabel(() => ({}));
  for (let node = 0; node < count; node += 1)
    made.setNode(String(node), { width: nodeWidth, height: nodeHeight });
  for (const [from, to] of edges) made.setEdge(String(from), String(to));
  layout(made);
  const { width = 0, height = 0 } = made.graph() as { width?: number; height?: number };
  const nodes = Array.from({ length: count }, (_, node) => {
    const { x, y } = made.node(String(node)) as { x: number; y: number };
    return { x: x - nodeWidth / 2, y: y - nodeHeight / 2 };
  });
  const curve = line<{ x: number; y: number }>()
    .x((point) => point.x)
    .y((point) => point.y)
    .curve(curveMonotoneX);
  return {
    nodeWidth,
    width,
    height,
    nodes,
    edges: edges.map(([from, to]) => {
      const { points } = made.edge(String(from), String(to)) as { points: { x: number; y: number }[] };
      const last = points.at(-1) ?? { x: 0, y: 0 };
      const before = points.at(-2) ?? last;
      const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
      return {
        path: (down ? straight(points) : curve(points)) ?? '',
        tip: { ...last, angle: down ? angle : 0 },
      };
    }),
  };
}

function straight(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x},${y}`).join('');
}
