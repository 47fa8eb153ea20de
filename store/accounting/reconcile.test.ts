import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INGEST_SETTLING_SECONDS } from './count-stored.ts'
import { reconcile, type SignalCounts } from './reconcile.ts'

const none: SignalCounts = {
  acknowledged: 0,
  stored: 0,
  removed: 0,
  unfit: 0,
  givenUp: 0,
  delivered: 0,
  filtered: 0,
  waitingBytes: 0,
  seconds: 3_600,
  nearEnds: 0,
}

const known = fc.record<SignalCounts>({
  acknowledged: fc.nat(10_000),
  stored: fc.nat(10_000),
  removed: fc.nat(10_000),
  unfit: fc.nat(100),
  givenUp: fc.nat(1_000),
  delivered: fc.nat(10_000),
  filtered: fc.nat(10_000),
  waitingBytes: fc.nat(1_000),
  seconds: fc.nat(3_600),
  nearEnds: fc.nat(1_000),
})

test('the parts add up to the acknowledged count, and only unaccounted can be negative', () => {
  fc.assert(
    fc.property(known, of => {
      const { acknowledged, waitingBytes, edge, unaccounted, ...parts } = reconcile(of)
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0) + unaccounted).toBe(acknowledged)
      expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('nothing is waiting with empty queues, and nothing is duplicated if as many items were delivered as are stored', () => {
  fc.assert(
    fc.property(known, of => {
      expect(reconcile({ ...of, waitingBytes: 0 }).waiting).toBe(0)
      expect(reconcile({ ...of, delivered: of.stored }).again).toBe(0)
      expect(reconcile({ ...of, filtered: of.removed }).removedElsewhere).toBe(0)
    }),
  )
})

test('a difference that nothing explains is unaccounted, also a negative one', () => {
  const of = { ...none, acknowledged: 1_000, stored: 900, delivered: 900, removed: 60, filtered: 60, givenUp: 10 }
  expect(reconcile(of)).toMatchObject({ again: 0, removedElsewhere: 0, waiting: 0, unaccounted: 30, edge: 6 })
  expect(reconcile({ ...of, stored: 950, delivered: 950 }).unaccounted).toBe(-20)
})

test('duplicates are distinguished from missing items', () => {
  const of = { ...none, acknowledged: 1_000, stored: 900, delivered: 980, removed: 10, filtered: 12 }
  expect(reconcile(of)).toMatchObject({ again: 80, removedElsewhere: 2, unaccounted: 8 })
})

test('missing items may be waiting while queues are not empty', () => {
  const of = { ...none, acknowledged: 1_000, stored: 900, delivered: 900, waitingBytes: 1 }
  expect(reconcile(of)).toMatchObject({ waiting: 100, unaccounted: 0 })
})

test('twenty seconds weigh more for a Collector that has just started than for one that has counted for an hour', () => {
  const of = { ...none, acknowledged: 1_000 }
  expect([3_600, 200, 20, 1, 0].map(seconds => reconcile({ ...of, seconds }).edge)).toEqual([
    6, 100, 1_000, 1_000, 1_000,
  ])
})

test('without losses, the unaccounted count is at most what was in transit at the ends of the range', () => {
  const REPORT_MS = 5_000
  const nearMs = INGEST_SETTLING_SECONDS * 1_000
  const [fromMs, toMs] = [600_000, 660_000]
  const taken = fc.record({ atMs: fc.integer({ min: fromMs - 60_000, max: toMs + 20_000 }), lagMs: fc.nat(2_000) })
  fc.assert(
    fc.property(fc.array(taken, { maxLength: 60 }), fc.nat(REPORT_MS), (all, offsetMs) => {
      const lastReport = (beforeMs: number) => beforeMs - ((beforeMs - offsetMs) % REPORT_MS)
      const within = (ms: number, from: number, to: number) => ms >= from && ms < to
      const acknowledged = all.filter(({ atMs }) => within(atMs, lastReport(fromMs - 1), lastReport(toMs - 1))).length
      const storedMs = all.map(({ atMs, lagMs }) => Math.floor((atMs + lagMs) / 1_000) * 1_000)
      const stored = storedMs.filter(ms => within(ms, fromMs, toMs)).length
      const nearEnds = storedMs.filter(ms => [fromMs, toMs].some(end => within(ms, end - nearMs, end + nearMs))).length
      const { unaccounted, edge } = reconcile({ ...none, acknowledged, stored, delivered: stored, nearEnds })
      expect(Math.abs(unaccounted)).toBeLessThanOrEqual(edge)
    }),
  )
})
