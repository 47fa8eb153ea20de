import { expect, test } from 'vitest'
import { NO_ISSUE_COUNTS } from '../../../store/issues/count-issues.ts'
import { DEFAULT_ISSUE_STATE } from '../../../store/issues/derive-state.ts'
import type { ListedIssue } from '../../../store/issues/list-issues.ts'
import { stopsOf } from '../../parts/issue-state/find-stops.ts'
import { issueRow, layoutTrends } from './issue-rows.server.ts'

const HOUR_NS = 3_600_000_000_000n
const range = { from: 0n, to: 24n * HOUR_NS }
const listed = (name: string, route: string, lastSeenNs = 9n * HOUR_NS): ListedIssue => ({
  ...NO_ISSUE_COUNTS,
  issue: name || 'unnamed',
  firstSeenNs: HOUR_NS,
  lastSeenNs,
  events: 20,
  state: DEFAULT_ISSUE_STATE,
  isNew: false,
  summary: {
    issue: name,
    service: 'shop',
    isBrowser: false,
    type: 'TypeError',
    message: '',
    route,
    function: name,
    firstRelease: '1',
    lastRelease: '1',
    releases: [{ service: 'shop', release: '1', firstSeenNs: HOUR_NS, lastSeenNs }],
  },
})

const rowOf = (of: ListedIssue) => issueRow(of, { range, nowNs: range.to })

test('a row names the function without its package and file', () => {
  expect(rowOf(listed('com.example.Cart.total', '/cart'))).toMatchObject({
    function: 'Cart.total',
    route: '/cart',
    culprit: '/cart · com.example.Cart.total',
  })
  expect(rowOf(listed('read cart/total.py', ''))).toMatchObject({ function: 'read', route: '' })
  expect(rowOf(listed('', '/cart'))).toMatchObject({ function: '', route: '/cart' })
})

test('the trends of all rows have one scale, and each tells its peak and whether it escalates', () => {
  const counted = (events: number) => ({
    ...NO_ISSUE_COUNTS,
    buckets: [{ bucketNs: 0n, events, sessions: 0, users: 0 }],
  })
  const spike = { now: 12, usual: 1 }
  const counts = new Map([
    ['once', counted(1)],
    ['often', { ...counted(100), spike }],
  ])
  const issues = [listed('once', ''), listed('often', ''), listed('none', '')]
  const trends = layoutTrends(issues, counts, range)
  expect([...trends].map(([issue, { peak, line }]) => [issue, peak, line.d.split('L')[0]])).toEqual([
    ['once', 1, 'M0,90'],
    ['often', 100, 'M0,0'],
    ['none', 0, 'M0,100'],
  ])
  expect(trends.get('once')?.text).toBe('At most 1 event per 1 h. All rows have one scale (square root).')
  expect([...trends.values()].map(({ escalation }) => escalation)).toEqual([
    '',
    'Escalating: 12 this hour, usually 1.',
    '',
  ])
})

test('an issue is told to have stopped if it is unlikely that it goes on, and never for one event an hour ago', () => {
  const stopped = (of: Partial<ListedIssue>) => rowOf({ ...listed('a', '', 20n * HOUR_NS), ...of }).quietText !== ''
  expect(stopped({ firstSeenNs: 16n * HOUR_NS, events: 11 })).toBe(true)
  expect(stopped({ firstSeenNs: 15n * HOUR_NS, events: 11 })).toBe(false)
  expect(stopped({ firstSeenNs: 20n * HOUR_NS, events: 1 })).toBe(false)
  expect(stopped({ firstSeenNs: 20n * HOUR_NS, events: 3 })).toBe(false)
  expect(stopped({ lastSeenNs: 11n * HOUR_NS, events: 1 })).toBe(true)
  expect(stopped({ lastSeenNs: range.to - HOUR_NS / 2n, events: 1_000 })).toBe(false)
})

test('issues that stopped are told with the release that stopped them', () => {
  const issues = [
    listed('stopped', ''),
    listed('running', '', 23n * HOUR_NS),
    { ...listed('expired', ''), summary: undefined },
  ]
  const releases = [{ service: 'shop', release: '2', firstSeenNs: 10n * HOUR_NS }]
  expect(stopsOf(issues, { releases, fromNs: range.from, nowNs: range.to })).toEqual(new Map([['stopped', '2']]))
})
