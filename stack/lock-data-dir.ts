import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { StartError } from './start-error.ts'

/** A process as the operating system knows it; `startedAt` tells it from a later one with the same pid. */
const processRecord = z.object({ name: z.string(), pid: z.number().int().positive(), startedAt: z.string() })
const lockRecord = z.object({ stack: processRecord, children: z.array(processRecord) })

export interface DataDirLock {
  /** Notes which processes run now, so that a start after a crash of this one can end them. */
  record(pids: ReadonlyMap<string, number>): void
  /** Processes which an earlier stack left running when it was killed. They have been ended. */
  readonly orphans: readonly { name: string; pid: number }[]
  release(): void
}

const orphanDeadlineMs = 20_000

/**
 * Takes the data folder for this stack: one stack a folder. What a killed stack left running on it is ended first.
 *
 * @throws {StartError} When the folder cannot be made or written, or another stack runs on it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = join(dataDir, 'stack.json')
  const self = { name: 'stack', pid: process.pid, startedAt: startedAt(process.pid) ?? '' }
  let orphans: { name: string; pid: number }[] = []
  try {
    mkdirSync(dataDir, { recursive: true })
    orphans = await takeOver(file, dataDir)
    closeSync(openSync(file, 'wx'))
    write(file, self, [])
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${reason}): make it writable or set ERRATA_DATA_DIR.`,
    )
  }
  return {
    orphans,
    record: pids =>
      write(
        file,
        self,
        [...pids].map(([name, pid]) => ({ name, pid, startedAt: startedAt(pid) ?? '' })),
      ),
    release: () => rmSync(file, { force: true }),
  }
}

async function takeOver(file: string, dataDir: string): Promise<{ name: string; pid: number }[]> {
  const found = readLock(file)
  if (found === undefined) return []
  if (isRunning(found.stack)) {
    throw new StartError(
      `Another stack (process ${found.stack.pid}) runs on ${dataDir}: stop it, or give this one its own folder with ERRATA_DATA_DIR.`,
    )
  }
  const orphans = found.children.filter(isRunning)
  await Promise.all(orphans.map(end))
  rmSync(file, { force: true })
  return orphans
}

async function end(orphan: z.infer<typeof processRecord>): Promise<void> {
  process.kill(orphan.pid, 'SIGTERM')
  for (let waitedMs = 0; isRunning(orphan); waitedMs += 50) {
    if (waitedMs === orphanDeadlineMs) process.kill(orphan.pid, 'SIGKILL')
    await wait(50)
  }
}

function readLock(file: string): z.infer<typeof lockRecord> | undefined {
  try {
    return lockRecord.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // A stack killed while it wrote leaves an empty or torn file: nothing is known of its children then.
    if (error instanceof SyntaxError || error instanceof z.ZodError) rmSync(file, { force: true })
    else if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return undefined
  }
}

function write(file: string, stack: z.infer<typeof processRecord>, children: z.infer<typeof processRecord>[]): void {
  writeFileSync(file, JSON.stringify({ stack, children }))
}

function isRunning(record: z.infer<typeof processRecord>): boolean {
  return record.startedAt !== '' && startedAt(record.pid) === record.startedAt
}

/** When the process began, in the system's own words; undefined when there is none. */
function startedAt(pid: number): string | undefined {
  try {
    // Field 22, counted behind the command's closing bracket: the command may hold spaces.
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return text === '' ? undefined : text
  } catch {
    return undefined // No process has that id.
  }
}
