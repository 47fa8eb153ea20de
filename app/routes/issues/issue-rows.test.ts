import { expect, test } from 'vitest'
import { NO_ISSUE_COUNTS } from '../../../store/issue-counts/count-issues.ts'
import { DEFAULT_ISSUE_STATE } from '../../../store/issue-events/derive-state.ts'
import type { ListedIssue } from '../../../store/issues/list-issues.ts'
import { issueRow, stopsOf } from './issue-rows.server.ts'

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
    type: 'TypeError',
    message: '',
    route,
    function: name,
    firstRelease: '1',
    lastRelease: '1',
    releases: [{ service: 'shop', release: '1', firstSeenNs: HOUR_NS, lastSeenNs }],
  },
})

test('a row names the function without its package and file, and the route beside it or in its place', () => {
  expect(issueRow(listed('com.example.Cart.total', '/cart'), range)).toMatchObject({
    place: 'Cart.total',
    route: '/cart',
    culprit: '/cart · com.example.Cart.total',
  })
  expect(issueRow(listed('read cart/total.py', ''), range)).toMatchObject({ place: 'read', route: '' })
  expect(issueRow(listed('', '/cart'), range)).toMatchObject({ place: '/cart', route: '' })
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
