import type { Round } from '../loopSnapshot.ts';
import { isAlike, type OpenCounts } from './giveRound.ts';
import { PackedRound } from './roundPack.ts';

const CHUNK = 256;
/** Up to here the rounds are given whole, as an array like any other. */
const PLAIN = 256;

type Slot = Round | PackedRound;

/**
 * The rounds as snapshots hold them. What was given out stays as it is: a chunk is copied before it changes again, so a
 * snapshot of 66,667 rounds costs 260 references.
 */
export class RoundList {
  readonly #chunks: Slot[][] = [];
  /** Chunks that no snapshot holds. */
  readonly #own = new Set<number>();
  #length = 0;
  #given: Round[] | null = null;
  #open: OpenCounts = { openMaterial: 0, openMinor: 0 };

  set(position: number, slot: Slot): void {
    this.#given = null;
    const at = Math.floor(position / CHUNK);
    const chunk = this.#chunks[at] ?? [];
    const own = this.#own.has(at) ? chunk : [...chunk];
    own[position % CHUNK] = slot;
    this.#chunks[at] = own;
    this.#own.add(at);
    this.#length = Math.max(this.#length, position + 1);
  }

  /** `open`: what is open now, for packed rounds that have no end. */
  give(open: OpenCounts): Round[] {
    this.#own.clear();
    if (!isAlike(open, this.#open)) this.#given = null;
    this.#open = open;
    this.#given ??= this.#length > PLAIN ? lazy([...this.#chunks], this.#length, open) : this.#plain(open);
    return this.#given;
  }

  #plain(open: OpenCounts): Round[] {
    return this.#chunks.flat().map((slot) => roundIn(slot, open));
  }
}

function roundIn(slot: Slot, open: OpenCounts): Round {
  return slot instanceof PackedRound ? slot.round(open) : slot;
}

/** An array to read from whose packed rounds are made when they are asked for. */
function lazy(chunks: readonly (readonly Slot[])[], length: number, open: OpenCounts): Round[] {
  const at = (position: number): Round | undefined => {
    const slot = chunks[Math.floor(position / CHUNK)]?.[position % CHUNK];
    return slot === undefined ? undefined : roundIn(slot, open);
  };
  return new Proxy<Round[]>([], {
    get(target, property, receiver): unknown {
      if (property === 'length') return length;
      const position = positionOf(property, length);
      return position === null ? Reflect.get(target, property, receiver) : at(position);
    },
    has(target, property) {
      return positionOf(property, length) !== null || Reflect.has(target, property);
    },
    ownKeys() {
      return [...Array.from({ length }, (_, position) => String(position)), 'length'];
    },
    getOwnPropertyDescriptor(_target, property) {
      if (property === 'length')
        return { value: length, writable: true, enumerable: false, configurable: false };
      const position = positionOf(property, length);
      if (position === null) return undefined;
      return { value: at(position), writable: true, enumerable: true, configurable: true };
    },
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
    setPrototypeOf: () => false,
    preventExtensions: () => false,
  });
}

function positionOf(property: string | symbol, length: number): number | null {
  if (typeof property === 'symbol') return null;
  const position = Number(property);
  return Number.isInteger(position) && position >= 0 && position < length && String(position) === property
    ? position
    : null;
}
