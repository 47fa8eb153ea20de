import { beforeEach } from 'vitest'
import { hearWitnesses } from './witnesses.ts'

/** What stood in the browser and what the processes logged is gone once a run has ended; a failure that comes once in fifty runs needs it. */
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    const reports = await hearWitnesses()
    if (reports !== '') process.stdout.write(`When "${task.name}" failed:\n${reports}\n`)
  })
})
