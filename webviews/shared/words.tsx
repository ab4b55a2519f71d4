/** The words of a panel come with its page, in the person's language. */
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SharedTexts } from '../../src/ui/panels/rpc.ts';

const Words = createContext<Record<string, string>>({});

export function WordsProvider(props: { texts: Record<string, string>; children: ComponentChildren }) {
  return <Words.Provider value={props.texts}>{props.children}</Words.Provider>;
}

/** `T`: the type of the panel's own words, from its messages. */
export function useWords<T = unknown>(): T & SharedTexts {
  return useContext(Words) as T & SharedTexts;
}

/** A sentence of the host's with `{0}`, `{1}` filled in. */
export function fill(message: string, ...args: readonly (string | number)[]): string {
  return message.replace(/\{(\d)\}/g, (found, index: string) => String(args[Number(index)] ?? found));
}

/** Counts in the reader's own writing: 20,000. */
export function counted(value: number): string {
  return value.toLocaleString();
}
