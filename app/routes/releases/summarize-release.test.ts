import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import type { MergedRelease, ShareOfTotal } from './merge-releases.ts'
import { sortRoutesByRegression } from './order-regressions.ts'
import { countIncreased, describeReasons, evaluateRelease, summarizeRelease } from './summarize-release.ts'

const none: ShareOfTotal = { part: 0, whole: 0 }
const release = { service: 'shop', release: '2.4.1', firstSeenNs: 0n, lastSeenNs: 1n, previousFirstSeenNs: 0n }
const deploy = (changes: Partial<MergedRelease>, previous = '2.4.0'): MergedRelease => ({
  release: '2.4.1',
  firstSeenNs: 0n,
  lastSeenNs: 1n,
  of: [{ ...release, previous }],
  failed: none,
  failedBefore: none,
  adoption: none,
  runsIn: [],
  crashFree: none,
  crashFreeBefore: none,
  slower: undefined,
  p95: undefined,
  durations: [],
  ...changes,
})
const issue = (change: ReleaseIssue['change'], total: number): ReleaseIssue => ({
  change,
  total,
  issue: 'a1',
  service: 'shop',
  type: 'Error',
  message: 'm',
  exceptions: 1,
  exceptionsBefore: 0,
  sessions: 0,
  users: 0,
  hasMoreSessions: false,
  hasMoreUsers: false,
  lastNs: 0n,
})

test('a release with more crashes is worse, with the numbers and its new issues', () => {
  const crashes = { crashFree: { part: 727, whole: 1_000 }, crashFreeBefore: { part: 2_994, whole: 3_000 } }
  expect(summarizeRelease(deploy(crashes), [issue('new', 3)])).toEqual({
    verdict: 'worse',
    opening: '2.4.1 is worse',
    better: [],
    worse: ['crash-free sessions 99.8 → 72.7 %', '3 new issues'],
    other: [],
  })
})

test('a regressed issue makes a release worse, fewer failed requests make it better', () => {
  expect(summarizeRelease(deploy({}), [issue('back', 1)])).toMatchObject({
    opening: '2.4.1 is worse',
    worse: ['1 regressed issue'],
  })
  const requests = { failed: { part: 10, whole: 1_000 }, failedBefore: { part: 50, whole: 1_000 } }
  expect(summarizeRelease(deploy(requests), [])).toMatchObject({
    opening: '2.4.1 is better',
    better: ['error rate 5 → 1 %'],
    worse: [],
  })
})

test('the list marks a release by the same rule as its page: better figures do not outweigh a regressed issue', () => {
  const better = deploy({ failed: { part: 10, whole: 1_000 }, failedBefore: { part: 50, whole: 1_000 } })
  expect([evaluateRelease(better, 0), evaluateRelease(better, 1)]).toEqual(['better', 'worse'])
  expect(evaluateRelease(better, 1)).toBe(summarizeRelease(better, [issue('back', 1)]).verdict)
})

test('a slower service makes a release slower, unless it is worse', () => {
  const slower = { service: 'checkout', now: 431_000_000n, before: 237_000_000n }
  const better = { failed: { part: 10, whole: 1_000 }, failedBefore: { part: 50, whole: 1_000 } }
  expect(summarizeRelease(deploy({ slower }), [])).toMatchObject({
    verdict: 'slower',
    opening: '2.4.1 is slower',
    worse: ['p95 of checkout 237 → 431 ms'],
  })
  expect(evaluateRelease(deploy({ ...better, slower }), 0)).toBe('slower')
  expect(evaluateRelease(deploy({ slower }), 1)).toBe('worse')
})

test('the list says in what a release is worse, the worst first', () => {
  const slower = { service: 'checkout', now: 431_000_000n, before: 237_000_000n }
  const failing = { failed: { part: 50, whole: 1_000 }, failedBefore: { part: 10, whole: 1_000 } }
  const crashing = { crashFree: { part: 70, whole: 100 }, crashFreeBefore: { part: 99, whole: 100 } }
  expect(describeReasons(deploy({ ...failing, ...crashing, slower }), 0)).toEqual(['more crashes and errors', 'slower'])
  expect(describeReasons(deploy(failing), 2)).toEqual(['more errors', '2 regressed issues'])
  expect(describeReasons(deploy({}), 0)).toEqual([])
})

test('differences that chance explains are none, and of too little nothing is concluded', () => {
  const chance = { failed: { part: 11, whole: 1_000 }, failedBefore: { part: 10, whole: 1_000 } }
  expect(summarizeRelease(deploy(chance), [issue('new', 1)])).toMatchObject({
    opening: '2.4.1 is about the same',
    worse: ['1 new issue'],
  })
  const few = { failed: { part: 5, whole: 10 }, failedBefore: { part: 0, whole: 1_000 } }
  expect(summarizeRelease(deploy(few), [])).toEqual({
    verdict: 'unknown',
    opening: '2.4.1 has too few requests and sessions to compare',
    better: [],
    worse: [],
    other: [],
  })
  expect(summarizeRelease(deploy({}, ''), []).opening).toBe('2.4.1 is the first known release')
})

test('a better release with a slower route says which, and by how much', () => {
  const requests = { failed: { part: 10, whole: 1_000 }, failedBefore: { part: 50, whole: 1_000 } }
  const speed = (route: string, now: number) => ({
    service: 'shop',
    route,
    what: 'duration' as const,
    now,
    before: 100e6,
    median: 50e6,
    medianBefore: 50e6,
    samples: 500,
    samplesBefore: 500,
    failed: 0,
    failedBefore: 0,
    thinnedBy: 1,
  })
  const summarize = (...routes: readonly ReturnType<typeof speed>[]) =>
    summarizeRelease(deploy(requests), [], sortRoutesByRegression(routes))
  const better = { opening: '2.4.1 is better', better: ['error rate 5 → 1 %'] }
  const opening = '2.4.1 is partly better than 2.4.0'
  const slower = { ...better, opening, worse: ['p95 of /search 100 → 141 ms'] }
  expect(summarize(speed('/search', 141e6), speed('/', 110e6))).toMatchObject(slower)
  expect(summarize(speed('/search', 141e6), speed('/cart', 125e6)).worse).toEqual([
    'p95 of /search 100 → 141 ms',
    '1 more route slower',
  ])
  expect(summarize(speed('/', 110e6))).toMatchObject({ ...better, worse: [] })
  const quick = { ...speed('/cart', 13e6), before: 6.7e6 }
  expect(sortRoutesByRegression([quick])[0]?.isSlower).toBe(true)
  expect(summarize(quick)).toMatchObject({ ...better, worse: [] })
})

test('a better release names the issue that still fails more often than its sessions explain', () => {
  const sessions = { crashFree: { part: 136, whole: 144 }, crashFreeBefore: { part: 94, whole: 146 } }
  const still = (exceptions: number, total = 1) => ({ ...issue('still', total), exceptions, exceptionsBefore: 3 })
  expect(summarizeRelease(deploy(sessions), [still(12)])).toEqual({
    verdict: 'better',
    opening: '2.4.1 is partly better than 2.4.0',
    better: ['crash-free sessions 64.4 → 94.4 %'],
    worse: ['m 2.05 → 8.33 per 100 sessions'],
    other: [],
  })
  const fewer = { crashFree: { part: 50, whole: 52 }, crashFreeBefore: { part: 200, whole: 302 } }
  expect(summarizeRelease(deploy(fewer), [still(8)]).worse).toEqual(['m 0.99 → 15.4 per 100 sessions'])
  expect(summarizeRelease(deploy(fewer), [still(3)])).toMatchObject({ worse: [], other: ['1 issue still failing'] })
  expect(summarizeRelease(deploy(sessions), [still(12, 3)]).other).toEqual(['2 more issues still failing'])
  expect(summarizeRelease(deploy(sessions), [still(4)])).toMatchObject({
    worse: [],
    other: ['1 issue still failing'],
  })
  const listed = [still(12), still(4), issue('new', 1)]
  expect([countIncreased(deploy(sessions), listed), countIncreased(deploy({}), listed)]).toEqual([1, 0])
})

const share = fc.nat(500).chain(whole => fc.nat(whole).map(part => ({ part, whole })))

test('more failed requests never make a release better, nor fewer make it worse', () => {
  fc.assert(
    fc.property(share, share, (failed, failedBefore) => {
      const { verdict } = summarizeRelease(deploy({ failed, failedBefore }), [])
      const rise = failed.part / failed.whole - failedBefore.part / failedBefore.whole
      if (verdict === 'worse') expect(rise).toBeGreaterThan(0)
      if (verdict === 'better') expect(rise).toBeLessThan(0)
    }),
  )
})
