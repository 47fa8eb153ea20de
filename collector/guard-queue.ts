import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { readInFlightRequestIds } from './read-in-flight-request-ids.ts'

/** Free bytes that a Collector needs to accept telemetry; the stack stops one that accepts at 128 MiB (stack/disk-notice.ts). */
const ACCEPTING_FREE_BYTES = 144 << 20
/** Free bytes that a Collector needs to send its queue, because it writes while it reads. */
const SENDING_FREE_BYTES = 16 << 20

/** What the Collector may do: accept and send, or only send its queue because the disk is nearly full. */
export type CollectorQueueMode = 'accept' | 'send'

/**
 * `node collector/guard-queue.ts QUEUE_DIR`, run before every start of the Collector, with none running on that folder. It prints the mode.
 *
 * A starting Collector takes all requests that were being sent out of its queue in one transaction and puts them back one by one
 * (exporterhelper v0.161). If it is killed in between, they are lost. So a file with such requests is copied first; if the file
 * still lists the same requests, the last start was interrupted at that point, and the copy is restored. Nothing can have been accepted
 * since, because the receivers start later. What is sent twice becomes one row, by its identity. On a nearly full disk the Collector starts
 * without the copy, or its queue could never be sent.
 *
 * @param freeBytes on the disk of a folder
 * @throws {Error} If the disk has too little space: a Collector that cannot write what it takes out of its queue loses it.
 */
export function guardQueue(queueDir: string, log: (line: string) => void, freeBytes = freeBytesOf): CollectorQueueMode {
  const copies = join(queueDir, 'before-start')
  if (!existsSync(queueDir)) return 'accept'
  for (const name of existsSync(copies) ? readdirSync(copies) : []) {
    const file = join(queueDir, name)
    const copy = join(copies, name)
    if (!name.endsWith('.half') && wasStartInterrupted(file, copy)) {
      renameSync(copy, file)
      log(`restored ${name} from before the last start, which was interrupted`)
    }
  }
  rmSync(copies, { recursive: true, force: true })
  const inFlight = readdirSync(queueDir).filter(
    name => isQueue(name) && (readInFlightRequestIds(join(queueDir, name)) ?? []).length > 0,
  )
  const free = freeBytes(queueDir)
  const copied = inFlight.reduce((sum, name) => sum + statSync(join(queueDir, name)).size, 0)
  if (free < SENDING_FREE_BYTES) {
    throw new Error(`${mib(free)} MiB are free on its disk, ${mib(SENDING_FREE_BYTES)} are needed; free some space`)
  }
  if (free >= SENDING_FREE_BYTES + copied) {
    for (const name of inFlight) copyAtomically(join(queueDir, name), copies, name)
  }
  return free >= ACCEPTING_FREE_BYTES + copied ? 'accept' : 'send'
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const mib = (bytes: number) => Math.floor(bytes / 2 ** 20)

function wasStartInterrupted(file: string, copy: string): boolean {
  const before = readInFlightRequestIds(copy)
  if (before === undefined) return false
  const now = existsSync(file) ? readInFlightRequestIds(file) : undefined
  return now === undefined || now.some(number => before.includes(number))
}

/** One file for each exporter and signal; compaction leaves tempdb files, which the Collector removes. */
const isQueue = (name: string) => name.startsWith('exporter_')

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
    process.stdout.write(`${guardQueue(queueDir, line => process.stderr.write(`${line}\n`))}\n`)
  } catch (error) {
    process.stderr.write(
      `Could not check the Collector's queue before its start: ${error instanceof Error ? error.message : error}\n`,
    )
    process.exitCode = 1
  }
}
