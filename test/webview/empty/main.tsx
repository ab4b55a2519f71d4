/** The same shell with nothing in it but a slice of nothing: what a panel's own work is measured against. */
import { render } from 'preact';
import { Host } from '../../../webviews/shared/host.ts';
import { LiveRegion } from '../../../webviews/shared/live.tsx';
import { WordsProvider } from '../../../webviews/shared/words.tsx';
import type { EmptyContract } from './messages.ts';
import './empty.css';

const host = new Host<EmptyContract>({});

function Empty() {
  const { value } = host.useSlice('nothing', null);
  return <main>{value !== undefined && <h1>empty</h1>}</main>;
}

const root = document.getElementById('root');
if (root !== null)
  render(
    <WordsProvider texts={host.boot.texts}>
      <Empty />
      <LiveRegion />
    </WordsProvider>,
    root,
  );
