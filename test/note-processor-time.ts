import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { readProcessorSeconds } from './processor-time.ts'

/**
 * Notes how much processor time each test file takes, with the processes that it starts, as `seconds<tab>file` in the file that
 * ERRATA_TEST_PROCESSOR_TIMES names. Engine, Collector and builds that all files share are not in it.
 */
const report = process.env['ERRATA_TEST_PROCESSOR_TIMES'] ?? ''

if (report !== '') {
  let before: number | undefined
  beforeAll(() => {
    before = readProcessorSeconds()
  })
  afterAll(() => {
    const after = readProcessorSeconds()
    const { testPath = '' } = expect.getState()
    if (before === undefined || after === undefined) return
    appendFileSync(report, `${(after - before).toFixed(1)}\t${relative(process.cwd(), testPath)}\n`)
  })
}
