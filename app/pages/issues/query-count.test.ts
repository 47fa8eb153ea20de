import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { recordIssueEvents } from '../../../store/issues/record-issue-events.ts'
import type { Store } from '../../../store/store.ts'
import { nsOfMs } from '../../../store/units.ts'
import { exceptionRow, openTestStore } from '../../../test/store/open-test-store.ts'
import { storeContext } from '../../data/query.ts'
import { TEST_SETTINGS } from '../../data/settings.test-data.ts'
import { settingsContext } from '../../data/settings.ts'
import { loadIssue } from '../issue/load-issue.server.ts'
import { loader as loadIssues } from './issues.tsx'

const thrown = (issue: string, release: string) =>
  exceptionRow({
    at: 60_000,
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, 'session.id': 's', 'errata.stack.mapped': 'yes' },
  })

/** The queries of a loader before its page can start; those with low priority are not awaited. */
async function queriesOf(
  load: (args: { context: RouterContextProvider; request: Request; url: URL; params: { issue: string } }) => unknown,
  path: string,
): Promise<string[]> {
  await using opened = await openTestStore([thrown('a', '1'), thrown('b', '1'), thrown('b', '2'), thrown('c', '2')])
  const statements = [
    { issue: 'b', what: 'owner' as const, value: 'Ann' },
    { issue: 'c', what: 'merged' as const, value: 'b' },
  ]
  await recordIssueEvents(opened, { who: 'Ann', atNs: nsOfMs(Date.now()), statements })
  const queries: string[] = []
  const store: Store = {
    ...opened,
    query: (query, signal) => {
      if (query.priority !== 'low') queries.push(query.name)
      return opened.query(query, signal)
    },
  }
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  context.set(settingsContext, TEST_SETTINGS)
  const url = new URL(path, 'http://desk.example')
  url.searchParams.set('whole', '1')
  await load({ context, request: new Request(url), url, params: { issue: 'b' } })
  return queries
}

test('the issues list makes at most five queries before it begins', async () => {
  const queries = await queriesOf(args => loadIssues({ ...args, params: {}, pattern: '/issues' }), '/issues')
  expect(queries).toContain('rank-issues')
  expect(queries.length, queries.join()).toBeLessThanOrEqual(5)
})

test('the page of an issue makes at most six queries before it begins', async () => {
  const queries = await queriesOf(loadIssue, '/issues/b')
  expect(queries).toContain('get-exception')
  expect(queries.length, queries.join()).toBeLessThanOrEqual(6)
})
