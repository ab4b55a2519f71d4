import { type FunctionComponent, render } from 'preact';
import { WordsProvider } from './words.tsx';

/** Shows a panel in its document, with the words that came with it. */
export function showPage(
  { boot }: { boot: { texts: Record<string, string> } },
  Panel: FunctionComponent,
): void {
  const root = document.getElementById('root');
  if (root === null) return;
  render(
    <WordsProvider texts={boot.texts}>
      <Panel />
    </WordsProvider>,
    root,
  );
}
