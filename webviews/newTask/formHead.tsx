/** What stands above the boxes: where the task goes, or which one it is, and what stands in the way. */
import type { FormShown } from '../../src/ui/panels/newTask/newTaskMessages.ts';
import { Button } from '../shared/button.tsx';
import { host, phase, texts } from './form.ts';

/** Which task it is, and where: neither can be changed here. */
export function Edited({ form, edits }: { form: FormShown; edits: NonNullable<FormShown['edits']> }) {
  return (
    <div class="edited">
      <p class="agent">{edits.title.text}</p>
      <p class="dim agent">{edits.words}</p>
      <p class="dim agent">{form.workspaces[0]?.folder.text}</p>
    </div>
  );
}

/** Why nothing can be sent now, and what can be done about it. */
export function Notice({ form }: { form: FormShown }) {
  return (
    <div class="notice">
      <p>{form.off}</p>
      {form.differs.length > 0 && (
        <ul>
          {form.differs.map((line) => (
            <li key={line} class="agent">
              {line}
            </li>
          ))}
        </ul>
      )}
      {form.ways.map(({ name, words }) => (
        <Button key={name} onPress={() => void host.request('way', { name })}>
          {words}
        </Button>
      ))}
    </div>
  );
}

export function Workspace({ form }: { form: FormShown }) {
  const chosen = form.workspaces[form.workspace];
  return (
    <div class="form-field workspace">
      <label for="workspace">{texts.workspace}</label>
      <select
        id="workspace"
        class="field"
        disabled={phase.value === 'submitting'}
        value={String(form.workspace)}
        onChange={(event) => void host.request('workspace', { index: Number(event.currentTarget.value) })}
      >
        {form.workspaces.map((each, index) => (
          <option key={each.folder.text} value={String(index)} data-figures>
            {each.name.text}
          </option>
        ))}
      </select>
      <span class="dim agent">{chosen?.folder.text}</span>
    </div>
  );
}
