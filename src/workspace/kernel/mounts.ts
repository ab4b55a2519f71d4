import { statfs } from 'node:fs/promises';

/**
 * File systems that report only what this machine itself changes (`f_type` on Linux, statfs(2); other systems have small
 * numbers there): NFS, SMB, CIFS, SMB2, FUSE (sshfs), 9p (WSL's /mnt), vboxsf, AFS, CODA, Ceph.
 */
const remoteTypes = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x786f4256, 0x5346414f, 0x73757245,
  0x00c36400,
]);

/** Of the file system that a folder lies on, as statfs(2) has it. */
export type TypeOf = (folder: string) => Promise<number>;

export class RemoteMountError extends Error {
  override readonly name = 'RemoteMountError';
}

export async function typeOfMount(folder: string): Promise<number> {
  return (await statfs(folder)).type;
}

/** Calls `fail` where watching this folder would not tell what other machines write. */
export function checkMount(folder: string, typeOf: TypeOf, fail: (error: RemoteMountError) => void): void {
  typeOf(folder).then(
    (type) => {
      if (remoteTypes.has(type)) {
        fail(new RemoteMountError('A network mount does not tell what other machines write.'));
      }
    },
    // A folder that is gone by now is the caller's to notice.
    () => undefined,
  );
}
