import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import type { ShareOfTotal } from '../../insights/change.ts'
import { sortOperationsByRegression } from './order-regressions.ts'
import {
  type ComparedRelease,
  countIncreased,
  describeVerdict,
  evaluateRelease,
  listDifferences,
  summarizeRelease,
} from './summarize-release.ts'

const none: ShareOfTotal = { part: 0, whole: 0 }
const release = {
  service: 'shop',
  release: '2.4.1',
  isBrowser: false,
  firstSeenNs: 0n,
  beganNs: 0n,
  lastSeenNs: 1n,
  previousBeganNs: 0n,
}
const deploy = (changes: Partial<ComparedRelease>, previous = '2.4.0'): ComparedRelease => ({
  release: '2.4.1',
  firstSeenNs: 0n,
  beganNs: 0n,
  lastSeenNs: 1n,
  byService: [{ ...release, previous }],
  failed: none,
  failedBefore: none,
  adoption: none,
  runsIn: [],
  crashFree: none,
  crashFreeBefore: none,
  slower: undefined,
  p95: undefined,
  durations: [],
  durationsBefore: [],
  newIssues: 0,
  regressed: 0,
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

const told = (of: ComparedRelease) => describeVerdict(of).text

test('a release with more crashes is worse, with the numbers and its new issues', () => {
  const crashes = {
    crashFree: { part: 727, whole: 1_000 },
    crashFreeBefore: { part: 2_994, whole: 3_000 },
    newIssues: 3,
  }
  expect(told(deploy(crashes))).toBe('worse than 2.4.0')
  expect(summarizeRelease(deploy(crashes))).toEqual({
    better: [],
    worse: ['crash-free sessions 99.8 → 72.7 %', '3 new issues'],
    other: [],
  })
})

test('a regressed issue makes a release worse, fewer failed requests make it better, partly if it has new issues', () => {
  expect(told(deploy({ regressed: 1 }))).toBe('worse than 2.4.0')
  expect(summarizeRelease(deploy({ regressed: 1 })).worse).toEqual(['1 regressed issue'])
  const requests = { failed: { part: 10, whole: 1_000 }, failedBefore: { part: 50, whole: 1_000 } }
  expect(told(deploy(requests))).toBe('better than 2.4.0')
  expect(summarizeRelease(deploy(requests))).toMatchObject({ better: ['error rate 5 → 1 %'], worse: [] })
  expect(told(deploy({ ...requests, newIssues: 1 }))).toBe('partly better than 2.4.0')
  expect(told(deploy({ ...requests, newIssues: 1, regressed: 1 }))).toBe('worse than 2.4.0')
})

test('what a release is better in comes first, then what it is not', () => {
  const requests = { failed: { part: 10, whole: 1_000 }, failedBefore: { part: 50, whole: 1_000 } }
  const slower = { service: 'checkout', now: 431_000_000n, before: 237_000_000n }
  expect(listDifferences(deploy({ ...requests, slower, newIssues: 1 }))).toEqual([
    'error rate 5 → 1 %',
    'but p95 of checkout 237 → 431 ms',
    '1 new issue',
  ])
  expect(listDifferences(deploy(requests))).toEqual(['error rate 5 → 1 %'])
})

test('a slower service makes a release slower, unless it is worse', () => {
  const slower = { service: 'checkout', now: 431_000_000n, before: 237_000_000n }
  const better = { failed: { part: 10, whole: 1_000 }, failedBefore: { part: 50, whole: 1_000 } }
  expect(told(deploy({ slower }))).toBe('slower than 2.4.0')
  expect(summarizeRelease(deploy({ slower })).worse).toEqual(['p95 of checkout 237 → 431 ms'])
  expect(evaluateRelease(deploy({ ...better, slower }), 0)).toBe('slower')
  expect(evaluateRelease(deploy({ slower }), 1)).toBe('worse')
})

test('differences that chance explains are none, and of too little nothing is concluded', () => {
  const chance = { failed: { part: 11, whole: 1_000 }, failedBefore: { part: 10, whole: 1_000 }, newIssues: 1 }
  expect(told(deploy(chance))).toBe('no clear change from 2.4.0')
  expect(summarizeRelease(deploy(chance)).worse).toEqual(['1 new issue'])
  const few = { failed: { part: 2, whole: 10 }, failedBefore: { part: 0, whole: 1_000 } }
  expect(told(deploy(few))).toBe('too few transactions to compare')
  expect(summarizeRelease(deploy(few))).toEqual({ better: [], worse: [], other: [] })
  expect(told(deploy({}, ''))).toBe('first known release')
})

test('a better release with a slower route says which, and by how much', () => {
  const requests = { failed: { part: 10, whole: 1_000 }, failedBefore: { part: 50, whole: 1_000 } }
  const speed = (operation: string, now: number) => ({
    service: 'shop',
    operation,
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
    summarizeRelease(deploy(requests), [], sortOperationsByRegression(routes))
  const better = { better: ['error rate 5 → 1 %'] }
  const slower = { ...better, worse: ['p95 of /search 100 → 141 ms'] }
  expect(summarize(speed('/search', 141e6), speed('/', 110e6))).toMatchObject(slower)
  expect(summarize(speed('/search', 141e6), speed('/cart', 125e6)).worse).toEqual([
    'p95 of /search 100 → 141 ms',
    '1 more operation slower',
  ])
  expect(summarize(speed('/', 110e6))).toMatchObject({ ...better, worse: [] })
  const quick = { ...speed('/cart', 13e6), before: 6.7e6 }
  expect(sortOperationsByRegression([quick])[0]?.isSlower).toBe(true)
  expect(summarize(quick)).toMatchObject({ ...better, worse: [] })
})

test('a better release names the issue that still fails more often than its sessions explain', () => {
  const sessions = { crashFree: { part: 136, whole: 144 }, crashFreeBefore: { part: 94, whole: 146 } }
  const still = (exceptions: number, total = 1) => ({ ...issue('still', total), exceptions, exceptionsBefore: 3 })
  expect(summarizeRelease(deploy(sessions), [still(16)])).toEqual({
    better: ['crash-free sessions 64.4 → 94.4 %'],
    worse: ['m 2.05 → 11.1 per 100 sessions'],
    other: [],
  })
  const fewer = { crashFree: { part: 50, whole: 52 }, crashFreeBefore: { part: 200, whole: 302 } }
  expect(summarizeRelease(deploy(fewer), [still(9)]).worse).toEqual(['m 0.99 → 17.3 per 100 sessions'])
  expect(summarizeRelease(deploy(fewer), [still(3)])).toMatchObject({ worse: [], other: ['1 issue still failing'] })
  expect(summarizeRelease(deploy(sessions), [still(16, 3)]).other).toEqual(['2 more issues still failing'])
  expect(summarizeRelease(deploy(sessions), [still(4)])).toMatchObject({
    worse: [],
    other: ['1 issue still failing'],
  })
  const listed = [still(16), still(4), issue('new', 1)]
  expect([countIncreased(deploy(sessions), listed), countIncreased(deploy({}), listed)]).toEqual([1, 0])
})

const share = fc.nat(500).chain(whole => fc.nat(whole).map(part => ({ part, whole })))

test('more failed requests never make a release better, nor fewer make it worse', () => {
  fc.assert(
    fc.property(share, share, (failed, failedBefore) => {
      const { verdict } = describeVerdict(deploy({ failed, failedBefore }))
      const rise = failed.part / failed.whole - failedBefore.part / failedBefore.whole
      if (verdict === 'worse') expect(rise).toBeGreaterThan(0)
      if (verdict === 'better') expect(rise).toBeLessThan(0)
    }),
  )
})
