import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A process; `startedAt` distinguishes it from a later one with the same pid. */
export const processRecordSchema = z.object({
  name: z.string(),
  pid: z.number().int().positive(),
  startedAt: z.string(),
})
export type ProcessRecord = z.infer<typeof processRecordSchema>

export function createProcessRecord(name: string, pid: number): ProcessRecord {
  return { name, pid, startedAt: startOf(pid) ?? '' }
}

/** False for a zombie, which has ended. */
export function isProcessRunning({ pid, startedAt }: ProcessRecord): boolean {
  return startedAt !== '' && startOf(pid) === startedAt
}

/** The start time of a process in the system's format; undefined for none or a zombie. */
function startOf(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? startInProc(pid) : startInPs(pid)
  } catch {
    return undefined // No process has that id.
  }
}

/** Fields after the command's closing bracket, because the command may contain spaces and brackets: 3 is the state, 22 the start time. */
function startInProc(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return 'ZX'.includes(fields[0] ?? 'X') ? undefined : fields[19]
}

function startInPs(pid: number): string | undefined {
  const env = { ...process.env, LC_ALL: 'C' }
  const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim()
  const [state = 'Z', ...start] = text.split(/\s+/)
  return state.startsWith('Z') ? undefined : start.join(' ')
}
