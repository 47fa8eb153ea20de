import { statfs } from 'node:fs/promises'
import { EngineError } from './error-reply.ts'

/** Bytes that stay free on the disk of the data folder. */
export const KEPT_FREE_BYTES = 64 * 1_048_576

export interface FreeSpace {
  /**
   * Asked before every statement that stores something. chDB checks its own parts but not its metadata: a CREATE or ALTER
   * on a full disk leaves an empty file behind, after which the whole folder cannot be opened again
   * (held by "a full disk …" in full-disk.test.ts).
   *
   * @throws {EngineError} 243 when less than {@link KEPT_FREE_BYTES} would be left.
   */
  ensure(): Promise<void>
}

export function watchFreeSpace(dir: string): FreeSpace {
  return {
    async ensure() {
      const bytes = await freeBytes(dir)
      if (bytes >= KEPT_FREE_BYTES) return
      throw new EngineError(
        243,
        'NOT_ENOUGH_SPACE',
        `The disk of the data folder is full: ${mib(bytes)} MiB are free and the engine keeps ${mib(KEPT_FREE_BYTES)}; nothing was stored, free some space and try again`,
      )
    },
  }
}

export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

const mib = (bytes: number) => Math.floor(bytes / 1_048_576)
