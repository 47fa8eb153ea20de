import { expect, test } from 'vitest'
import { hasEndedProperly } from './life-checks.ts'

test('exit code 1 is an end in order for the Collector alone', () => {
  expect(hasEndedProperly({ Service: 'otelcol', State: 'exited', ExitCode: 1 })).toBe(true)
  expect(hasEndedProperly({ Service: 'desk', State: 'exited', ExitCode: 1 })).toBe(false)
})

test('a container that was killed or still runs has not ended in order', () => {
  expect(hasEndedProperly({ Service: 'otelcol', State: 'exited', ExitCode: 137 })).toBe(false)
  expect(hasEndedProperly({ Service: 'desk', State: 'running', ExitCode: 0 })).toBe(false)
  expect(hasEndedProperly({ Service: 'desk', State: 'exited', ExitCode: 143 })).toBe(true)
})
