import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const BEAT_MS = 2_000
/** A holder on another machine (homes are shared) or asleep shows itself by touching the file. */
const STALE_MS = 60_000

export interface LockOptions {
  readonly file: string
  readonly signal: AbortSignal
  /** Called once a wait begins and then every few seconds. */
  readonly onWait: (holder: string, waitedMs: number) => void
  readonly pollMs?: number
}

/**
 * Takes a lock that holds across processes; waits while another one has it. A lock whose process is gone is taken over.
 *
 * @returns What gives it back.
 */
export async function takeLock({ file, signal, onWait, pollMs = 500 }: LockOptions): Promise<Disposable> {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${process.pid} ${hostname()} ${crypto.randomUUID()}\n`
  const began = performance.now()
  let said = Number.NEGATIVE_INFINITY
  while (!claim(file, mine)) {
    signal.throwIfAborted()
    const holder = read(file)
    if (holder !== undefined && isStale(file, holder)) {
      putAside(file, holder)
      continue
    }
    if (performance.now() - said > 5_000) {
      said = performance.now()
      onWait(holder?.split(' ')[0] ?? '', said - began)
    }
    await wait(pollMs, undefined, { signal })
  }
  const beat = setInterval(() => touch(file), BEAT_MS)
  beat.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(beat)
      if (read(file) === mine) rmSync(file, { force: true })
    },
  }
}

function claim(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function isStale(file: string, holder: string): boolean {
  const [pid, host] = holder.trim().split(' ')
  const quietMs = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (host !== hostname() || pid === undefined) return quietMs > STALE_MS
  return !isAlive(Number(pid)) || quietMs > STALE_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Two that wait may both see a stale lock. Whoever moves away a fresh one by mistake puts it back. */
function putAside(file: string, holder: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (read(aside) === holder) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch (error) {
    // Somebody removed the cache folder; the work goes on without the lock.
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
