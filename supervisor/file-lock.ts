import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder } from './make-folder.ts'

const SQLITE_BUSY = 5
const POLL_MS = 200
const NOTICE_MS = 5_000

/**
 * Takes a lock of the operating system on a file. SQLite takes it, because Node has no such call. The system releases it when the process
 * ends in any way, so there are no stale locks.
 *
 * @param file Created if missing, with its folder, and kept. A file beside it tells who holds it: {@link describeHolder}.
 * @returns `undefined` while another process holds it.
 */
export function tryLock(file: string): Disposable | undefined {
  makeFolder(dirname(file))
  // Two processes that try at once may block each other for a moment; after this time there is a real holder.
  const database = new DatabaseSync(file, { timeout: 300 })
  try {
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
  const holder = holderFile(file)
  try {
    writeFileSync(holder, `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}`)
  } catch (error) {
    database.close()
    throw error
  }
  return {
    [Symbol.dispose]() {
      rmSync(holder, { force: true })
      database.close()
    },
  }
}

const holderFile = (lock: string) => `${lock}.holder`

/** Which process holds a lock, on which host, since when; '' if none does, or one that has just taken it. */
export function describeHolder(file: string): string {
  try {
    return readFileSync(holderFile(file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/**
 * Takes a lock like {@link tryLock}, and waits while another process holds it.
 *
 * @param onWait Called when a wait starts and then every five seconds.
 * @throws The signal's reason if it is aborted while waiting.
 */
export async function waitForLock(
  file: string,
  { signal, onWait }: { signal?: AbortSignal | undefined; onWait?: (waitedMs: number) => void } = {},
): Promise<Disposable> {
  const startMs = performance.now()
  for (let noticeMs = 0; ; ) {
    signal?.throwIfAborted()
    const lock = tryLock(file)
    if (lock !== undefined) return lock
    const waitedMs = performance.now() - startMs
    if (waitedMs >= noticeMs) {
      onWait?.(waitedMs)
      noticeMs = waitedMs + NOTICE_MS
    }
    await wait(POLL_MS, undefined, signal === undefined ? {} : { signal })
  }
}
