import { readFileSync } from 'node:fs'

/**
 * How much memory processes take together, in bytes: the proportional set size, so that pages which two of them share count once.
 * Linux only: it is read from /proc.
 */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const kib = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return sum + Number(kib) * 1024
  }, 0)
}
