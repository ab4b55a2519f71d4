/** The notes before they go: one after the other, each to be sent or not. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { NoteShown } from '../../src/ui/panels/findings/findingsMessages.ts';
import { AgentText } from '../shared/agentText.tsx';
import { Button } from '../shared/button.tsx';
import { isSend } from '../shared/keys.ts';
import { announce } from '../shared/live.tsx';
import { fill } from '../shared/words.tsx';
import { closeDialog, Dialog } from './dialog.tsx';
import { host, sending, sendOnly, tell, words } from './state.ts';

const SAID = {
  sent: words.doneSent,
  kept: words.doneKept,
  answered: words.doneAnswered,
  'not-sent': words.doneNot,
} as const;

export function SendDialog() {
  const { value: notes } = host.useSlice('notes', null);
  /** The loops there were when it was opened, in that order: what comes later waits for the next time. */
  const loops = useSignal<readonly string[] | null>(null);
  const at = useSignal(0);
  const busy = useSignal(false);
  const problem = useSignal('');
  const done = useSignal({ sent: 0, kept: 0 });

  const close = (): void => {
    sending.value = false;
    sendOnly.value = '';
  };
  useEffect(() => {
    if (notes !== undefined && loops.peek() === null) {
      const only = sendOnly.peek();
      loops.value = notes.map(({ loop }) => loop).filter((loop) => only === '' || loop === only);
    }
  }, [notes, loops]);

  const all = loops.value;
  const loop = all?.[at.value];
  const note = notes?.find((each) => each.loop === loop);
  const over = all !== null && all !== undefined && loop === undefined;
  useEffect(() => {
    if (over) finish(done.peek());
  }, [over, done]);
  // Sent from another window, or taken back there.
  const gone = notes !== undefined && loop !== undefined && note === undefined && !busy.value;
  useEffect(() => {
    if (gone) at.value += 1;
  }, [gone, at]);

  const finish = (counts: { sent: number; kept: number }): void => {
    if (counts.sent + counts.kept > 1) tell(fill(words.summary, counts.sent, counts.kept));
    close();
  };

  const next = (): void => {
    problem.value = '';
    at.value += 1;
    document.getElementById('send-title')?.focus();
  };

  const send = async (meant: NoteShown): Promise<void> => {
    if (busy.peek() || meant.off !== '') return;
    busy.value = true;
    announce(words.sending);
    const reply = await host.request('send', { loop: meant.loop, stamp: meant.stamp });
    busy.value = false;
    if (!reply.ok) {
      problem.value = reply.words || words.failed;
      announce(problem.peek());
      return;
    }
    const { how } = reply.value;
    const said = fill(SAID[how], meant.name.text);
    tell(said);
    if (how === 'not-sent') {
      problem.value = said;
      return;
    }
    const { sent, kept } = done.peek();
    done.value = how === 'kept' ? { sent, kept: kept + 1 } : { sent: sent + 1, kept };
    next();
  };

  const title =
    note === undefined || all === null || all === undefined
      ? words.send
      : fill(words.noteTitle, at.value + 1, all.length, note.name.text);
  return (
    <Dialog
      id="send"
      title={<span class="agent">{title}</span>}
      onClose={close}
      onKey={(event) => {
        if (!isSend(event) || note === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        void send(note);
      }}
    >
      {note !== undefined && (
        <>
          <p class="dim">
            {words.noteHelp} <AgentText value={note.place} />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach that */}
          <pre class="note" tabIndex={0}>
            <AgentText value={note.text} />
          </pre>
          {note.warning !== '' && <p class="note-warning agent">{note.warning}</p>}
          {note.off !== '' && <p class="problem agent">{note.off}</p>}
          {problem.value !== '' && <p class="problem">{problem.value}</p>}
          <div class="buttons">
            <Button
              primary
              icon="send"
              disabled={busy.value ? words.sending : note.off}
              onPress={() => void send(note)}
            >
              {busy.value ? words.sending : words.sendOne}
            </Button>
            <Button disabled={busy.value} onPress={next}>
              {words.skip}
            </Button>
            <Button onPress={closeDialog}>{words.cancel}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
