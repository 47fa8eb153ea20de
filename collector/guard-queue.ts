import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { readQueueFile } from './read-queue-file.ts'

/** Free bytes that a Collector needs to accept telemetry; the stack stops one that accepts at 128 MiB (supervisor/disk-notice.ts). */
const ACCEPTING_FREE_BYTES = 144 << 20
/** Free bytes that a Collector needs to send its queue, because it writes while it reads. */
const SENDING_FREE_BYTES = 16 << 20

/** The result of the guard. */
export interface GuardedQueue {
  /** `accept`: the Collector may accept and send. `send`: it may only send its queue, because the disk is nearly full. */
  readonly mode: 'accept' | 'send'
  /** Files that the Collector could not have opened; it goes on with empty ones. */
  readonly damaged: readonly DamagedQueueFile[]
  /** Names of files that are again as they were before the last start, which was interrupted. */
  readonly restored: readonly string[]
}

/** A file that was moved aside. */
export interface DamagedQueueFile {
  readonly name: string
  readonly bytes: number
  /** Completes "it is damaged: …". */
  readonly fault: string
  readonly movedTo: string
}

/**
 * `node collector/guard-queue.ts QUEUE_DIR`, run before every start of the Collector, with none running on that folder. It prints what it
 * found as JSON.
 *
 * A Collector does not start with a damaged file, whether it is cut off, overwritten or of another kind. So such a file is moved to the folder
 * `damaged`, where it can still be read; a file that a process has open is left alone.
 *
 * A starting Collector takes all requests that were being sent out of its queue in one transaction and puts them back one by one
 * (exporterhelper v0.161). If it is killed in between, they are lost. So a file with such requests is copied first; if the file
 * still lists the same requests, the last start was interrupted at that point, and the copy is restored. Nothing can have been accepted
 * since, because the receivers start later. The copy also replaces a damaged file. What is sent twice becomes one row, by its identity. On a
 * nearly full disk the Collector starts without the copy, or its queue could never be sent.
 *
 * @param freeBytes on the disk of a folder
 * @throws {Error} If the disk has too little space: a Collector that cannot write what it takes out of its queue loses it.
 */
export function guardQueue(queueDir: string, freeBytes = freeBytesOf): GuardedQueue {
  const copies = join(queueDir, 'before-start')
  if (!existsSync(queueDir)) return { mode: 'accept', damaged: [], restored: [] }
  const damaged = readdirSync(queueDir)
    .filter(isQueue)
    .flatMap(name => moveIfDamaged(queueDir, name))
  const restored = (existsSync(copies) ? readdirSync(copies) : []).filter(name => {
    const file = join(queueDir, name)
    const copy = join(copies, name)
    if (name.endsWith('.half') || !wasStartInterrupted(file, copy)) return false
    renameSync(copy, file)
    return true
  })
  rmSync(copies, { recursive: true, force: true })
  const inFlight = readdirSync(queueDir).filter(
    name => isQueue(name) && readQueueFile(join(queueDir, name)).inFlight.length > 0,
  )
  const free = freeBytes(queueDir)
  const copied = inFlight.reduce((sum, name) => sum + statSync(join(queueDir, name)).size, 0)
  if (free < SENDING_FREE_BYTES) {
    throw new Error(`${mib(free)} MiB are free on its disk, ${mib(SENDING_FREE_BYTES)} are needed; free some space`)
  }
  if (free >= SENDING_FREE_BYTES + copied) {
    for (const name of inFlight) copyAtomically(join(queueDir, name), copies, name)
  }
  return { mode: free >= ACCEPTING_FREE_BYTES + copied ? 'accept' : 'send', damaged, restored }
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const mib = (bytes: number) => Math.floor(bytes / 2 ** 20)

function wasStartInterrupted(file: string, copy: string): boolean {
  const before = readQueueFile(copy).inFlight
  if (before.length === 0) return false
  return !existsSync(file) || readQueueFile(file).inFlight.some(number => before.includes(number))
}

/** One file for each exporter and signal; compaction leaves tempdb files, which the Collector removes. */
const isQueue = (name: string) => name.startsWith('exporter_')

function moveIfDamaged(queueDir: string, name: string): DamagedQueueFile[] {
  const file = join(queueDir, name)
  const { fault } = readQueueFile(file)
  if (fault === undefined || isOpen(file)) return []
  const { size: bytes } = statSync(file)
  const folder = join(queueDir, 'damaged')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const movedTo = join(folder, `${name}.${new Date().toISOString().replaceAll(/[-:]/g, '')}`)
  renameSync(file, movedTo)
  return [{ name, bytes, fault, movedTo }]
}

/** True if a process has locked the file, as bbolt does. Elsewhere than on Linux only the stack's own lock keeps others away. */
function isOpen(file: string): boolean {
  if (platform !== 'linux') return false
  const { ino } = statSync(file)
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .some(line => line.includes(' FLOCK ') && line.includes(`:${ino} `))
}

/** A copy under this name is complete and on disk. */
function copyAtomically(file: string, folder: string, name: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const half = join(folder, `${name}.half`)
  copyFileSync(file, half, constants.COPYFILE_FICLONE)
  const handle = openSync(half, 'r+')
  fsyncSync(handle)
  closeSync(handle)
  renameSync(half, join(folder, name))
}

if (import.meta.main) {
  const [queueDir = ''] = process.argv.slice(2)
  try {
    if (queueDir === '') throw new Error('usage: node collector/guard-queue.ts QUEUE_DIR')
    process.stdout.write(`${JSON.stringify(guardQueue(queueDir))}\n`)
  } catch (error) {
    process.stderr.write(
      `Could not check the Collector's queue before its start: ${error instanceof Error ? error.message : error}\n`,
    )
    process.exitCode = 1
  }
}
