import { Column } from './column.ts';
import type { RoundEntry } from './roundEntry.ts';
import type { CostSum } from './roundState.ts';

const FEW = 256;

export interface Totals {
  usd: number;
  tokens: number;
  unpriced: number;
  /** Microseconds. */
  runtime: number;
  estimated: boolean;
  /** How many rounds have an end. */
  ended: number;
}

/** A value of each round, and their sums over the rounds by number, so that one more round costs one more addition. */
class Sum {
  readonly #values = new Column();
  readonly #sums = new Column();

  add(): void {
    this.#values.push(0);
    this.#sums.push(0);
  }

  /** True if it is another value than before. */
  set(index: number, value: number): boolean {
    if (this.#values.get(index) === value) return false;
    this.#values.set(index, value);
    return true;
  }

  /** Adds up in the one order that does not depend on when it was asked. */
  upTo(order: readonly RoundEntry[], from: number): number {
    let sum = from === 0 ? 0 : this.#sums.get(from - 1);
    for (let position = from; position < order.length; position += 1) {
      sum += this.#values.get(order[position]?.index ?? -1);
      this.#sums.set(position, sum);
    }
    return sum;
  }
}

export class RoundTotals {
  ended = 0;
  #estimated = 0;
  readonly #usd = new Sum();
  readonly #tokens = new Sum();
  readonly #unpriced = new Sum();
  readonly #runtime = new Sum();
  /** Sums up to this place still hold. */
  #holds = 0;

  add(): void {
    this.#usd.add();
    this.#tokens.add();
    this.#unpriced.add();
    this.#runtime.add();
  }

  set(entry: RoundEntry, cost: CostSum, runtime: number, ended: boolean): void {
    this.ended += Number(ended) - Number(entry.ended);
    this.#estimated += Number(cost.estimated) - Number(entry.estimated);
    entry.ended = ended;
    entry.estimated = cost.estimated;
    const usd = this.#usd.set(entry.index, cost.usd);
    const tokens = this.#tokens.set(entry.index, cost.tokens);
    const unpriced = this.#unpriced.set(entry.index, cost.unpriced);
    const spent = this.#runtime.set(entry.index, runtime);
    if (usd || tokens || unpriced || spent) this.reordered(entry.position);
  }

  /** What stands at this place, and so all sums from it on, is no longer what it was. */
  reordered(position: number): void {
    this.#holds = Math.min(this.#holds, position);
  }

  /** Adds up what is new, unless so much of it is that it is better done once, when it is asked for. */
  sumFew(order: readonly RoundEntry[]): void {
    if (order.length - this.#holds <= FEW) this.sum(order);
  }

  sum(order: readonly RoundEntry[]): Totals {
    const from = this.#holds;
    this.#holds = order.length;
    return {
      usd: this.#usd.upTo(order, from),
      tokens: this.#tokens.upTo(order, from),
      unpriced: this.#unpriced.upTo(order, from),
      runtime: this.#runtime.upTo(order, from),
      estimated: this.#estimated > 0,
      ended: this.ended,
    };
  }
}
