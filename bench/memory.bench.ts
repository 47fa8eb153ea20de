import { setTimeout as wait } from 'node:timers/promises'
import { startStack } from '../test/stack/start-stack.ts'
import { memoryOf } from './memory-of.ts'
import { printProgress, reportFigure } from './report.ts'

export const benchmarkDescription = 'memory of the whole stack, idle, a minute after its first page'

export async function runBenchmark(): Promise<void> {
  await using stack = await startStack()
  await (await fetch(stack.deskUrl)).text()
  printProgress('memory: idle for a minute…')
  await wait(60_000)
  const pids = { ...stack.pids(), stack: stack.process.pid ?? 0 }
  for (const [name, pid] of Object.entries(pids))
    reportFigure({ figure: `memory.${name}`, value: memoryOf([pid]) / 1e6, unit: 'MB' })
  reportFigure({ figure: 'memory', value: memoryOf(Object.values(pids)) / 1e9, unit: 'GB', goal: { most: 0.7 } })
}
