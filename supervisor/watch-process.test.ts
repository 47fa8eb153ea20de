import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRefusalDetector } from './detect-refusals.ts'
import { type ProcessFailure, watchProcess } from './watch-process.ts'

/** A check with these results in turn, then the last one for ever. */
function checksOf(failures: readonly boolean[], last: boolean) {
  let checks = 0
  const wrong: ProcessFailure = { what: 'does not answer', graceMs: 1 }
  const check = async () => ((failures[checks++] ?? last) ? wrong : undefined)
  return { check, everyMs: 2, asked: () => checks }
}

test('a process is restarted after two failures in a row, never before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), async failures => {
      const watch = checksOf(failures, true)
      expect(await watchProcess(watch, new AbortController().signal)).toBe('does not answer')
      const first = failures.findIndex((failure, i) => failure && (failures[i + 1] ?? true))
      expect(watch.asked()).toBe((first === -1 ? failures.length : first) + 2)
    }),
    { numRuns: 40 },
  )
})

test('a healthy process is watched until it is stopped', async () => {
  const stop = new AbortController()
  const watch = checksOf(
    Array.from({ length: 20 }, (_, i) => i % 2 === 0),
    false,
  )
  const watching = watchProcess(
    { ...watch, check: async () => (watch.asked() > 30 ? void stop.abort() : watch.check()) },
    stop.signal,
  )
  expect(await watching).toBe(undefined)
})

const step = fc.record({
  accepted: fc.nat({ max: 2 }),
  refused: fc.nat({ max: 2 }),
  waitingBytes: fc.constantFrom(0, 10_000, 2 ** 24),
})

test('a Collector is stuck only if it refused three times, accepted nothing and had empty queues meanwhile', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const detect = createRefusalDetector()
      let [accepted, refused] = [0, 0]
      const failures = steps.map(({ waitingBytes, ...more }) => {
        accepted += more.accepted
        refused += more.refused
        return detect({ accepted, refused, waitingBytes }) !== undefined
      })
      const wanted = steps.map((_, i) => {
        const idleSince = steps.findLastIndex(
          (it, j) => j <= i && (j === 0 || it.accepted > 0 || it.waitingBytes > 2 ** 20),
        )
        return steps.slice(idleSince + 1, i + 1).filter(it => it.refused > 0).length >= 3
      })
      expect(failures).toEqual(wanted)
    }),
  )
})

test('a restarted Collector starts with no refusals', () => {
  const detect = createRefusalDetector()
  const refusing = [0, 1, 2, 3].map(refused => detect({ accepted: 5, refused, waitingBytes: 0 }))
  expect(refusing.at(-1)?.what).toBe('refuses everything while its queues are empty')
  expect(detect({ accepted: 0, refused: 0, waitingBytes: 0 })).toBe(undefined)
})
