/** Detects storage where another machine may remove a file that is open here. */

import fs from 'node:fs';

/** `f_type` of network file systems on Linux: statfs(2). */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9P: folders shared with a virtual machine or container
  0x786f4256, // VirtualBox's shared folders
  0x5346414f, // AFS
  0x6b414653, // kAFS
  0x00c36400, // Ceph
  0x73757245, // Coda
  0x564c, // NCP
  0x0bd00bd0, // Lustre
  0x01161970, // GFS2
]);

/** Whether a directory lies on a network file system, as far as can be detected. */
export function isNetworkStorage(directory: string): boolean {
  if (process.platform === 'win32') return directory.startsWith('\\\\') && !/^\\\\[?.]\\[A-Za-z]:/.test(directory);
  try {
    return process.platform === 'linux' && isNetworkType(fs.statfsSync(directory).type);
  } catch {
    return false;
  }
}

/** Whether this `f_type` is a network file system's. */
export function isNetworkType(type: number): boolean {
  return networkTypes.has(type >>> 0);
}
