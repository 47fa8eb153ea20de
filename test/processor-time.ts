import { readdirSync, readFileSync } from 'node:fs'

/** The kernel's clock ticks in a second, in /proc (sysconf(_SC_CLK_TCK) on all of Linux's platforms). */
const TICKS_PER_SECOND = 100

/**
 * Processor time, user and system, of a process, its living descendants, and those that have ended and were waited for, in seconds.
 *
 * @returns `undefined` where there is no /proc (macOS).
 */
export function readProcessorSeconds(pid = process.pid): number | undefined {
  const processes = listProcesses()
  if (processes.length === 0) return undefined
  const childrenOf = Map.groupBy(processes, ({ parent }) => parent)
  const sum = (of: ProcessTimes): number =>
    (childrenOf.get(of.pid) ?? []).reduce((total, child) => total + sum(child), of.ticks)
  const root = processes.find(each => each.pid === pid)
  return root === undefined ? undefined : sum(root) / TICKS_PER_SECOND
}

interface ProcessTimes {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

function listProcesses(): ProcessTimes[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        // After the name, which may contain anything: state, parent, …, utime, stime, cutime, cstime (proc_pid_stat(5), fields 14 to 17).
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
        return [{ pid: Number(name), parent: Number(fields[1]), ticks }]
      } catch {
        return [] // It has just ended.
      }
    })
}
