import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { findMergeTarget, NO_MERGES } from '../issues/merges.ts'
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

const rows = fc.array(
  fc.record({
    hours: fc.integer({ min: 1, max: 60 }),
    issue: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    service: fc.constantFrom('pay', 'shop'),
    message: fc.constantFrom('order 1 failed', 'order 22 failed', 'no funds'),
  }),
  { minLength: 4, maxLength: 30 },
)
const mergesOf = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('d', 'e')), { selector: ([from]) => from })
  .map(pairs => ({ from: pairs.map(([from]) => from), to: pairs.map(([, to]) => to), byRule: new Map() }))

test('whatever was thrown and merged, the issues that began are those of all rows', async () => {
  await using store = await openTestStore()
  await fc.assert(
    fc.asyncProperty(rows, mergesOf, fc.integer({ min: 1, max: 50 }), async (thrownRows, merges, hours) => {
      await store.empty()
      const all = thrownRows.map((of, i) => ({ ...of, at: nowNs - BigInt(of.hours) * HOUR_NS + BigInt(i) }))
      await store.insert(
        all.map(({ at, service, issue, message }) =>
          exceptionRow({ at, service, message, attributes: { 'errata.issue.fingerprint': issue } }),
        ),
      )
      const seen = [...Map.groupBy(all, ({ issue }) => findMergeTarget(issue, merges))].map(([issue, of]) => {
        const [first, last] = [of.toSorted(byTime)[0], of.toSorted(byTime).at(-1)]
        const title = `${last?.service} ${last?.message.replace(/[0-9]+/g, '0')}`
        return { issue, first: first?.at ?? 0n, last: last?.at ?? 0n, service: last?.service, title }
      })
      const range = { from: nowNs - BigInt(hours) * HOUR_NS, to: nowNs }
      const expected = seen
        .filter(({ first }) => first >= range.from)
        .toSorted((one, other) => (one.first > other.first ? -1 : 1))
        .map(({ issue, first, last, service, title }) => ({
          ...{ issue, service, firstSeenNs: first, lastSeenNs: last },
          isContinued: seen.some(of => of.issue !== issue && of.title === title && of.last < first),
        }))
      expect(await listIssuesBegun(store, { ranges: [range], merges })).toEqual(expected)
    }),
    runs(20),
  )
})

const byTime = (one: { at: bigint }, other: { at: bigint }) => (one.at < other.at ? -1 : 1)
