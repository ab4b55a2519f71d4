/** A process of its own that sends: node sender.ts FOLDER HOME JSON-OF-REQUEST AT-MILLISECONDS. Prints the result. */
import { setTimeout as sleep } from 'node:timers/promises';
import { reply } from './inboxWriting.ts';
import { KEY, NOW } from './loopFolder.ts';

const [folder = '', home = '', request = '', start = '0'] = process.argv.slice(2);
await sleep(Math.max(0, Number(start) - Date.now()));
const result = await reply(folder, JSON.parse(request), { key: KEY, now: NOW }, { home, env: {} });
console.log(JSON.stringify(result.ok ? { ok: true } : { ok: false, code: result.code }));
