/** The steps of a round as a graph: one of them is chosen, arrow keys walk it along its lines. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { RoundShown, StepNode } from '../../src/ui/panels/loop/loopMessages.ts';
import { AgentText } from '../shared/agentText.tsx';
import { fill } from '../shared/words.tsx';
import { chosenStep, useTexts } from './panel.ts';
import { usePictures } from './pictures.ts';
import { State, toneClass } from './state.tsx';
import { useWidth } from './useWidth.ts';

const HEIGHT = 64;
const PLAIN_WIDTH = 150;
/** Steps of so many pixels are drawn anew when the panel's width changes. */
const WIDTH_STEP = 40;
const NARROW = 560;

export function StepGraph({ round, chosen }: { round: RoundShown; chosen: string }) {
  const words = useTexts();
  const pictures = usePictures();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(() => box.current?.parentElement);
  const { nodes, edges } = round;
  const down = width < NARROW;
  const room = Math.floor(width / WIDTH_STEP) * WIDTH_STEP;
  const shape = JSON.stringify([nodes.map((node) => node.id), edges]);
  const drawn = useMemo(
    () =>
      pictures === null || width === 0
        ? null
        : pictures.graph({ count: nodes.length, edges, nodeHeight: HEIGHT, down, room }),
    // The shape says which steps and lines there are; how they stand moves nothing.
    [shape, pictures, down, room],
  );
  const at = nodes.findIndex((node) => node.id === chosen);

  useEffect(() => {
    // Only across: the page stays where the reader has it.
    const node = document.getElementById(`step-${at}`);
    const list = box.current;
    if (node === null || list === null) return;
    const left = node.offsetLeft - 8;
    const right = node.offsetLeft + node.offsetWidth + 8;
    if (left < list.scrollLeft) list.scrollLeft = left;
    else if (right > list.scrollLeft + list.clientWidth) list.scrollLeft = right - list.clientWidth;
  }, [at, drawn]);

  const keydown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = walked(event.key, at, round, drawn?.nodes ?? null, down);
    const node = to === null ? undefined : nodes[to];
    if (node === undefined) return;
    event.preventDefault();
    chosenStep.value = node.id;
  };
  return (
    <div
      ref={box}
      class={drawn === null ? 'graph plain' : 'graph'}
      role="listbox"
      aria-label={fill(words.steps, round.round)}
      aria-description={words.stepKeys}
      aria-activedescendant={at >= 0 ? `step-${at}` : undefined}
      aria-orientation={down ? 'vertical' : 'horizontal'}
      tabIndex={0}
      onKeyDown={keydown}
    >
      <div
        class="graph-space"
        role="presentation"
        style={drawn === null ? {} : { width: `${drawn.width}px`, height: `${drawn.height}px` }}
      >
        {drawn !== null && (
          <svg class="edges" width={drawn.width} height={drawn.height} aria-hidden="true">
            {drawn.edges.map((edge, index) => (
              <g key={edges[index]?.join()}>
                <path d={edge.path} />
                <polygon
                  points="0,0 -7,-4 -7,4"
                  transform={`translate(${edge.tip.x},${edge.tip.y}) rotate(${edge.tip.angle})`}
                />
              </g>
            ))}
          </svg>
        )}
        {nodes.map((node, index) => (
          <Node
            key={node.id}
            node={node}
            index={index}
            chosen={index === at}
            place={drawn?.nodes[index]}
            width={drawn?.nodeWidth ?? PLAIN_WIDTH}
          />
        ))}
      </div>
    </div>
  );
}

interface NodeProps {
  node: StepNode;
  index: number;
  chosen: boolean;
  place: { x: number; y: number } | undefined;
  width: number;
}

function Node({ node, index, chosen, place, width }: NodeProps) {
  const spot = place === undefined ? {} : { left: `${place.x}px`, top: `${place.y}px` };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the graph has the focus and the keys
    <div
      id={`step-${index}`}
      class={`node ${toneClass(node.state.tone)} ${chosen ? 'chosen' : ''} ${node.runs > 1 ? 'many' : ''} ${node.runs === 0 ? 'idle' : ''}`}
      role="option"
      aria-selected={chosen}
      title={node.name.text}
      style={{ ...spot, width: `${width}px`, height: `${HEIGHT}px` }}
      onClick={() => {
        chosenStep.value = node.id;
      }}
    >
      <span class="node-name">
        <AgentText value={node.name} line />
      </span>
      <State state={node.state} />
      <span class="node-facts dim" data-figures>
        {node.facts}
      </span>
    </div>
  );
}

/** Along the lines forwards and back; across them to what stands beside. */
function walked(
  key: string,
  at: number,
  { nodes, edges }: RoundShown,
  places: { x: number; y: number }[] | null,
  down: boolean,
): number | null {
  const [on, back, next, last] = down
    ? ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']
    : ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'];
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return nodes.length - 1;
    case on:
      return edges.find(([from]) => from === at)?.[1] ?? (at + 1 < nodes.length ? at + 1 : null);
    case back:
      return edges.find(([, to]) => to === at)?.[0] ?? (at > 0 ? at - 1 : null);
    case next:
      return beside(at, 1, places, down);
    case last:
      return beside(at, -1, places, down);
    default:
      return null;
  }
}

/** The nearest step of the same rank. */
function beside(
  at: number,
  direction: 1 | -1,
  places: { x: number; y: number }[] | null,
  down: boolean,
): number | null {
  const here = places?.[at];
  if (places === null || here === undefined) return null;
  let best: number | null = null;
  let bestBy = Number.POSITIVE_INFINITY;
  places.forEach((place, index) => {
    const sameRank = down ? Math.abs(place.y - here.y) < 4 : Math.abs(place.x - here.x) < 4;
    const by = (down ? place.x - here.x : place.y - here.y) * direction;
    if (index !== at && sameRank && by > 0 && by < bestBy) {
      best = index;
      bestBy = by;
    }
  });
  return best;
}
