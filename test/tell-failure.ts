import { beforeEach } from 'vitest'
import { hearWitnesses } from './witnesses.ts'

/** What stood in the browser and what the processes logged is gone once a run has ended; a failure that comes once in fifty runs needs it. */
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    const said = await hearWitnesses()
    if (said !== '') process.stdout.write(`When "${task.name}" failed:\n${said}\n`)
  })
})
