/** The loop's own side, for agents: say what it is, and what happened. */
import * as path from 'node:path';
import { appendLine } from './files/append.ts';
import { writeAtomic } from './files/atomicWrite.ts';
import { callOf, errnoOf, unless } from './files/errno.ts';
import { type Files, nodeFiles } from './files/filesPort.ts';
import { isInside } from './files/safePath.ts';
import { oneLine } from './lib/oneLine.ts';
import { hasLoneSurrogate, parse } from './lib/pythonJson.ts';
import { ok, type Refusal, type Result, refuse } from './lib/result.ts';
import type { LoopEvent } from './loops/eventDefinitions.ts';
import { EVENT_NAMES } from './loops/eventMembers.ts';
import { longLines } from './loops/longLines.ts';
import { EVENTS_FILE, LOOPS_FOLDER, MANIFEST_FILE, PROTOCOL } from './loops/loopFiles.ts';
import type { Manifest } from './loops/manifest.ts';
import { ManifestReader } from './loops/manifestReader.ts';
import { parseEvent } from './loops/parseEvent.ts';
import { parseManifest } from './loops/parseManifest.ts';

const MOST_MANIFEST_BYTES = 4_194_304;
const MOST_EVENT_BYTES = 1_048_576;

interface RegisterPorts {
  files?: Files;
  now?: () => Date;
}

/**
 * Writes `loop.json` whole; the folder, `<repository>/.loops/<id>`, is made where it is not there, and its name becomes
 * the loop's id. Refused: `invalid` {problems: {path, message}[]}, `too-large`, `link`, `gone` (no repository), `io`.
 */
export async function register(
  folder: string,
  manifest: object,
  ports: RegisterPorts = {},
): Promise<Result<Manifest>> {
  const { files = nodeFiles } = ports;
  const where = path.resolve(folder);
  const text = `${JSON.stringify({ ...manifest, protocol: PROTOCOL, id: path.basename(where) }, null, 2)}\n`;
  if (hasHalfCharacter(text)) return invalid([{ path: '', message: 'holds half a character' }]);
  if (Buffer.byteLength(text) > MOST_MANIFEST_BYTES)
    return refuse('too-large', 'The manifest is over 4 MiB.');
  // Loaded on the first call: who only reads needs no schemas.
  const { checkManifest } = await import('./loops/manifestSchema.ts');
  const checked = checkManifest(JSON.parse(text));
  if (!checked.ok) return invalid(checked.problems);
  const read = parseManifest(text);
  if (!read.ok) return invalid(read.problems.map(({ path: place, message }) => ({ path: place, message })));
  const refused = await prepare(files, where);
  if (refused) return refused;
  const written = await writeAtomic(files, path.join(where, MANIFEST_FILE), Buffer.from(text));
  return written.ok ? ok(read.manifest) : written;
}

/**
 * Appends one event line to a loop that is registered; `ts` is now, fields that are undefined, null or unknown are left
 * out. Refused: `invalid` {problems: {path, message}[]}, where the path `event` stands for a name that is no event to emit
 * (`inbox_read` is written by who reads the inbox); `unregistered` {problems: Problem[]}, no `loop.json` or a broken one;
 * `too-large`, `link`, `gone` (no repository), `io`.
 */
export async function emit(
  folder: string,
  event: string,
  fields: Record<string, unknown> = {},
  ports: RegisterPorts = {},
): Promise<Result<LoopEvent>> {
  const { files = nodeFiles, now = () => new Date() } = ports;
  const where = path.resolve(folder);
  const emitted = EVENT_NAMES.filter((name) => name !== 'inbox_read');
  if (!emitted.some((name) => name === event)) {
    const message = `${JSON.stringify(event)} is not an event to emit: one of ${emitted.join(', ')}`;
    return invalid([{ path: 'event', message }]);
  }
  const { checkEvent } = await import('./loops/eventSchema.ts');
  const checked = checkEvent(event, fields);
  if (!checked.ok) return invalid(checked.problems);
  const line = oneLine(JSON.stringify({ ts: now().toISOString(), event, ...checked.value }));
  if (hasHalfCharacter(line)) return invalid([{ path: '', message: 'holds half a character' }]);
  if (Buffer.byteLength(line) > MOST_EVENT_BYTES) return refuse('too-large', 'The event is over 1 MiB.');
  const read = parseEvent(line);
  if (!read.ok) return invalid([{ path: '', message: read.message }]);
  const refused = await unregistered(files, where);
  if (refused) return refused;
  const appended = await appendLine(files, path.join(where, EVENTS_FILE), { line });
  return appended.ok ? ok(read.event) : appended;
}

/** `JSON.stringify` hides half a character behind an escape, where readers find it again. */
function hasHalfCharacter(json: string): boolean {
  const read = parse(json);
  return read.ok && hasLoneSurrogate(read.value);
}

function invalid(problems: { path: string; message: string }[]): Refusal {
  const words = problems.map(
    (problem) => `${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`,
  );
  return refuse('invalid', words.join('; '), { problems });
}

/** Makes the loop's folder where it is not there, inside its repository and nowhere else. */
function prepare(files: Files, folder: string): Promise<Refusal | null> {
  return inRepository(files, folder, async (root) => {
    for (const part of [path.dirname(folder), folder]) {
      const real = (await unless(['ENOENT'], files.realpath(part))) ?? (await make(files, part));
      if (!isInside(root, real)) return refuse('link', `${part} leads out of its repository.`);
    }
    return null;
  });
}

/** What keeps events from being written for a loop: it is not registered, or its folder is not where it seems to be. */
function unregistered(files: Files, folder: string): Promise<Refusal | null> {
  return inRepository(files, folder, async (root) => {
    const real = await unless(['ENOENT'], files.realpath(folder));
    if (real !== null && !isInside(root, real))
      return refuse('link', `${folder} leads out of its repository.`);
    const manifest = new ManifestReader(folder, { files, longLines });
    await manifest.read(root);
    if (manifest.state.manifest !== null) return null;
    const { problems } = manifest.state;
    const words = problems.map(({ message }) => message).join(' ');
    return refuse('unregistered', `There is no such loop: register it first. ${words}`, { problems });
  });
}

/** Looks at a loop's folder from the real path of its repository; what the file system refuses becomes a refusal. */
async function inRepository(
  files: Files,
  folder: string,
  look: (root: string) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const parent = path.dirname(folder);
  if (path.basename(parent) !== LOOPS_FOLDER) {
    return refuse('invalid', `A loop's folder lies in ${LOOPS_FOLDER}.`, { problems: [] });
  }
  try {
    return await look(await files.realpath(path.dirname(parent)));
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    if (errno === 'ENOENT') return refuse('gone', 'The repository is gone.');
    if (errno === 'ELOOP') return refuse('link', `${folder} is a link that leads nowhere.`);
    return refuse('io', `${folder} could not be reached: ${errno}.`, { errno, call: callOf(error) });
  }
}

async function make(files: Files, folder: string): Promise<string> {
  await unless(['EEXIST'], files.mkdir(folder));
  return files.realpath(folder);
}
