/** A line written by a process of its own, which remembers nothing of what others tried. */
import { InboxWriter, type WriterPorts } from '../../src/protocol/loops/inboxWriter.ts';
import type { Reply, WriteOptions } from '../../src/protocol/loops/loopOptions.ts';

export const reply = (folder: string, request: Reply, options: WriteOptions, ports: WriterPorts = {}) =>
  new InboxWriter(ports).reply(folder, request, options);

export const stop = (folder: string, options: WriteOptions & { id?: string }, ports: WriterPorts = {}) =>
  new InboxWriter(ports).stop(folder, options);
