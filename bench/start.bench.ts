import { startStack } from '../test/stack/start-stack.ts'
import { median, printProgress, reportFigure } from './report.ts'

export const benchmarkDescription =
  'from the command to the first page, everything installed and built (median of five starts)'

export async function runBenchmark(): Promise<void> {
  const { dataDir } = await startedOnce()
  const seconds: number[] = []
  for (let run = 1; run <= 5; run++) {
    const fromMs = performance.now()
    const stack = await startStack({ dataDir })
    const response = await fetch(stack.deskUrl)
    await response.text()
    seconds.push((performance.now() - fromMs) / 1000)
    printProgress(`start ${run}: ${seconds.at(-1)?.toFixed(2)} s`)
    await stack.stop()
    if (!response.ok) throw new Error(`The first page answered ${response.status}`)
  }
  reportFigure({ figure: 'start', value: median(seconds), unit: 's', goal: { most: 5 } })
}

async function startedOnce() {
  const stack = await startStack()
  await stack.stop()
  return stack
}
