import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { describeHolder, tryLock } from './file-lock.ts'
import { createProcessRecord, isProcessRunning, type ProcessRecord, processRecordSchema } from './process-record.ts'
import { StartError } from './start-error.ts'

const stackRecord = z.object({ stack: processRecordSchema, children: z.array(processRecordSchema) })
type StackRecord = z.infer<typeof stackRecord>

export interface DataDirLock {
  /**
   * Records the running processes, so that a start after a crash of this one can end them.
   *
   * @throws {Error} If it cannot be written; the previous record stays.
   */
  record(pids: ReadonlyMap<string, number>): void
  /** Processes that an earlier, killed stack left running. They have been ended. */
  readonly orphans: readonly ProcessRecord[]
  release(): void
}

const orphanDeadlineMs = 20_000

/**
 * Locks the data folder for this stack. Processes that a killed stack left running are ended first.
 *
 * @throws {StartError} If the folder cannot be created or written, or another stack uses it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = join(dataDir, 'stack.json')
  let lock: Disposable | undefined
  try {
    const lockFile = join(dataDir, 'stack.lock')
    lock = tryLock(lockFile)
    if (lock === undefined) {
      const holder = describeHolder(lockFile)
      throw new StartError(
        `Another stack${holder && ` (${holder})`} runs on ${dataDir}: stop it, or give this one its own folder with ERRATA_DATA_DIR.`,
      )
    }
    const orphans = readRecord(file)?.children.filter(isProcessRunning) ?? []
    await Promise.all(orphans.map(end))
    const stack = createProcessRecord('stack', process.pid)
    writeWhole(file, { stack, children: [] })
    const held = lock
    return {
      orphans,
      record: pids =>
        writeWhole(file, { stack, children: [...pids].map(([name, pid]) => createProcessRecord(name, pid)) }),
      release() {
        rmSync(file, { force: true })
        held[Symbol.dispose]()
      },
    }
  } catch (error) {
    lock?.[Symbol.dispose]()
    if (error instanceof StartError) throw error
    const cure =
      error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? 'free space' : 'make it writable'
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The data folder ${dataDir} cannot be used (${reason}): ${cure} or set ERRATA_DATA_DIR.`)
  }
}

async function end(orphan: ProcessRecord): Promise<void> {
  kill(orphan, 'SIGTERM')
  for (let waitedMs = 0; isProcessRunning(orphan); waitedMs += 50) {
    if (waitedMs === orphanDeadlineMs) kill(orphan, 'SIGKILL')
    await wait(50)
  }
}

function kill({ pid }: ProcessRecord, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error // It has just ended.
  }
}

/** What `stack.json` tells of the running stack; `undefined` if none runs. */
export function readRecord(file: string): StackRecord | undefined {
  try {
    return stackRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // Empty or incomplete, by a version that wrote it in place: its children are unknown.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes atomically: on a full disk the previous record must survive. */
function writeWhole(file: string, record: StackRecord): void {
  const next = `${file}.next`
  writeFileSync(next, JSON.stringify(record))
  renameSync(next, file)
}
