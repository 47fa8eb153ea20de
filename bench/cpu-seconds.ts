import { readFileSync } from 'node:fs'

/** User and system time of a process with all of its threads. Linux only: /proc counts in hundredths of a second. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
