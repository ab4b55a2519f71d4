/** What other programs get: the contract's names, bundled alone to dist/protocol.mjs. */
import { openLoop, readLoop } from './loops/reader.ts';
import { validate } from './loops/validate.ts';
import { reply, stop } from './loops/write.ts';

export const loops = { read: readLoop, open: openLoop, reply, stop, validate };
