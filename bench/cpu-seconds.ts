import { readProcessorSeconds } from '../test/processor-time.ts'

/** Processor time of a process and its descendants; not a number where there is no /proc, so that no figure is made of it. */
export const cpuSeconds = (pid: number): number => readProcessorSeconds(pid) ?? Number.NaN
