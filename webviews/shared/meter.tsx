/** How much of a cap is used up; without a cap, what it is so far. */
interface Props {
  name: string;
  /** "~$0.93 of $5": says it all. */
  words: string;
  /** A smaller remark behind it. */
  note?: string | undefined;
  /** 1 is all of it; null: there is no cap. */
  share: number | null;
}

export function Meter({ name, words, note, share }: Props) {
  const level = share === null ? 'none' : share > 1 ? 'over' : share >= 0.8 ? 'near' : 'fine';
  const filled = Math.max(0, Math.min(1, share ?? 0));
  return (
    <div class={`meter ${level}`}>
      <div class="meter-head">
        <span class="meter-name">{name}</span>
        <span class="meter-words">{words}</span>
      </div>
      {share !== null && <meter class="meter-bar" aria-label={name} aria-valuetext={words} value={filled} />}
      {note !== undefined && note !== '' && <div class="meter-note">{note}</div>}
    </div>
  );
}
