import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareAmounts, compareCounts, compareP75, compareP95, compareShares, isLargeRise } from './change.ts'

const count = (now: number, before: number) => compareCounts({ now, before })
const share = (now: readonly [number, number], before: readonly [number, number], oneIn = 1) =>
  compareShares({ part: now[0], whole: now[1] }, { part: before[0], whole: before[1] }, oneIn)
/** Requests, and percentiles in milliseconds. */
const of = (requests: number, p50: number, p95: number) => ({
  requests,
  p50: BigInt(Math.round(p50 * 1e6)),
  p95: BigInt(Math.round(p95 * 1e6)),
})

/** Two periods, and the verdict of somebody on call; `clear` is more than chance explains, but less than a fifth. */
test.each([
  // Counts of events: exceptions, log records, dropped records.
  ['one exception, none before', count(1, 0), 'no'],
  ['none, one before', count(0, 1), 'no'],
  ['three times of almost nothing', count(3, 1), 'no'],
  ['six exceptions, none before', count(6, 0), 'no'],
  ['seven exceptions, none before', count(7, 0), 'more'],
  ['twelve, none before', count(12, 0), 'more'],
  ['none, twelve before', count(0, 12), 'less'],
  ['ten, twenty before', count(10, 20), 'no'],
  ['ten, thirty before', count(10, 30), 'less'],
  ['2, 19 before', count(2, 19), 'less'],
  ['19, 2 before', count(19, 2), 'more'],
  ['19, 3 before', count(19, 3), 'more'],
  ['a third more of a hundred', count(133, 100), 'no'],
  ['half as many again', count(150, 100), 'more'],
  ['a tenth more of ten thousand', count(11_000, 10_000), 'clear'],
  ['a fifth more of ten thousand', count(12_000, 10_000), 'more'],
  ['a fifth less of ten thousand', count(8_000, 10_000), 'less'],
  ['a hundredth more of a million', count(1_010_000, 1_000_000), 'clear'],
  ['a thousandth more of a million', count(1_001_000, 1_000_000), 'no'],
  ['twice of a million', count(2_000_000, 1_000_000), 'more'],
  ['nothing at all', count(0, 0), 'no'],
  ['the same', count(500, 500), 'no'],
  ['a scaled count of before', count(97, 24.7), 'more'],
  ['estimates of one in 64: twice', compareCounts({ now: 1_280, before: 640 }, 64), 'no'],
  ['estimates of one in 64: twenty times', compareCounts({ now: 12_800, before: 640 }, 64), 'more'],
  // Shares: error rates, sessions without a crash.
  ['one of three failed, none of nine before', share([1, 3], [0, 9]), 'unknown'],
  ['one of one failed, none of 300 before', share([1, 1], [0, 300]), 'unknown'],
  ['five of five failed, none of 300 before', share([5, 5], [0, 300]), 'more'],
  ['one of a hundred, none before', share([1, 100], [0, 100]), 'no'],
  ['four of a hundred, none before', share([4, 100], [0, 100]), 'no'],
  ['seven of a hundred, none before', share([7, 100], [0, 100]), 'more'],
  ['none of a hundred, seven before', share([0, 100], [7, 100]), 'less'],
  ['7 of 71, 3 of 71 before', share([7, 71], [3, 71]), 'no'],
  ['23 of 659, 7 before', share([23, 659], [7, 659]), 'more'],
  ['28 of 1,527, 1 before', share([28, 1_527], [1, 1_527]), 'more'],
  ['1.2 to 4 % of a thousand', share([40, 1_000], [12, 1_000]), 'more'],
  ['1.2 to 1.6 % of a thousand', share([16, 1_000], [12, 1_000]), 'no'],
  ['1.2 to 1.6 % of a hundred thousand', share([1_600, 100_000], [1_200, 100_000]), 'more'],
  ['1.2 to 1.3 % of a million', share([13_000, 1_000_000], [12_000, 1_000_000]), 'clear'],
  ['half of all requests, none before', share([500, 1_000], [0, 1_000]), 'more'],
  ['all requests fail', share([300, 300], [3, 300]), 'more'],
  ['all requests failed, none now', share([3, 300], [300, 300]), 'less'],
  ['a canary of forty requests, a tenth of which fail', share([4, 40], [20, 10_000]), 'no'],
  ['a canary of forty requests, a quarter of which fail', share([10, 40], [20, 10_000]), 'more'],
  ['sessions without a crash 99 to 98 %', share([9_800, 10_000], [9_900, 10_000]), 'less'],
  ['sessions without a crash 99 to 98.9 %', share([9_890, 10_000], [9_900, 10_000]), 'no'],
  ['sessions without a crash 80 to 99 %', share([99, 100], [80, 100]), 'more'],
  ['nobody asked', share([0, 0], [0, 0]), 'unknown'],
  ['nobody asked before', share([10, 100], [0, 0]), 'unknown'],
  ['nobody asks now', share([0, 0], [10, 100]), 'unknown'],
  ['one in 64 read, 12 → 40 of 1,000 estimated', share([40, 1_000], [12, 1_000], 64), 'unknown'],
  // 95th percentiles.
  ['236 to 430 ms of eighty', compareP95(of(80, 246, 430), of(88, 180, 236)), 'more'],
  ['430 to 236 ms of eighty', compareP95(of(88, 180, 236), of(80, 246, 430)), 'less'],
  ['200 to 220 ms of eighty', compareP95(of(80, 100, 220), of(80, 100, 200)), 'no'],
  ['200 to 220 ms of ten thousand', compareP95(of(10_000, 100, 220), of(10_000, 100, 200)), 'clear'],
  ['200 to 260 ms of ten thousand', compareP95(of(10_000, 100, 260), of(10_000, 100, 200)), 'more'],
  ['nineteen requests', compareP95(of(19, 246, 430), of(2_000, 180, 236)), 'unknown'],
  ['widely spread ones of eighty', compareP95(of(80, 10, 430), of(88, 10, 236)), 'no'],
  ['1 to 5.9 ms', compareP95(of(2_000, 1, 5.9), of(2_000, 0.5, 1)), 'no'],
  ['1 to 6.1 ms', compareP95(of(2_000, 1, 6.1), of(2_000, 0.5, 1)), 'more'],
  ['18 ms to 11 s', compareP95(of(200, 12, 11_000), of(5_000, 8, 18)), 'more'],
  ['none measured', compareP95(of(0, 0, 0), of(5_000, 8, 18)), 'unknown'],
  // 75th percentiles of web vitals, and averages.
  ['a largest paint of 2 to 3 s of 200', compareP75({ now: 3_000, before: 2_000 }, 200), 'more'],
  ['a largest paint of 2 to 2.2 s of 200', compareP75({ now: 2_200, before: 2_000 }, 200), 'no'],
  ['of nineteen', compareP75({ now: 9_000, before: 2_000 }, 19), 'unknown'],
  ['an average with a third of error', compareAmounts({ now: 20, before: 10 }, 0.33), 'no'],
  ['an average with a tenth of error', compareAmounts({ now: 20, before: 10 }, 0.1), 'more'],
])('%s: %o is %s', (_, { isClear, direction }, verdict) => {
  expect(direction ?? (isClear === undefined ? 'unknown' : isClear ? 'clear' : 'no')).toBe(verdict)
})

const counts = fc.record({ now: fc.nat(5_000), before: fc.nat(5_000) })
const part = fc.nat(3_000).chain(whole => fc.record({ whole: fc.constant(whole), part: fc.nat(whole) }))
const durations = fc
  .record({ requests: fc.integer({ min: 1, max: 5_000 }), p50: fc.nat(500), over: fc.nat(5_000) })
  .map(({ requests, p50, over }) => of(requests, p50, p50 + over))
const opposite = { more: 'less', less: 'more', none: undefined } as const

test('what is more one way is less the other way', () => {
  fc.assert(
    fc.property(counts, part, part, durations, durations, ({ now, before }, a, b, c, d) => {
      const pairs = [
        [count(now, before), count(before, now)],
        [compareShares(a, b), compareShares(b, a)],
        [compareP95(c, d), compareP95(d, c)],
      ] as const
      for (const [one, other] of pairs) {
        expect(other.direction).toBe(opposite[one.direction ?? 'none'])
        expect(other.isClear).toBe(one.isClear)
      }
    }),
  )
})

test('of more data at the same numbers no change becomes less clear', () => {
  fc.assert(
    fc.property(part, part, fc.integer({ min: 2, max: 50 }), (a, b, times) => {
      const more = (of: { part: number; whole: number }) => ({ part: of.part * times, whole: of.whole * times })
      const { direction } = compareShares(a, b)
      if (direction !== undefined) expect(compareShares(more(a), more(b)).direction).toBe(direction)
    }),
  )
})

test('numbers of one in so many are judged as what was read', () => {
  fc.assert(
    fc.property(part, part, durations, durations, fc.constantFrom(2, 64), (a, b, c, d, oneIn) => {
      const estimated = (of: { part: number; whole: number }) => ({ part: of.part * oneIn, whole: of.whole * oneIn })
      expect(compareShares(estimated(a), estimated(b), oneIn).direction).toBe(compareShares(a, b).direction)
      const all = (of: typeof c) => ({ ...of, requests: of.requests * oneIn })
      expect(compareP95(all(c), all(d), oneIn).direction).toBe(compareP95(c, d).direction)
    }),
  )
})

test('chance alone is called a change in at most one of a hundred comparisons', () => {
  fc.assert(
    fc.property(fc.noShrink(fc.integer()), seed => {
      const random = randomOf(seed)
      const tries = 20_000
      let [alarms, shareAlarms, large] = [0, 0, 0]
      for (let i = 0; i < tries; i += 1) {
        const mean = 5 + (i % 200)
        const change = count(poisson(mean, random), poisson(mean, random))
        if (change.direction !== undefined) alarms += 1
        if (isLargeRise(change)) large += 1
        const failed = () => poisson(mean / 10, random)
        if (share([failed(), mean * 5], [failed(), mean * 5]).direction !== undefined) shareAlarms += 1
      }
      expect(Math.max(alarms, shareAlarms)).toBeLessThan(tries * 0.013)
      expect(large).toBeLessThan(tries * 0.01)
    }),
    { numRuns: 5 },
  )
})

/** A small generator (mulberry32): what fast-check shrinks is no random sample. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function poisson(mean: number, random: () => number): number {
  let [events, time] = [0, 0]
  for (;;) {
    time -= Math.log(1 - random())
    if (time > mean) return events
    events += 1
  }
}
