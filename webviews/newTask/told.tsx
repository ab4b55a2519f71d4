/** What stands in place of the form: what became of the task, or that there is nowhere to submit one. */
import { useEffect } from 'preact/hooks';
import type { NewTask, TaskShown } from '../../src/ui/panels/newTask/newTaskMessages.ts';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icon.tsx';
import { announce } from '../shared/live.tsx';
import { host, texts } from './form.ts';

export function None() {
  return (
    <section class="told" aria-labelledby="heading">
      <h1 id="heading">{texts.none}</h1>
      <p class="dim">{texts.noneMore}</p>
      <div class="buttons">
        <Button primary onPress={() => void host.request('initialize', null)}>
          {texts.initialize}
        </Button>
      </div>
    </section>
  );
}

interface ToldProps {
  state: Extract<NewTask, { task: TaskShown }>['state'];
  task: TaskShown;
}

/** What became of it, in place of the form. */
export function Told({ state, task }: ToldProps) {
  const ask = (name: 'show' | 'withdraw' | 'another') => void host.request(name, null);
  const said = { submitted: texts.submitted, saved: texts.saved, elsewhere: texts.elsewhere }[state];
  useEffect(() => announce(`${said} ${task.words}`), []);
  const isNew = state === 'submitted';
  return (
    <section class="told" aria-labelledby="heading">
      <h1 id="heading" tabIndex={-1} ref={(heading) => takeOver(heading)}>
        {state !== 'elsewhere' && (
          <span class="good">
            <Icon name="check" />
          </span>
        )}{' '}
        <span class="agent">{task.title.text}</span>
      </h1>
      {!isNew && <p>{said}</p>}
      <p class="dim agent">{task.words}</p>
      <div class="buttons">
        {isNew && (
          <Button primary icon="add" onPress={() => ask('another')}>
            {texts.another}
          </Button>
        )}
        <Button primary={!isNew} icon="go-to-file" onPress={() => ask('show')}>
          {texts.show}
        </Button>
        {state === 'saved' && task.waits && <Button onPress={() => ask('another')}>{texts.again}</Button>}
        {isNew && task.waits && <Button onPress={() => ask('withdraw')}>{texts.withdraw}</Button>}
      </div>
    </section>
  );
}

/** The box that had the focus went with the form. Of a page that had none, none is taken. */
function takeOver(heading: HTMLElement | null): void {
  if (heading !== null && document.hasFocus() && document.activeElement === document.body) heading.focus();
}
