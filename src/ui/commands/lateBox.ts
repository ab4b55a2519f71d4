/**
 * The text of an input box that takes what we give it a moment later, while the person may already be typing: keys
 * struck before ours arrived would be overwritten by it, and what was given would be overwritten by them.
 */
export class LateBox {
  /** What the box held when it was last heard of. */
  #held = '';
  #coming: { text: string; struckBefore: string } | null = null;

  /** The text to give to the box; null where it holds that already. */
  give(text: string): string | null {
    if (this.#coming === null && text === this.#held) return null;
    this.#coming = { text, struckBefore: '' };
    return text;
  }

  /** The box holds `value`. `typed`: what the person has typed, if anything; `give`: what the box must be given now. */
  heard(value: string): { typed: string | null; give: string | null } {
    const coming = this.#coming;
    if (coming === null) {
      this.#held = value;
      return { typed: value, give: null };
    }
    if (value !== coming.text) {
      coming.struckBefore = value.startsWith(this.#held) ? value.slice(this.#held.length) : value;
      return { typed: null, give: null };
    }
    this.#held = value;
    this.#coming = null;
    if (coming.struckBefore === '') return { typed: null, give: null };
    const whole = coming.text + coming.struckBefore;
    this.#coming = { text: whole, struckBefore: '' };
    return { typed: whole, give: whole };
  }
}
