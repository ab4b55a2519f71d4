/** What of the findings is listed, and how. The host holds it; only what is being typed is the page's. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Filter, ListShown } from '../../src/ui/panels/findings/findingsMessages.ts';
import { Button } from '../shared/button.tsx';
import { counted, fill } from '../shared/words.tsx';
import { changeFilter, filtersOpen, wanted, words } from './state.ts';

const PAUSE_MS = 120;

export function Filters({ list }: { list: ListShown }) {
  const { states } = list;
  const filter = wanted.value ?? list.filter;
  const change = (part: Partial<Filter>): void => changeFilter(list.filter, part);
  const loops = list.loops.map(({ id, name, open }) => [id, `${name.text} (${counted(open)})`] as const);
  const steps = list.steps.map(
    ({ name, shown, open }) => [name, `${shown.text} (${counted(open)})`] as const,
  );
  const choice = <Part extends keyof Filter>(
    part: Part,
    name: string,
    options: readonly (readonly [Filter[Part], string])[],
  ) => (
    <Choice
      name={name}
      value={filter[part]}
      options={options}
      // The steps are those of the loop.
      onChange={(value) => change({ [part]: value, ...(part === 'loop' ? { step: '' } : {}) })}
    />
  );
  return (
    <div class="filters">
      <div class="filters-head">
        <Search text={filter.text} onChange={(text) => change({ text })} />
        <Button
          icon="filter"
          name={words.filters}
          pressed={filtersOpen.value}
          onPress={() => {
            filtersOpen.value = !filtersOpen.value;
          }}
        />
      </div>
      {filtersOpen.value && (
        // biome-ignore lint/a11y/useSemanticElements: no form is sent
        <div class="filters-rest" role="group" aria-label={words.filters}>
          {choice('state', words.state, [
            ['open', fill(words.stateOpen, counted(states.open))],
            ['closed', fill(words.stateClosed, counted(states.closed))],
            ['superseded', fill(words.stateSuperseded, counted(states.superseded))],
            ['all', fill(words.stateAll, counted(states.all))],
          ])}
          {choice('severity', words.severity, [
            ['all', words.severityAll],
            ['material', words.material],
            ['minor', words.minor],
          ])}
          {choice('mine', words.mine, [
            ['all', words.mineAll],
            ['none', words.mineNone],
            ['draft', words.mineDraft],
            ['sent', words.mineSent],
          ])}
          {choice('loop', words.loop, [['', words.loopAll], ...loops])}
          {choice('step', words.step, [['', words.stepAll], ...steps])}
          {choice('sort', words.sort, [
            ['severity', words.sortSeverity],
            ['newest', words.sortNewest],
            ['oldest', words.sortOldest],
            ['name', words.sortName],
          ])}
          {choice('group', words.group, [
            ['none', words.groupNone],
            ['loop', words.groupLoop],
            ['step', words.groupStep],
            ['severity', words.groupSeverity],
            ['state', words.groupState],
            ['mine', words.groupMine],
          ])}
        </div>
      )}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  name: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

function Choice<T extends string>({ name, value, options, onChange }: ChoiceProps<T>) {
  return (
    <select
      class="field"
      aria-label={name}
      title={name}
      value={value}
      onChange={(event) => {
        const chosen = options.find(([each]) => each === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Search({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null);
  const typed = useSignal(text);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    // From elsewhere: a command, or the button that shows all.
    if (document.activeElement !== box.current) typed.value = text;
  }, [text, typed]);
  return (
    <input
      ref={box}
      id="search"
      type="search"
      class="field"
      maxLength={200}
      aria-label={words.search}
      placeholder={words.search}
      title={words.searchHint}
      value={typed.value}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onChange(typed.peek()), PAUSE_MS);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
        document.getElementById('findings')?.focus();
        event.preventDefault();
      }}
    />
  );
}
