import { expect, test } from 'vitest'
import { exceptionRow, noiseRow, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { listEatenIssues } from './list-eaten-issues.ts'

const DAY_MS = 24 * 3_600_000

test('a rule that takes exceptions of a stored issue is marked with it, numbers in the message notwithstanding', async () => {
  const nowMs = Date.now()
  const lost = (id: number, at: number) => exceptionRow({ at, message: `order ${id} has no total`, service: 'shop' })
  await using store = await openTestStore([
    lost(17, 60_000),
    noiseRow('cross-origin-script-error/1', lost(23, 30_000)),
    noiseRow('cross-origin-script-error/1', exceptionRow({ at: 30_000, message: 'Script error.', stacktrace: '' })),
  ])
  expect(await listEatenIssues(store, { range: rangeBefore(nowMs, DAY_MS), limit: 10 })).toEqual([
    {
      rule: 'cross-origin-script-error',
      issue: expect.stringMatching(/^[0-9a-f]{16}$/),
      service: 'shop',
      type: 'TypeError',
      message: 'order 17 has no total',
      stored: 1,
      how: 'exception',
    },
  ])
})

test('a rule that takes a transaction which failed by a stored issue is marked with it', async () => {
  const nowMs = Date.now()
  const failed = { 'errata.error.digest': 'k7m2x9qd4r' }
  await using store = await openTestStore([
    exceptionRow({ at: 60_000, message: 'no database', attributes: failed }),
    noiseRow('health-check/1', spanRow({ at: 60_000, attributes: failed })),
  ])
  expect(await listEatenIssues(store, { range: rangeBefore(nowMs, DAY_MS), limit: 10 })).toMatchObject([
    { rule: 'health-check', message: 'no database', how: 'transaction' },
  ])
})
