/**
 * Problems that reading a loop's folder gives. Codes of lines and of `loop.json` are those of the parsers, and
 * `line-too-long`, `nul-bytes`, `parser-died` {}, `more-problems` {count}; of files `missing`, `not-a-file`, `link`,
 * `too-large`, `unreadable` {errno}; of the loop `id-differs` {id, folder}, `field` {path}.
 */
import { NOWHERE, type Problem } from '../lib/result.ts';

/** As many problems of a file are told of one by one. */
const MOST = 10_000;

const FILE_WORDS = {
  missing: 'is missing',
  'not-a-file': 'is not a regular file',
  'not-a-folder': 'is not a folder',
  link: 'leads out of the folder that it belongs to',
  'too-large': 'is over 4 MiB and was not read',
  unreadable: 'cannot be read',
} as const;

type FileProblemCode = keyof typeof FILE_WORDS;

export function fileProblem(file: string, code: FileProblemCode, errno: string | null = null): Problem {
  return {
    code,
    args: errno === null ? {} : { errno },
    severity: 'error',
    file,
    ...NOWHERE,
    message: `${file || 'The folder'} ${FILE_WORDS[code]}${errno === null ? '' : ` (${errno})`}.`,
  };
}

const LINE_WORDS = {
  'line-too-long': 'is over 64 MiB and was not read',
  'nul-bytes': 'holds NUL bytes',
  'parser-died': 'took more memory to read than it may have',
} as const;

type LineProblemCode = keyof typeof LINE_WORDS;

/** What a parser says about a line, as far as it is used here. */
export interface LineFault {
  code: string;
  args: Record<string, unknown>;
  message: string;
  unknownEvent?: string;
  column?: number | null;
  endColumn?: number | null;
}

export function lineFault(code: LineProblemCode): LineFault {
  return { code, args: {}, message: LINE_WORDS[code] };
}

/** The problems of one file's lines, in file order, and how many were left out. */
export class LineProblems {
  readonly #file: string;
  readonly #list: Problem[] = [];
  #more = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(fault: LineFault, line: number, offset: number): void {
    if (this.#list.length >= MOST) {
      this.#more += 1;
      return;
    }
    this.#list.push({
      code: fault.code,
      args: ownArgs(fault.args),
      severity: fault.unknownEvent === undefined ? 'error' : 'info',
      file: this.#file,
      line,
      column: fault.column ?? null,
      endColumn: fault.endColumn ?? null,
      offset,
      message: ownText(`Line ${line} ${fault.message}`),
    });
  }

  get size(): number {
    return this.#list.length + this.#more;
  }

  list(): Problem[] {
    if (this.#more === 0) return [...this.#list];
    const rest = {
      ...fileProblem(this.#file, 'unreadable'),
      code: 'more-problems',
      args: { count: this.#more },
      message: `${this.#file} has ${this.#more} more lines with problems.`,
    };
    return [...this.#list, rest];
  }
}

/** A copy that does not keep the large text alive which it was cut from. */
function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

function ownArgs(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? ownText(value) : value]),
  );
}
