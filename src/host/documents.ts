/**
 * Read-only pages of our own: the state of a loop, a long question, a command before it is run.
 *
 * Plain text in our own language, never Markdown (a preview loads what it names). A file system rather than a content
 * provider, so that a page opened yesterday comes back with its window.
 */
import {
  Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  languages,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { SCHEME, TEXT_LANGUAGE } from '../contract.ts';
import type { Shown } from '../text/agentText.ts';
import { ours } from '../text/say.ts';
import { readOnlyNote } from './readOnlyNote.ts';

/** Gives the text of the page named by `key`, or undefined when there is none any more. */
export type PageMaker = (key: string) => Shown<'document'> | undefined;

/** Gives the very bytes of the file named by `key`, as they are now; undefined when there is none any more. */
export type FileReader = (key: string) => Promise<Uint8Array | undefined>;

export class Documents implements Disposable {
  readonly #makers = new Map<string, PageMaker>();
  readonly #readers = new Map<string, FileReader>();
  readonly #files = new Map<string, { bytes: Uint8Array; stamp: number }>();
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly #texts = new Map<string, { text: string; stamp: number }>();
  readonly #registration: Disposable;
  #stamp = Date.now();
  #settled = false;

  constructor() {
    this.#registration = workspace.registerFileSystemProvider(SCHEME, this.#provider(), {
      isReadonly: readOnlyNote(),
      isCaseSensitive: true,
    });
  }

  /** Makes pages of `kind` available, also those of windows that are being restored. */
  register(kind: string, maker: PageMaker): Disposable {
    this.#makers.set(kind, maker);
    return new Disposable(() => this.#makers.delete(kind));
  }

  /** Makes copies of files available, in the language of their name and for reading alone. */
  registerFiles(kind: string, reader: FileReader): Disposable {
    this.#readers.set(kind, reader);
    return new Disposable(() => this.#readers.delete(kind));
  }

  /** The addresses of the copies of `kind` that are open, and of which file each is. */
  openFiles(kind: string): { uri: Uri; key: string }[] {
    return workspace.textDocuments
      .map((document) => document.uri)
      .filter((uri) => uri.scheme === SCHEME && uri.path.startsWith(`/${FILE_FOLDER}/${kind}/`))
      .map((uri) => ({ uri, key: uri.query }));
  }

  /** The file of an open copy is another now. */
  fileChanged(uri: Uri): void {
    this.#changed.fire([{ type: FileChangeType.Changed, uri }]);
  }

  /** Opens a page; `name` is what its tab says. One that is open already is shown, whatever its name was then. */
  async open(
    kind: string,
    key: string,
    name: Shown<'document'>,
    how: { beside?: boolean; keepFocus?: boolean } = {},
  ): Promise<void> {
    const start = `/${PAGE_FOLDER}/${kind}/`;
    const known = workspace.textDocuments.find(
      ({ uri: { scheme, path, query } }) => scheme === SCHEME && path.startsWith(start) && query === key,
    );
    const uri = known?.uri ?? pageUri(kind, key, name);
    const opened = await workspace.openTextDocument(uri);
    const document =
      opened.languageId === TEXT_LANGUAGE
        ? opened
        : await languages.setTextDocumentLanguage(opened, TEXT_LANGUAGE);
    await window.showTextDocument(document, {
      viewColumn: how.beside ? ViewColumn.Beside : ViewColumn.Active,
      preserveFocus: how.keepFocus ?? false,
      preview: true,
    });
  }

  /** The loops were read once: until then a page that comes back with its window waits for them. */
  settle(): void {
    this.#settled = true;
    this.refresh();
  }

  /** Looks again at every open page, and tells the editor which changed. */
  refresh(): void {
    const events: FileChangeEvent[] = [];
    for (const document of workspace.textDocuments) {
      if (document.uri.scheme !== SCHEME || isFileUri(document.uri)) continue;
      const before = this.#texts.get(document.uri.toString());
      const gone = before?.text === reading() ? ours('This is no longer there.') : before?.text;
      const after = this.#textOf(document.uri) ?? gone;
      if (after === undefined || after === before?.text) continue;
      this.#keep(document.uri, after);
      events.push({ type: FileChangeType.Changed, uri: document.uri });
    }
    if (events.length > 0) this.#changed.fire(events);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  #textOf(uri: Uri): string | undefined {
    const [, , kind = ''] = uri.path.split('/');
    return this.#makers.get(kind)?.(uri.query) ?? (this.#settled ? undefined : reading());
  }

  #keep(uri: Uri, text: string): { text: string; stamp: number } {
    const kept = this.#texts.get(uri.toString());
    if (kept?.text === text) return kept;
    this.#stamp += 1;
    const made = { text, stamp: this.#stamp };
    this.#texts.set(uri.toString(), made);
    return made;
  }

  /** As it is now; what was read last where it is there no more, so that the text on screen stays. */
  async #fileOf(uri: Uri): Promise<{ bytes: Uint8Array; stamp: number }> {
    const id = uri.toString();
    const [, , kind = ''] = uri.path.split('/');
    const bytes = await this.#readers.get(kind)?.(uri.query);
    const kept = this.#files.get(id);
    if (bytes === undefined && kept === undefined) throw FileSystemError.FileNotFound(uri);
    if (kept !== undefined && (bytes === undefined || Buffer.compare(bytes, kept.bytes) === 0)) return kept;
    this.#stamp += 1;
    const made = { bytes: bytes ?? new Uint8Array(), stamp: this.#stamp };
    this.#files.set(id, made);
    return made;
  }

  #provider(): FileSystemProvider {
    const page = (uri: Uri) => {
      const text = this.#textOf(uri) ?? this.#texts.get(uri.toString())?.text;
      if (text === undefined) throw FileSystemError.FileNotFound(uri);
      return this.#keep(uri, text);
    };
    const never = () => {
      throw FileSystemError.NoPermissions('read-only');
    };
    return {
      onDidChangeFile: this.#changed.event,
      watch: () => new Disposable(() => undefined),
      stat: async (uri) => {
        if (isFileUri(uri)) {
          const { bytes, stamp } = await this.#fileOf(uri);
          return { type: FileType.File, ctime: 0, mtime: stamp, size: bytes.length };
        }
        const { text, stamp } = page(uri);
        return { type: FileType.File, ctime: 0, mtime: stamp, size: Buffer.byteLength(text) };
      },
      readFile: async (uri) =>
        isFileUri(uri) ? (await this.#fileOf(uri)).bytes : new TextEncoder().encode(page(uri).text),
      readDirectory: () => [],
      createDirectory: never,
      writeFile: never,
      delete: never,
      rename: never,
    };
  }
}

/** What a page says until it can be made. */
export function reading(): Shown {
  return ours('Reading…');
}

/** The editor shows it above the text. */
const PAGE_FOLDER = 'Quarterdeck page';
const FILE_FOLDER = 'quarterdeck-file';

function isFileUri(uri: Uri): boolean {
  return uri.path.startsWith(`/${FILE_FOLDER}/`);
}

/** The address of a page: what it is, the name its tab shows, and of what. Its first folder gives it our language. */
export function pageUri(kind: string, key: string, name: string): Uri {
  return address(PAGE_FOLDER, kind, key, name);
}

/** The address of a copy of a file: its name gives it its language. */
export function fileUri(kind: string, key: string, name: string): Uri {
  return address(FILE_FOLDER, kind, key, name);
}

function address(folder: string, kind: string, key: string, name: string): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${folder}/${kind}/${name.replace(/[/\\]/g, '∕')}`, query: key });
}
