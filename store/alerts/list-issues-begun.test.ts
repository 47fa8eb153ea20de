import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { NO_MERGES } from '../issues/merges.ts'
import { DAY_NS, HOUR_NS } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { listIssuesBegun } from './list-issues-begun.ts'

const nowNs = nsOfMs(Date.now())
const thrown = (at: bigint, issue: string, message: string) =>
  exceptionRow({ at, service: 'pay', message, attributes: { 'errata.issue.fingerprint': issue } })

test('an issue that continues an older one under another id is marked, one beside it is not', async () => {
  await using store = await openTestStore([
    thrown(nowNs - 3n * DAY_NS, 'old', 'order 1 failed'),
    thrown(nowNs - HOUR_NS, 'renamed', 'order 22 failed'),
    thrown(nowNs - 3n * DAY_NS, 'lasting', 'no funds'),
    thrown(nowNs, 'lasting', 'no funds'),
    thrown(nowNs - 2n * HOUR_NS, 'beside', 'no funds'),
    thrown(nowNs - 3n * HOUR_NS, 'other', 'no such card'),
  ])
  const begun = await listIssuesBegun(store, { ranges: [{ from: nowNs - DAY_NS, to: nowNs }], merges: NO_MERGES })
  expect(begun.map(({ firstSeenNs, isContinued }) => [(nowNs - firstSeenNs) / HOUR_NS, isContinued])).toEqual([
    [1n, true],
    [2n, false],
    [3n, false],
  ])
})
