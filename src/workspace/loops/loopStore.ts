/** The one source of what is shown of loops. */
import { Source, type SourcePorts } from '../kernel/source.ts';
import type { System } from '../kernel/system.ts';
import { type FoundLoop, listPlace, signPlace } from './loopFolder.ts';
import { loopRoots, repositoryOf } from './loopPlaces.ts';
import { LoopReader, type LoopReaderPorts } from './loopReader.ts';
import type { WatchedLoop } from './watchedLoop.ts';

export type LoopStorePorts = SourcePorts & LoopReaderPorts;

export class LoopStore extends Source<FoundLoop, WatchedLoop> {
  constructor(ports: LoopStorePorts) {
    super(ports, loopSystem(ports));
  }

  /** By folder. The same array until something changes. */
  loops(): readonly WatchedLoop[] {
    return this.values();
  }
}

function loopSystem(ports: LoopStorePorts): System<FoundLoop, WatchedLoop> {
  const { files } = ports;
  return {
    things: 'loops',
    roots: (folders) => loopRoots(files, folders),
    list: ({ folder }) => listPlace(files, folder),
    sign: ({ folder }) => signPlace(files, folder),
    placeOf: repositoryOf,
    open: (found, watches) => new LoopReader(found, watches, ports),
    compare: (a, b) => (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0),
    listSpacing: { gather: 0, between: 0 },
    // A loop that writes without end is read at most so often.
    readSpacing: { gather: 0, between: 50 },
    watchesTellFirst: true,
  };
}
