/** What agents wrote, as a panel gets it: cleaned as everywhere, cut by bytes, since a slice has room for only so much. */
import { type Shown, shown } from './agentText.ts';

/** Text for a panel's `AgentText`. `cut`: there is more of it than this, to be opened whole in the editor. */
export interface PanelText {
  text: Shown<'webview'>;
  cut: boolean;
}

/** What a panel shows of one text. */
export const WHOLE_TEXT = 20_000;
/** What a list shows of each of its rows. */
export const ROW_TEXT = 400;

/** @param max bytes of UTF-8. */
export function panelText(text: string, max: number = WHOLE_TEXT): PanelText {
  const bounded = cutBytes(text, max);
  const clean = shown(bounded, 'webview', Number.POSITIVE_INFINITY);
  // Cleaning makes invisible characters longer.
  const kept = cutBytes(clean, max);
  return { text: kept as Shown<'webview'>, cut: bounded.length < text.length || kept.length < clean.length };
}

/** One line, for names and table cells. */
export function panelLine(text: string, max: number = ROW_TEXT): PanelText {
  const bounded = text.length > max * 4 ? text.slice(0, max * 4) : text;
  const { text: line, cut } = panelText(bounded.replace(/\s+/g, ' ').trim(), max);
  return { text: line, cut: cut || bounded.length < text.length };
}

/** Never within a character. */
function cutBytes(text: string, max: number): string {
  // No UTF-16 unit takes more than three bytes.
  if (text.length * 3 <= max) return text;
  const bytes = new Uint8Array(max);
  const { read } = new TextEncoder().encodeInto(text, bytes);
  return text.slice(0, read);
}

/** Null where there is nothing but blanks. */
export function filledText(text: string | null | undefined, max: number): PanelText | null {
  return text == null || text.trim() === '' ? null : panelText(text, max);
}
