/**
 * Large texts on their way between threads: what arrives is copied in one go, so a text of 40 MB in one message would
 * hold the receiver for too long. They go ahead in pieces and are put back in their places.
 */

/** In UTF-16 units: a copy of this takes a millisecond or two. */
const PIECE = 2_097_152;

export interface Cut {
  /** Where the text stands in the value. */
  keys: string[];
  pieces: number;
}

/** Takes the large texts out of a value of plain objects and lists, in place. */
export function cutTexts(value: object): { pieces: string[]; cuts: Cut[] } {
  const pieces: string[] = [];
  const cuts: Cut[] = [];
  const visit = (inside: object, keys: string[]) => {
    for (const [key, member] of Object.entries(inside)) {
      if (typeof member === 'object' && member !== null && !ArrayBuffer.isView(member)) {
        visit(member, [...keys, key]);
      } else if (typeof member === 'string' && member.length > PIECE) {
        const count = Math.ceil(member.length / PIECE);
        for (let index = 0; index < count; index += 1) {
          pieces.push(member.slice(index * PIECE, (index + 1) * PIECE));
        }
        cuts.push({ keys: [...keys, key], pieces: count });
        Reflect.set(inside, key, '');
      }
    }
  };
  visit(value, []);
  return { pieces, cuts };
}

/** Puts the texts back. They are strung together, not copied: whoever reads one first pays for that. */
export function joinTexts(value: object, pieces: readonly string[], cuts: readonly Cut[]): void {
  let next = 0;
  for (const { keys, pieces: count } of cuts) {
    let text = '';
    for (const end = next + count; next < end; next += 1) text += pieces[next] ?? '';
    let inside: object = value;
    for (const key of keys.slice(0, -1)) {
      const member: unknown = Reflect.get(inside, key);
      if (typeof member !== 'object' || member === null)
        throw new Error(`no place for a text: ${keys.join('.')}`);
      inside = member;
    }
    Reflect.set(inside, keys.at(-1) ?? '', text);
  }
}
