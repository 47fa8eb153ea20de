import { beforeEach } from 'vitest'
import { runDiagnostics } from './failure-diagnostics.ts'

/**
 * Prints the failure at once: the state of browser and processes is lost at the end of the run, and a rare failure may not happen again.
 */
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    const reports = await runDiagnostics()
    if (reports !== '') process.stdout.write(`When "${task.name}" failed:\n${reports}\n`)
  })
})
