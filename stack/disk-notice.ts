import { statfsSync } from 'node:fs'

/** Below this the Collector accepts nothing and only sends its queue, for which the engine has the space down to its own limit. */
export const collectorAcceptsFromBytes = 128 << 20
/** Below this the Collector does not run: on a full disk it may lose what it has acknowledged. */
export const collectorSendsFromBytes = 8 << 20
/** Below this the embedded engine stores nothing (engine/limits.ts). */
export const engineKeepsFreeBytes = 64 << 20
const everyMs = 5_000

/** Tells whoever started the stack that the disk is full, once, and when there is space again. */
export interface DiskNotice extends Disposable {
  /** @param what could not be written: a path. */
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

/** Watches the space on the disk of the data folder, and hears from whoever writes there. */
export function createDiskNotice({ dataDir, warn, tryAgain }: DiskNoticeOptions): DiskNotice {
  const failing = new Map<string, string>()
  let told = false

  const notice: DiskNotice = {
    fails(what, error) {
      failing.set(what, reasonOf(error))
      if (told) return
      told = true
      const reasons = [...new Set(failing.values())]
      const cure = reasons.some(reason => reason.startsWith('E') && !isFull(reason)) ? 'Mend that' : 'Free some space'
      warn(
        `The data folder ${dataDir} cannot be written (${reasons.join(', ')}): what is sent is refused, what was accepted waits. ${cure}: everything goes on by itself then.`,
      )
    },
    works: what => failing.delete(what),
    [Symbol.dispose]: () => clearInterval(timer),
  }
  // The end is told here alone: on a full disk a small write succeeds now and then.
  const check = () => {
    if (failing.size > 0) tryAgain()
    const shortage = shortageOf(dataDir, collectorAcceptsFromBytes)
    if (shortage === undefined) notice.works(dataDir)
    else notice.fails(dataDir, shortage)
    if (!told || failing.size > 0) return
    told = false
    warn(`The data folder ${dataDir} can be written again.`)
  }
  const timer = setInterval(check, everyMs)
  return notice
}

/** @returns what is wrong when fewer bytes are free on the disk of a folder; a folder that is not there yet lacks none. */
export function shortageOf(folder: string, keptFreeBytes: number): string | undefined {
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
