import { beforeEach } from 'vitest'
import { collectDiagnostics } from './failure-diagnostics.ts'

/** The state of browser and processes is gone when the run has ended, and a rare failure may not come again. */
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    const reports = await collectDiagnostics()
    if (reports !== '') process.stdout.write(`When "${task.name}" failed:\n${reports}\n`)
  })
})
