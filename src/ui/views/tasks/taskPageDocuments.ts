/** The pages of tasks: their text, and the way from one to its parent and children. */

import {
  type Disposable,
  languages,
  type Position,
  Range,
  type TextDocument,
  type TextEditor,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import { CONTEXT, SCHEME, TEXT_LANGUAGE } from '../../../contract.ts';
import type { ContextKeys } from '../../../host/context.ts';
import { pageUri, reading } from '../../../host/documents.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import { type Shown, shown } from '../../../text/agentText.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { taskAbilities } from '../../../workspace/tasks/taskAbilities.ts';
import { isTaskPage } from '../../kit/pageTarget.ts';
import { TASK_PAGE, taskOfKey } from '../../kit/taskIdentity.ts';
import type { PageText } from '../pageText.ts';
import { taskPage } from './taskPage.ts';

const SELECTOR = { scheme: SCHEME, language: TEXT_LANGUAGE };

export class TaskPages implements Disposable {
  readonly #model: ReadModel;
  readonly #keys: ContextKeys;
  readonly #disposables = new DisposableList();
  readonly #underlined = window.createTextEditorDecorationType({
    textDecoration: 'underline',
    color: new ThemeColor('textLink.foreground'),
    cursor: 'pointer',
  });

  constructor(model: ReadModel, keys: ContextKeys) {
    this.#model = model;
    this.#keys = keys;
    this.#disposables.add(window.onDidChangeActiveTextEditor(() => this.changed()));
    this.#disposables.add(this.#underlined);
    // Links of the editor's own are off in our pages, where agents' texts would become some: these are followed in the
    // same way (Ctrl+click, F12), and lead nowhere but to another page.
    this.#disposables.add(
      languages.registerDefinitionProvider(SELECTOR, {
        provideDefinition: (document, position) => this.#linked(document, position),
      }),
    );
    this.#disposables.add(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#underline(editor);
      }),
    );
    this.#disposables.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        for (const editor of window.visibleTextEditors)
          if (editor.document === document) this.#underline(editor);
      }),
    );
    for (const editor of window.visibleTextEditors) this.#underline(editor);
  }

  text(key: string): Shown<'document'> | undefined {
    if (!this.#model.tasksReady()) return reading();
    return this.#page(key)?.text;
  }

  /** What may be done with the task whose page is in front: its title's buttons ask for it. */
  changed(): void {
    const uri = window.activeTextEditor?.document.uri;
    const found = uri !== undefined && isTaskPage(uri) ? this.#found(uri.query) : undefined;
    const able: readonly string[] = found === undefined ? [] : taskAbilities(found.workspace, found.row);
    this.#keys.set(CONTEXT.pageAnswerable, able.includes('answerable'));
    this.#keys.set(CONTEXT.pageClaimable, able.includes('claimable'));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #found(key: string) {
    return taskOfKey(key, (workspaceKey) => this.#model.workspace(workspaceKey));
  }

  #page(key: string): PageText | undefined {
    const found = this.#found(key);
    if (found === undefined) return undefined;
    return taskPage(found.workspace, found.row, { now: this.#model.now(), home: this.#model.home });
  }

  /** The links of a page whose text is what the editor shows; none where it is older. */
  #links(document: TextDocument): { range: Range; page: string; name: string }[] {
    if (!isTaskPage(document.uri)) return [];
    return (this.#page(document.uri.query)?.links ?? []).flatMap(({ line, from, to, page, name }) => {
      const range = new Range(line, from, line, to);
      const isThere = document.lineCount > line && document.lineAt(line).text.startsWith('→ ');
      return isThere && document.validateRange(range).isEqual(range) ? [{ range, page, name }] : [];
    });
  }

  #linked(document: TextDocument, position: Position) {
    const link = this.#links(document).find(({ range }) => range.contains(position));
    if (link === undefined) return undefined;
    const start = new Range(0, 0, 0, 0);
    return [
      {
        originSelectionRange: link.range,
        targetUri: pageUri(TASK_PAGE, link.page, shown(link.name, 'document', 60)),
        targetRange: start,
      },
    ];
  }

  #underline(editor: TextEditor): void {
    if (editor.document.uri.scheme !== SCHEME) return;
    editor.setDecorations(
      this.#underlined,
      this.#links(editor.document).map(({ range }) => range),
    );
  }
}
