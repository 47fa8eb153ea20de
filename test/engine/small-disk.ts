import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'

// A small tmpfs in the process's own mount namespace, which ends with the process.
const namespace = ['unshare', '--user', '--map-root-user', '--mount']

/** Whether this machine supports such a disk: Linux with user namespaces does. */
export const CAN_MOUNT_DISKS =
  spawnSync('unshare', [...namespace.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

/** @returns the command that runs another command with a disk of this size mounted on the folder. */
export function smallDiskCommand(folder: string, mib: number): string[] {
  return [...namespace, 'sh', '-c', `mount -t tmpfs -o size=${mib}m none "$0" && exec "$@"`, folder]
}

/** The path at which this process sees a file on another process's disk. */
export function pathInsideProcess(pid: number | undefined, path: string): string {
  return `/proc/${pid}/root${path}`
}

/** Fills a disk completely, to the last block, with a file at this path. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const bytes of [4 << 20, 4096]) writeUntilFull(file, Buffer.alloc(bytes, 1))
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(file, chunk)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
