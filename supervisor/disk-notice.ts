import { statfsSync } from 'node:fs'

/** Below this the Collector accepts nothing and only sends its queue; what is above the engine's own limit lets it store that queue. */
export const MIN_FREE_BYTES_TO_ACCEPT = 128 << 20
/** Below this the Collector is stopped: on a full disk it may lose acknowledged data. */
export const MIN_FREE_BYTES_TO_SEND = 8 << 20
/** Below this the embedded engine stores nothing (engine/limits.ts). */
export const MIN_FREE_BYTES_FOR_ENGINE = 64 << 20
const everyMs = 5_000

/** Warns once when the disk is full, and again when there is space. */
export interface DiskNotice extends Disposable {
  /** @param what The path that could not be written. */
  fails(what: string, error: unknown): void
  works(what: string): void
}

export interface DiskNoticeOptions {
  readonly dataDir: string
  /** Prints one line. */
  readonly warn: (line: string) => void
  /** Runs every few seconds while something could not be written. */
  readonly tryAgain: () => void
}

/** Watches the free space of the data folder's disk, and collects write errors. */
export function createDiskNotice({ dataDir, warn, tryAgain }: DiskNoticeOptions): DiskNotice {
  const failing = new Map<string, string>()
  let told = false

  const notice: DiskNotice = {
    fails(what, error) {
      failing.set(what, reasonOf(error))
      if (told) return
      told = true
      const reasons = [...new Set(failing.values())]
      const cure = reasons.some(reason => reason.startsWith('E') && !isFull(reason)) ? 'Fix this' : 'Free some space'
      warn(
        `Cannot write to the data folder ${dataDir} (${reasons.join(', ')}). New data is rejected; accepted data stays queued. ${cure}; Errata then resumes on its own.`,
      )
    },
    works: what => failing.delete(what),
    [Symbol.dispose]: () => clearInterval(timer),
  }
  // Recovery is reported here only: on a full disk a small write may succeed.
  const check = () => {
    if (failing.size > 0) tryAgain()
    const shortage = describeDiskShortage(dataDir, MIN_FREE_BYTES_TO_ACCEPT)
    if (shortage === undefined) notice.works(dataDir)
    else notice.fails(dataDir, shortage)
    if (!told || failing.size > 0) return
    told = false
    warn(`The data folder ${dataDir} can be written again.`)
  }
  const timer = setInterval(check, everyMs)
  return notice
}

/** @returns A message if the folder's disk has less free space than `keptFreeBytes`; else, or if the folder is missing, `undefined`. */
export function describeDiskShortage(folder: string, keptFreeBytes: number): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const freeBytes = bavail * bsize
    return freeBytes < keptFreeBytes ? `${mib(freeBytes)} MiB are free, ${mib(keptFreeBytes)} are needed` : undefined
  } catch (error) {
    return reasonOf(error) === 'ENOENT' ? undefined : reasonOf(error)
  }
}

const isFull = (reason: string) => reason === 'ENOSPC' || reason === 'EDQUOT'
const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error
    ? String(error.code)
    : error instanceof Error
      ? error.message
      : String(error)
const mib = (bytes: number) => Math.floor(bytes / 2 ** 20)
