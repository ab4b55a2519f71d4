/** What something cost, as it may be said: never "$0" where nobody reported dollars. */

import type { Shown } from '../../../text/agentText.ts';
import { join } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import type { Spent } from '../../../workspace/totals.ts';

/** "$31.20", "~$0.93", "1.2M tok", "$3.10 + 1.2M tok"; empty where nothing was reported. */
export function cost(spent: Spent): Shown {
  const parts: Shown[] = [];
  if (spent.usd > 0) parts.push(dollars(spent.usd, spent.estimated));
  if (spent.tokens > 0) parts.push(tokens(spent.tokens));
  return join(parts, ' + ');
}

/** "$31.20/25" against a cap in dollars, for rows. */
export function costOfCap(spent: Spent, cap: number | null): Shown {
  if (cap === null || spent.usd <= 0 || spent.tokens > 0) return cost(spent);
  return `${dollars(spent.usd, spent.estimated)}/${plain(cap)}` as Shown;
}

/** "~$0.93 of $5", for sentences. */
export function costOfCapLong(spent: Spent, cap: number | null): Shown {
  const said = cost(spent);
  return cap === null || spent.usd <= 0 ? said : ours('{0} of {1}', said, dollars(cap, false));
}

/** "$31.20", "~$0.004", "$5": cents as they are, less than a cent with what tells it from nothing. */
export function dollars(usd: number, estimated: boolean): Shown {
  return `${estimated ? '~' : ''}$${plain(usd)}` as Shown;
}

function plain(usd: number): string {
  if (Number.isInteger(usd)) return String(usd);
  if (usd >= 0.01) return usd.toFixed(2);
  return usd.toPrecision(1);
}

/** "980 tok", "12K tok", "1.2M tok". */
export function tokens(count: number): Shown {
  if (count < 1000) return ours('{0} tok', Math.round(count));
  if (count < 999_500) return ours('{0}K tok', short(count / 1000));
  if (count < 999_500_000) return ours('{0}M tok', short(count / 1_000_000));
  return ours('{0}B tok', short(count / 1_000_000_000));
}

function short(value: number): number {
  return value < 10 ? Number(value.toFixed(1)) : Math.round(value);
}
