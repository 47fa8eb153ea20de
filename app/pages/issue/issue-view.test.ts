import { expect, test } from 'vitest'
import { NO_ISSUE_COUNTS } from '../../../store/issues/count-issues.ts'
import { layoutTags } from '../../insights/layout-tags.ts'
import { describeTags, layoutIssueChart, writeTags } from './issue-view.server.ts'

const safari = (patch: number) => `Mozilla/5.0 (Macintosh; Mac OS X) Version/17.4 Mobile/${patch} Safari/605`
const tag = (name: string, value: string, has: number) => ({ tag: name, value, has, looked: 10 })
const share = (value: string, has: number) => ({ tag: 'browser' as const, value, has, looked: 100 })

test('a trend has a line of sessions only where exceptions name some: traces may know more', () => {
  const hourNs = 3_600_000_000_000n
  const range = { from: 1_000_000n * hourNs, to: 1_000_024n * hourNs }
  const namesFor = (sessions: number) => {
    const buckets = [{ bucketNs: range.from, events: 3, sessions, users: 0 }]
    const counts = { ...NO_ISSUE_COUNTS, buckets }
    return layoutIssueChart({ counts, order: [] }, { range, nowNs: range.to }).table.head.slice(1)
  }
  expect(namesFor(2)).toEqual(['Events', 'Sessions', 'Previous period'])
  expect(namesFor(0)).toEqual(['Events', 'Previous period'])
})

test('a trend marks the releases of its services, a deploy of two once, each with its page', () => {
  const hourNs = 3_600_000_000_000n
  const range = { from: 1_000_000n * hourNs, to: 1_000_024n * hourNs }
  const of = (service: string, release: string, hours: bigint) => {
    const at = range.from + hours * hourNs
    return { service, release, firstSeenNs: at, lastSeenNs: at }
  }
  const order = [
    of('web', '1', -9n),
    of('web', '2', 8n),
    of('shop', '1', -9n),
    of('shop', '2', 8n),
    of('shop', '3', 16n),
  ]
  expect(layoutIssueChart({ counts: NO_ISSUE_COUNTS, order }, { range, nowNs: range.to }).marks).toMatchObject([
    { title: '2 of web, shop', to: '/releases/2' },
    { title: '3 of shop', to: '/releases/3' },
  ])
})

test('user agents of one browser are one value, beside its part of all sessions; what can be compared comes first', () => {
  const tags = [
    tag('browser', safari(1), 3),
    tag('browser', safari(2), 4),
    tag('browser', 'curl/8', 3),
    ...['a', 'b', 'c'].map(value => tag('os.name', value, 1)),
  ]
  const told = layoutTags({ tags, sessionShares: [share(safari(1), 30), share(safari(9), 1)] })
  expect(told.map(of => of.tag)).toEqual(['browser', 'os.name'])
  expect(told[0]?.values).toEqual([
    { value: 'Safari 17.4 on macOS', has: 7, looked: 10, sessions: { has: 31, looked: 100 }, isFrequent: false },
    { value: 'curl/8', has: 3, looked: 10, sessions: undefined, isFrequent: false },
  ])
})

test('a value far more frequent than in all sessions is marked, one that chance explains is not', () => {
  const of = (value: string, has: number, all: number) => ({
    tags: { tag: 'release', value, has, looked: 74 },
    sessionShares: { tag: 'release' as const, value, has: all, looked: 2_000 },
  })
  const rows = [of('2.4.1', 74, 1_540), of('2.4.0', 20, 500), of('2.3.9', 1, 600)]
  const [release] = layoutTags({
    tags: rows.map(({ tags }) => tags),
    sessionShares: rows.map(({ sessionShares }) => sessionShares),
  })
  expect(release?.values.map(({ value, isFrequent }) => [value, isFrequent])).toEqual([
    ['2.4.1', true],
    ['2.4.0', false],
    ['2.3.9', false],
  ])
})

test('tags that all events have alike stand apart, and the note says what is compared', () => {
  const alike = { tag: 'os.name', value: 'macOS', has: 10, looked: 10 }
  const tags = layoutTags({ tags: [tag('browser', 'curl/8', 10), alike], sessionShares: [share('curl/8', 50)] })
  expect(describeTags(tags)).toMatchObject({
    note: 'Of the latest 10 events in this time range; in brackets, of all sessions; bold: far more than of those',
    compared: [{ tag: 'browser', values: [{ value: 'curl/8', share: '100 %', ofSessions: '(50 %)' }] }],
    alike: [{ tag: 'os.name' }],
  })
  expect(describeTags([]).note).toBe('')
})

test('tags that an issue has much more often than all sessions stand first, in Markdown too', () => {
  const compared = (name: 'browser' | 'release' | 'environment', value: string, has: number, ofSessions: number) => ({
    tags: { tag: name, value, has, looked: 100 },
    sessionShares: { tag: name, value, has: ofSessions, looked: 1_000 },
  })
  const rows = [
    compared('browser', 'curl/8', 30, 290),
    compared('browser', 'curl/7', 70, 710),
    compared('environment', 'production', 100, 990),
    compared('release', '2.4.1', 100, 120),
  ]
  const tags = layoutTags({
    tags: rows.map(row => row.tags),
    sessionShares: rows.map(row => row.sessionShares),
  })
  expect(tags.map(({ tag }) => tag)).toEqual(['release', 'browser', 'environment'])
  expect(writeTags(describeTags(tags))).toEqual([
    '- release: **2.4.1 100 % (12 % of all sessions)**',
    '- browser: curl/7 70 % (71 % of all sessions), curl/8 30 % (29 % of all sessions)',
    '- environment: production 100 % (99 % of all sessions)',
  ])
})
