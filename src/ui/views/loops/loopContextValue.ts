import type { LoopAbilities } from '../../../workspace/loops/loopAbilities.ts';

const WORDS: Record<keyof LoopAbilities, string> = {
  answer: 'answerable',
  steer: 'steerable',
  stop: 'stoppable',
  start: 'startable',
};

/** What can be done with a loop, in the words that menus ask for. */
export function loopWords(abilities: LoopAbilities): string[] {
  const may = (Object.keys(WORDS) as (keyof LoopAbilities)[]).filter((act) => abilities[act] === 'may');
  return ['loop', 'openable', 'copyable', 'keyed', ...may.map((act) => WORDS[act])];
}
