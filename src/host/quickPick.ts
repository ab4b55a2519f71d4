/** Quick picks and input boxes that take nothing but text made fit for them. */
import {
  type Disposable,
  type Event,
  type InputBox,
  type QuickInput,
  type QuickInputButton,
  type QuickPick,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from 'vscode';
import type { Shown } from '../text/agentText.ts';

export interface PickButton {
  id: string;
  /** A codicon's name. */
  icon: string;
  tooltip: Shown<'pick'>;
}

/** A row. The editor sorts rows by label while one types: keep what tells rows apart in `description`. */
export interface PickRow {
  kind?: 'row' | 'separator';
  label: Shown<'pick'>;
  description?: Shown<'pick'>;
  detail?: Shown<'pick'>;
  buttons?: readonly PickButton[];
  /** The row stands whatever is typed. */
  alwaysShow?: boolean;
}

interface Item<Row extends PickRow> {
  row: Row;
  label: string;
  kind: QuickPickItemKind;
  description?: string;
  detail?: string;
  alwaysShow: boolean;
  buttons: readonly ButtonWithId[];
}

interface ButtonWithId extends QuickInputButton {
  id: string;
}

export class Picker<Row extends PickRow> implements Disposable {
  readonly #pick: QuickPick<Item<Row>>;
  #rows: readonly Row[] = [];

  constructor(options: { title: Shown<'pick'>; placeholder?: Shown<'pick'>; ignoreFocusOut?: boolean }) {
    this.#pick = window.createQuickPick<Item<Row>>();
    this.#pick.title = options.title;
    this.#pick.placeholder = options.placeholder ?? '';
    this.#pick.ignoreFocusOut = options.ignoreFocusOut ?? false;
  }

  get value(): string {
    return this.#pick.value;
  }

  set value(text: string) {
    this.#pick.value = text;
  }

  set title(text: Shown<'pick'>) {
    this.#pick.title = text;
  }

  set placeholder(text: Shown<'pick'>) {
    this.#pick.placeholder = text;
  }

  set busy(busy: boolean) {
    this.#pick.busy = busy;
  }

  set enabled(enabled: boolean) {
    this.#pick.enabled = enabled;
  }

  set matchOnDescription(match: boolean) {
    this.#pick.matchOnDescription = match;
  }

  set buttons(buttons: readonly PickButton[]) {
    this.#pick.buttons = buttons.map(button);
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  set rows(rows: readonly Row[]) {
    this.#rows = rows;
    this.#pick.items = rows.map(item);
  }

  get active(): Row | undefined {
    return this.#pick.activeItems[0]?.row;
  }

  set active(row: Row | undefined) {
    this.#pick.activeItems = this.#pick.items.filter((each) => each.row === row);
  }

  onDidChangeValue(listener: (value: string) => void): Disposable {
    return this.#pick.onDidChangeValue(listener);
  }

  onDidAccept(listener: (row: Row | undefined) => void): Disposable {
    return this.#pick.onDidAccept(() => listener(this.active));
  }

  onDidChangeActive(listener: (row: Row | undefined) => void): Disposable {
    return this.#pick.onDidChangeActive(() => listener(this.active));
  }

  onDidPressButton(listener: (id: string) => void): Disposable {
    return this.#pick.onDidTriggerButton((pressed) => listener(idOf(pressed)));
  }

  onDidPressRowButton(listener: (row: Row, id: string) => void): Disposable {
    return this.#pick.onDidTriggerItemButton((event) => listener(event.item.row, idOf(event.button)));
  }

  get onDidHide(): Event<void> {
    const hide = this.#pick.onDidHide;
    return (listener, context, disposables) => hide(() => listener.call(context), undefined, disposables);
  }

  show(): void {
    this.#pick.show();
  }

  hide(): void {
    this.#pick.hide();
  }

  dispose(): void {
    this.#pick.dispose();
  }
}

function button(from: PickButton): ButtonWithId {
  return { id: from.id, iconPath: new ThemeIcon(from.icon), tooltip: from.tooltip };
}

function idOf(pressed: QuickInputButton): string {
  return 'id' in pressed && typeof pressed.id === 'string' ? pressed.id : '';
}

function item<Row extends PickRow>(row: Row): Item<Row> {
  return {
    row,
    label: row.label,
    kind: row.kind === 'separator' ? QuickPickItemKind.Separator : QuickPickItemKind.Default,
    ...(row.description === undefined ? {} : { description: row.description }),
    ...(row.detail === undefined ? {} : { detail: row.detail }),
    alwaysShow: row.alwaysShow ?? true,
    buttons: (row.buttons ?? []).map(button),
  };
}

/** Shows a pick or box until `listen` has heard an answer and given it. Undefined: the person went away. */
export function untilAnswered<T>(
  input: Pick<QuickInput, 'show' | 'hide' | 'dispose'> & { onDidHide(listener: () => void): unknown },
  listen: (answer: (value: T | undefined) => void) => unknown,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    listen((value) => {
      resolve(value);
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

/**
 * Lets the person pick one of `rows`, found by what they type. Undefined: they went away.
 *
 * @param options.stays also when they look elsewhere
 * @param options.active the row that Enter takes at first
 */
export async function pickOne<Row extends PickRow>(
  rows: readonly Row[],
  options: {
    title: Shown<'pick'>;
    placeholder?: Shown<'pick'>;
    stays?: boolean;
    active?: (row: Row) => boolean;
  },
): Promise<Row | undefined> {
  const picker = new Picker<Row>({ ...options, ignoreFocusOut: options.stays ?? false });
  picker.matchOnDescription = true;
  picker.rows = rows.map((row) => ({ ...row, alwaysShow: row.alwaysShow ?? false }));
  const { active } = options;
  const first = active === undefined ? undefined : picker.rows.find(active);
  if (first !== undefined) picker.active = first;
  return untilAnswered(picker, (answer) =>
    picker.onDidAccept((row) => answer(row === undefined ? undefined : rows[picker.rows.indexOf(row)])),
  );
}

/**
 * Lets the person take some of `rows`; the list stays when they look elsewhere. Undefined: they went away or took none.
 *
 * @param options.marked which are taken at first; all unless given
 * @param options.none said above the list where Enter finds none marked: it then takes the row it is on, or the only one
 * that what is typed leaves, else none
 * @param options.mustMark said above the list where Enter finds none marked, and nothing is taken
 */
export async function pickMany<Row extends PickRow>(
  rows: readonly Row[],
  options: {
    title: Shown<'pick'>;
    placeholder?: Shown<'pick'>;
    marked?: (row: Row) => boolean;
    none?: Shown<'pick'>;
    mustMark?: Shown<'pick'>;
  },
): Promise<Row[] | undefined> {
  const { marked = () => true, none, mustMark } = options;
  const pick = window.createQuickPick<Item<Row>>();
  pick.title = options.title;
  pick.placeholder = options.placeholder ?? '';
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = rows.map((row) => item({ ...row, alwaysShow: row.alwaysShow ?? false }));
  pick.selectedItems = pick.items.filter((_, place) => rows[place] !== undefined && marked(rows[place]));
  // The editor puts Enter on no row of such a list by itself.
  if (none !== undefined) pick.activeItems = pick.items.slice(0, 1);
  return untilAnswered(pick, (answer) =>
    pick.onDidAccept(() => {
      const from = none !== undefined && pick.selectedItems.length === 0 ? onlyOne(pick) : pick.selectedItems;
      const nothing = none ?? mustMark;
      if (nothing !== undefined && from.length === 0) {
        pick.title = nothing;
        return;
      }
      const places = new Set(from.map((taken) => pick.items.indexOf(taken)));
      const taken = rows.filter((_, place) => places.has(place));
      answer(taken.length === 0 ? undefined : taken);
    }),
  );
}

/** The row that Enter is on, else the only one that what is typed leaves. */
function onlyOne<Row extends PickRow>(pick: QuickPick<Item<Row>>): readonly Item<Row>[] {
  if (pick.activeItems.length > 0) return pick.activeItems.slice(0, 1);
  const typed = pick.value.trim().toLowerCase();
  const left = pick.items.filter(({ label, description }) =>
    [label, description ?? ''].some((text) => text.toLowerCase().includes(typed)),
  );
  return left.length === 1 ? left : [];
}

/**
 * Asks for a line of text. `onChange` gets every state of it, so that nothing typed is lost; `check` gives the
 * reason why it can't be sent yet. Undefined: the person went away.
 */
export async function askText(options: {
  title: Shown<'pick'>;
  prompt: Shown<'prompt'>;
  placeholder?: Shown<'pick'>;
  value?: string;
  check?: (text: string) => Shown<'prompt'> | undefined;
  onChange?: (text: string) => void;
}): Promise<string | undefined> {
  const box: InputBox = window.createInputBox();
  box.title = options.title;
  box.prompt = options.prompt;
  box.placeholder = options.placeholder ?? '';
  box.value = options.value ?? '';
  box.ignoreFocusOut = true;
  box.onDidChangeValue((text) => {
    box.validationMessage = options.check?.(text);
    options.onChange?.(text);
  });
  return untilAnswered(box, (answer) =>
    box.onDidAccept(() => {
      const reason = options.check?.(box.value);
      box.validationMessage = reason;
      if (reason === undefined) answer(box.value);
    }),
  );
}
