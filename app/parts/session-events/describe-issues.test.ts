import { expect, test } from 'vitest'
import { DEFAULT_ISSUE_STATE } from '../../../store/issues/derive-state.ts'
import type { NamedIssue } from '../../../store/issues/name-issues.ts'
import type { Session } from '../../../store/sessions/list-sessions.ts'
import { describeLastIssues, describeOutlooks, describeUserIssues } from './describe-issues.server.ts'

const session = (sessionId: string, ...issues: Session['issues']): Session => ({
  ...{ sessionId, firstNs: 0n, lastNs: 9n, users: [], browsers: [], releases: [], environments: [], services: [] },
  ...{
    pages: 1,
    failedPages: 0,
    exceptions: 1,
    lost: 0,
    previous: '',
    firstRoute: '/',
    lastRoute: '/',
    failedRequests: 0,
    exceptionsAtNs: [],
    issues,
  },
})
const named = (issue: string, releases: readonly (readonly [string, bigint])[]): NamedIssue => ({
  issue,
  state: DEFAULT_ISSUE_STATE,
  summary: {
    ...{ issue, service: 'shop', isBrowser: false, type: 'com.example.Oops', message: issue, route: '', function: '' },
    ...{ firstRelease: '1', lastRelease: releases.at(-1)?.[0] ?? '' },
    releases: releases.map(([release, firstSeenNs]) => ({ service: 'shop', release, firstSeenNs, lastSeenNs: 9n })),
  },
})
const merged = named('a', [['1', 1n]])
const all = new Map([
  ['a', merged],
  ['b', merged],
  [
    'c',
    named('c', [
      ['1', 1n],
      ['2', 5n],
    ]),
  ],
])
const sessions = [
  session('s', { issue: 'c', events: 1, lastNs: 8n }, { issue: 'b', events: 2, lastNs: 7n }),
  session('t', { issue: 'a', events: 3, lastNs: 6n }),
  session('u'),
]

test('a session is named by its last issue, and how many others it has', () => {
  expect(describeLastIssues(sessions, all)).toEqual(
    new Map([
      ['s', { title: 'Oops: c', others: ' and 1 other issue' }],
      ['t', { title: 'Oops: a', others: '' }],
    ]),
  )
})

test('the issues of a user are summed over sessions and merges, with the release that no longer has them', () => {
  const releases = [
    { service: 'mail', release: '7', firstSeenNs: 3n, lastSeenNs: 9n },
    { service: 'shop', release: '2', firstSeenNs: 4n, lastSeenNs: 9n },
  ]
  expect(
    describeUserIssues({ sessions, named: all, releases }).map(({ to, events, lastNs, release }) => [
      ...[to, events, lastNs, release],
    ]),
  ).toEqual([
    ['/issues/c', 1, 8n, '2'],
    ['/issues/a', 5, 7n, '1, not seen in 2'],
  ])
})

test('an issue is resolved, not in a later release, or still in the last that has it', () => {
  const releases = [{ service: 'shop', release: '2', firstSeenNs: 4n, lastSeenNs: 9n }]
  const resolved = { ...DEFAULT_ISSUE_STATE, status: 'resolved' as const }
  const named = new Map([...all, ['r', { ...merged, state: resolved }] as const])
  expect(Object.fromEntries(describeOutlooks(named, releases))).toEqual({
    a: { text: 'not seen in 2', isOver: true },
    b: { text: 'not seen in 2', isOver: true },
    c: { text: 'still seen in 2', isOver: false },
    r: { text: 'resolved', isOver: true },
  })
})
