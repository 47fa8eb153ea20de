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
import { readInFlight } from './read-queue-index.ts'

/** Bytes that must be free before a start; at fewer, 32 MiB, the stack ends a Collector that runs (stack/disk-notice.ts). */
const NEEDED_FREE_BYTES = 48 << 20

/**
 * `node collector/guard-queue.ts QUEUE_DIR`, run before every start of the Collector, with none running on that folder.
 *
 * A Collector that starts takes all requests that were being sent out of its queue in one transaction and puts them back one by
 * one (exporterhelper v0.161). Killed in between, it has lost them. So a file with such requests is copied first; and where the
 * last start did not get over that point, which shows in that the file still lists the same requests, its copy is put back.
 * Nothing can have been accepted since: the receivers start later. What is sent twice for it is one row, by its identity.
 *
 * @throws {Error} When the disk has too little space: a Collector that cannot write what it takes out of its queue loses it.
 */
export function guardQueue(queueDir: string, say: (line: string) => void): void {
  const copies = join(queueDir, 'before-start')
  if (!existsSync(queueDir)) return
  for (const name of existsSync(copies) ? readdirSync(copies) : []) {
    const file = join(queueDir, name)
    const copy = join(copies, name)
    if (!name.endsWith('.half') && isCutShort(file, copy)) {
      renameSync(copy, file)
      say(`${name} was put back as it was before the last start, which was cut short`)
    }
  }
  rmSync(copies, { recursive: true, force: true })
  const inFlight = readdirSync(queueDir).filter(
    name => isQueue(name) && (readInFlight(join(queueDir, name)) ?? []).length > 0,
  )
  ensureSpace(queueDir, inFlight)
  for (const name of inFlight) copyWhole(join(queueDir, name), copies, name)
}

function ensureSpace(queueDir: string, toCopy: readonly string[]): void {
  const { bavail, bsize } = statfsSync(queueDir)
  const copiesBytes = toCopy.reduce((sum, name) => sum + statSync(join(queueDir, name)).size, 0)
  const [freeMib, neededMib] = [bavail * bsize, NEEDED_FREE_BYTES + copiesBytes].map(bytes =>
    Math.floor(bytes / 2 ** 20),
  )
  if (Number(freeMib) < Number(neededMib))
    throw new Error(`${freeMib} MiB are free where it lies and a start takes ${neededMib}; free some space`)
}

function isCutShort(file: string, copy: string): boolean {
  const before = readInFlight(copy)
  if (before === undefined) return false
  const now = existsSync(file) ? readInFlight(file) : undefined
  return now === undefined || now.some(number => before.includes(number))
}

/** One file an exporter and signal; compaction leaves tempdb files, which the Collector removes. */
const isQueue = (name: string) => name.startsWith('exporter_')

/** A copy that has its name is whole and on disk. */
function copyWhole(file: string, folder: string, name: string): void {
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
    if (queueDir === '') throw new Error('which queue? node collector/guard-queue.ts QUEUE_DIR')
    guardQueue(queueDir, line => process.stderr.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(
      `The Collector's queue could not be guarded: ${error instanceof Error ? error.message : error}\n`,
    )
    process.exitCode = 1
  }
}
