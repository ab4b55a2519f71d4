/** Names of protocol 1: the folder of all loops, and the files of each. */

export const PROTOCOL = 1;
export const LOOPS_FOLDER = '.loops';
export const MANIFEST_FILE = 'loop.json';
export const EVENTS_FILE = 'events.jsonl';
export const INBOX_FILE = 'inbox.jsonl';
