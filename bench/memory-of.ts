import { readFileSync } from 'node:fs'

/**
 * The memory of several processes together, in bytes: the proportional set size, which counts shared pages once. Linux only: read from
 * /proc.
 */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const kib = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return sum + Number(kib) * 1024
  }, 0)
}
