import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IssueChange } from '../../../store/issues/list-issue-changes.ts'
import { compareP75 } from '../../insights/change.ts'
import { findIncident, type Incident, type SlowerOperation } from './find-incident.ts'

const count = (now: number, before: number) => ({ now, before })
const calm = {
  requests: count(1_000, 1_000),
  failed: count(12, 12),
  exceptions: count(52, 52),
  releases: [],
  recent: undefined,
  services: [],
}
const hours = (n: number) => BigInt(n) * 3_600_000_000_000n
const period = { fromNs: 0n, nowNs: hours(24), operations: [], isTrafficMissing: false }
const issue = (service: string, firstSeenNs: bigint, isNew = true, of: Partial<IssueChange> = {}) => ({
  issue: `${service} ${firstSeenNs}`,
  now: 1,
  before: 0,
  isNew,
  firstSeenNs,
  lastSeenNs: hours(23),
  newestReleaseNs: firstSeenNs,
  users: 0,
  hasMoreUsers: false,
  type: 'TypeError',
  message: '',
  service,
  ...of,
})

const textsOf = (incident: Incident | undefined) =>
  [...(incident?.causes ?? []), ...(incident?.lines ?? []), ...(incident?.slower ?? [])].map(line =>
    line.map(part => (typeof part === 'string' ? part : part.text)).join(''),
  )

test('failures and exceptions that rose are named with their ratios', () => {
  const summary = { ...calm, failed: count(40, 12), exceptions: count(403, 67) }
  expect(findIncident({ ...period, summary, issues: [] })).toEqual({
    rises: 'Error rate 3.3× (1.2 % → 4 %), exceptions 6× (67 → 403)',
    recent: '',
    isOver: false,
    causes: [],
    lines: [],
    slower: [],
    slowerText: '',
  })
  expect(findIncident({ ...period, summary: { ...calm, failed: count(40, 0) }, issues: [] })?.rises).toBe(
    'Error rate 0 % → 4 %',
  )
})

test('what rose is told with what was counted lately, and whether that is usual', () => {
  const lately = (exceptions: number, failed: number) => {
    const recent = { since: '14:30', part: 1 / 24, requests: 62, exceptions, failed }
    const { recent: text, isOver } = findIncident({
      ...period,
      summary: { ...calm, failed: count(40, 12), recent },
      issues: [],
    }) ?? { recent: '', isOver: undefined }
    return [text, isOver]
  }
  expect(lately(1, 0)).toEqual([
    'Errors back to normal: 1 exception, 0 of 62 transactions failed since 14:30 (0 %, usually 1.2 %)',
    true,
  ])
  expect(lately(4, 2)[1]).toBe(true)
  expect(lately(40, 0)).toEqual([
    'Errors above normal: 40 exceptions, 0 of 62 transactions failed since 14:30 (0 %, usually 1.2 %)',
    false,
  ])
  expect(lately(0, 20)[1]).toBe(false)
  const recent = { since: '14:30', part: 1 / 24, requests: 62, exceptions: 1, failed: 0 }
  expect(findIncident({ ...period, summary: { ...calm, recent }, issues: [] })).toBeUndefined()
})

test('errors that are as frequent lately as on average of the period are not back to normal', () => {
  const recentOf = (failed: number) => {
    const recent = { since: '19:00', part: 1 / 24, requests: 332, exceptions: 0, failed }
    const summary = { ...calm, requests: count(8_958, 9_900), failed: count(129, 68), recent }
    return findIncident({ ...period, summary, issues: [] })?.recent
  }
  expect(recentOf(5)).toBe(
    'Errors not back to normal yet: no exceptions, 5 of 332 transactions failed since 19:00 (1.51 %, usually 0.69 %)',
  )
  expect(recentOf(3)).toMatch(/^Errors back to normal/)
})

test('a rate that looks higher than usual is not called normal, only because chance explains so few errors', () => {
  const recentOf = (failed: number) => {
    const recent = { since: '23:00', part: 1 / 24, requests: 89, exceptions: 0, failed }
    const summary = { ...calm, requests: count(3_209, 3_300), failed: count(55, 21), recent }
    return findIncident({ ...period, summary, issues: [] })?.recent
  }
  expect(recentOf(2)).toBe(
    'Too few errors to tell if they are back to normal: no exceptions, 2 of 89 transactions failed since 23:00 (2.25 %, usually 0.64 %)',
  )
  expect(recentOf(0)).toMatch(/^Errors back to normal/)
})

test('errors that stopped with the traffic are not back to normal', () => {
  const anyRecent = fc.record({
    since: fc.constant('14:30'),
    part: fc.constant(1 / 24),
    requests: fc.nat(2_000),
    exceptions: fc.nat(60),
    failed: fc.nat(60),
  })
  fc.assert(
    fc.property(anyRecent, fc.nat(20_000), fc.boolean(), (recent, before, isTrafficMissing) => {
      const summary = { ...calm, requests: count(1_000, before), failed: count(40, 0), recent }
      const told = findIncident({ ...period, isTrafficMissing, summary, issues: [] })?.recent ?? ''
      const isGone = isTrafficMissing || recent.requests * 10 <= before / 24
      expect(told).not.toMatch(isGone ? /^Errors back to normal/ : /missing|Too few requests/)
    }),
  )
  const quiet = { since: '14:30', part: 1 / 24, requests: 4, exceptions: 0, failed: 0 }
  const recentOf = (isTrafficMissing: boolean, of: Partial<typeof quiet> = {}) => {
    const summary = { ...calm, failed: count(40, 12), recent: { ...quiet, ...of } }
    return findIncident({ ...period, isTrafficMissing, summary, issues: [] })?.recent
  }
  expect(recentOf(false)).toBe(
    'Too few transactions to compare errors: no exceptions, 0 of 4 transactions failed since 14:30 (0 %, usually 1.2 %)',
  )
  expect(recentOf(false, { requests: 0 })).toMatch(/: no exceptions and no transactions since 14:30$/)
  expect(recentOf(true)).toBe(
    'Fewer errors, but traffic is missing: no exceptions, 0 of 4 transactions failed since 14:30 (0 %, usually 1.2 %)',
  )
})

test('usual numbers, few failures among many requests, and a handful of exceptions are no incident', () => {
  expect(findIncident({ ...period, summary: calm, issues: [issue('shop', 5n)] })).toBeUndefined()
  expect(findIncident({ ...period, summary: { ...calm, failed: count(9, 1) }, issues: [] })).toBeUndefined()
  expect(findIncident({ ...period, summary: { ...calm, exceptions: count(9, 0) }, issues: [] })).toBeUndefined()
})

test('rises that chance explains are no incident, as they have no colour elsewhere', () => {
  expect(findIncident({ ...period, summary: { ...calm, failed: count(14, 6) }, issues: [] })).toBeUndefined()
  expect(findIncident({ ...period, summary: { ...calm, exceptions: count(12, 6) }, issues: [] })).toBeUndefined()
})

test('the releases that brought new issues to their services are named, the one with most first', () => {
  const releases = [
    { release: '2.4.1', service: 'shop', firstSeenNs: 10n },
    { release: '2.4.2', service: 'shop', firstSeenNs: 30n },
    { release: '7', service: 'stock', firstSeenNs: 1n },
  ]
  const issues = [issue('shop', 12n), issue('shop', 29n), issue('shop', 31n), issue('shop', 5n), issue('stock', 0n)]
  expect(
    findIncident({ ...period, summary: { ...calm, releases }, issues: [...issues, issue('shop', 35n, false)] }),
  ).toEqual({
    rises: '',
    recent: '',
    isOver: false,
    causes: [
      [
        'From 00:00, since ',
        { to: '/releases/2.4.1', text: '2.4.1' },
        ': ',
        { to: '/issues/shop%2012', text: 'TypeError', isSubject: true },
        ' in shop, 1 event; 2 new issues',
      ],
      [
        'From 00:00, since ',
        { to: '/releases/2.4.2', text: '2.4.2' },
        ': ',
        { to: '/issues/shop%2031', text: 'TypeError', isSubject: true },
        ' in shop, 1 event; 1 new issue',
      ],
    ],
    lines: [],
    slower: [],
    slowerText: '',
  })
})

test('new issues that stopped are told with the release that stopped them', () => {
  const releases = [
    { release: '2.4.1', service: 'shop', firstSeenNs: hours(2) },
    { release: '2.4.2', service: 'shop', firstSeenNs: hours(10) },
  ]
  const [stopped, running] = [{ now: 40, lastSeenNs: hours(10) }, { now: 9 }]
  const incidentOf = (...issues: readonly IssueChange[]) =>
    textsOf(findIncident({ ...period, summary: { ...calm, releases }, issues }))[0]
  expect(incidentOf(issue('shop', hours(3), true, stopped))).toBe(
    '03:00 to 10:00, since 2.4.1: TypeError in shop, 40 events; 1 new issue, stopped with 2.4.2',
  )
  expect(incidentOf(issue('shop', hours(3), true, stopped), issue('shop', hours(4), true, running))).toBe(
    '03:00 to 10:00, since 2.4.1: TypeError in shop, 40 events; 2 new issues, 1 of them stopped with 2.4.2',
  )
  expect(incidentOf(issue('shop', hours(4), true, running))).toBe(
    'From 04:00, since 2.4.1: TypeError in shop, 9 events; 1 new issue',
  )
})

test('of new issues the one that hit most users is named', () => {
  const releases = [{ release: '2.4.1', service: 'shop', firstSeenNs: hours(2) }]
  const [many, few] = [issue('shop', hours(3), true, { users: 19 }), issue('shop', hours(4), true, { users: 6 })]
  const usersOf = (...issues: readonly IssueChange[]) =>
    textsOf(findIncident({ ...period, summary: { ...calm, releases }, issues }))[0]?.replace(/^.*since 2\.4\.1/, '')
  expect(usersOf(few, many)).toBe(': TypeError in shop, 1 event, 19 users; 2 new issues')
  expect(usersOf(few)).toBe(': TypeError in shop, 1 event, 6 users; 1 new issue')
})

test('the issue that rose most of those that still occur is named', () => {
  const rising = { now: 25, before: 3, message: 'Timeout', lastSeenNs: hours(24) - hours(1) / 2n }
  const issues = [
    issue('shop', 1n, false, { now: 90, before: 10, lastSeenNs: hours(20) }),
    issue('shop', 2n, false, { ...rising, now: 12, before: 3 }),
    issue('stock', 3n, false, { ...rising, users: 12 }),
    issue('shop', 4n, false, { ...rising, now: 100, before: 90 }),
  ]
  expect(findIncident({ ...period, summary: calm, issues })?.lines[0]).toEqual([
    'Still seen: ',
    { to: '/issues/stock%203', text: 'Timeout', isSubject: true },
    ' in stock, 8.3× (3 → 25), 12 users, last 30 min ago',
  ])
})

test('of an issue that occurs every hour or two, one that was last seen two hours ago goes on', () => {
  const seldom = { before: 3, lastSeenNs: hours(22) }
  const ongoing = (now: number) =>
    textsOf(findIncident({ ...period, summary: calm, issues: [issue('shop', 1n, false, { ...seldom, now })] }))
  expect([ongoing(16), ongoing(60)]).toEqual([[expect.stringMatching(/^Still seen: TypeError/)], []])
})

test('an issue that a release brought is named once, and how many others rose', () => {
  const releases = [{ release: '2.4.1', service: 'shop', firstSeenNs: hours(2) }]
  const rising = { now: 40, before: 0 }
  const issues = [
    issue('shop', hours(3), true, { ...rising, now: 90 }),
    issue('stock', 1n, true, rising),
    issue('pay', 2n, false, { ...rising, now: 30, message: 'Timeout' }),
    issue('pay', 3n, false, { ...rising, now: 20 }),
  ]
  expect(textsOf(findIncident({ ...period, summary: { ...calm, releases }, issues }))).toEqual([
    'From 03:00, since 2.4.1: TypeError in shop, 90 events; 1 new issue',
    'Still seen: TypeError in stock, up from 0, last 1 h ago; and 2 more issues',
  ])
})

test('a service that fails more is named without a new issue or release', () => {
  const service = (name: string, failed: number, before: number) => ({
    service: name,
    requests: count(1_000, 1_000),
    failed: count(failed, before),
    verdict: { isBad: failed > 10, note: '' },
  })
  const lines = (...services: readonly ReturnType<typeof service>[]) =>
    textsOf(findIncident({ ...period, summary: { ...calm, services }, issues: [] }))
  expect(lines(service('shop', 12, 11), service('pay', 80, 4), service('mail', 30, 0))).toEqual([
    'Failing: pay, error rate 20× (0.4 % → 8 %); and 1 more service',
  ])
  expect(lines(service('pay', 80, 4))).toEqual([])
  expect(lines(service('shop', 12, 11), service('pay', 80, 75))).toEqual([])
})

test('in a longer range a longer time ago is recent', () => {
  const issues = [issue('shop', 1n, false, { now: 90, before: 10, lastSeenNs: hours(18) })]
  const ongoing = (fromNs: bigint) => textsOf(findIncident({ ...period, fromNs, summary: calm, issues }))[0]
  expect([ongoing(0n), ongoing(hours(-7 * 24))]).toEqual([undefined, expect.stringMatching(/^Still seen: TypeError/)])
})

const slower = (
  of: Partial<SlowerOperation> & Pick<SlowerOperation, 'service' | 'operation' | 'nowNs'>,
): SlowerOperation => {
  const { nowNs, beforeNs = 200_000_000n } = of
  const change = compareP75({ now: Number(nowNs), before: Number(beforeNs) }, 90)
  return { baseline: 'previous period', count: 90, countBefore: 90, thinnedBy: 1, beforeNs, change, ...of }
}

test('causes come first, those that go on before those that are over, and durations last, each in a line of its own', () => {
  const releases = [
    { release: '2.4.1', service: 'shop', firstSeenNs: hours(2) },
    { release: '2.4.2', service: 'shop', firstSeenNs: hours(10) },
    { release: '7.2.0', service: 'checkout', firstSeenNs: hours(5) },
  ]
  const stopped = { now: 40, lastSeenNs: hours(10) }
  const issues = [
    issue('shop', hours(3), true, stopped),
    issue('shop', hours(4), true, stopped),
    issue('shop', hours(11), true, { now: 9 }),
    issue('stock', 3n, false, { now: 25, before: 3, message: 'Timeout' }),
  ]
  const operations = [
    slower({ service: 'shop', operation: '/search', nowNs: 400_000_000n }),
    slower({ service: 'shop', operation: '/cart', nowNs: 380_000_000n }),
    slower({ service: 'checkout', operation: '/orders', nowNs: 324_000_000n }),
  ]
  const incident = findIncident({ ...period, summary: { ...calm, releases }, issues, operations })
  expect(incident?.slowerText).toBe('3 operations slower')
  expect(textsOf(incident)).toEqual([
    'From 11:00, since 2.4.2: TypeError in shop, 9 events; 1 new issue',
    '03:00 to 10:00, since 2.4.1: TypeError in shop, 40 events; 2 new issues, stopped with 2.4.2',
    'Still seen: Timeout in stock, 8.3× (3 → 25), last 1 h ago',
    'Slower: /search in shop, up 100 % (200 ms → 400 ms), new releases 2.4.1 and 2.4.2',
    'Slower: /orders in checkout, up 62 % (200 ms → 324 ms), new release 7.2.0; 1 other operation slower',
  ])
})

test('a operation that got much slower lately is told although nothing failed; one that got a little slower is not', () => {
  const asked = (of: Parameters<typeof slower>[0]) =>
    findIncident({ ...period, summary: calm, issues: [], operations: [slower(of)] })
  const leak = { service: 'stock', operation: '/reserve', baseline: 'usual hour', beforeNs: 18_000_000n } as const

  expect(textsOf(asked({ ...leak, nowNs: 11_000_000_000n }))).toEqual([
    'Slower: /reserve in stock, 610× (18.0 ms → 11.0 s) in the last hour',
  ])
  expect(asked({ ...leak, nowNs: 25_000_000n })).toBeUndefined()
})
