import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../../test/store/open-test-store.ts'
import { storeContext } from '../../data/query.ts'
import { TEST_SETTINGS } from '../../data/settings.test-data.ts'
import { settingsContext } from '../../data/settings.ts'
import { loadIssue } from '../issue/load-issue.server.ts'
import { loader } from './issues.tsx'

const HOUR_MS = 3_600_000

const thrown = (hoursAgo: number, issue = 'a', release = '') =>
  exceptionRow({
    at: hoursAgo * HOUR_MS,
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, 'errata.stack.mapped': 'yes' },
  })

type TestStore = Awaited<ReturnType<typeof openTestStore>>

function contextOf(store: TestStore) {
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  context.set(settingsContext, { ...TEST_SETTINGS, ownServices: [] })
  return context
}

async function readList(store: TestStore) {
  const url = new URL('http://desk.example/issues?last=24h&whole=1')
  const request = new Request(url)
  const found = await loader({ context: contextOf(store), request, url, params: {}, pattern: '/issues' })
  if (!('before' in found)) throw new Error('The filters are invalid')
  return found
}

test('events are compared with those of a period of the same length, whatever is left of the day', async () => {
  await using store = await openTestStore([thrown(1), thrown(2), thrown(47), thrown(50)])
  const { issues, before } = await readList(store)
  expect(issues.map(({ events }) => events)).toEqual([2])
  expect(await before).toEqual({ answer: new Map([['a', 1]]) })
})

test('the page of an issue says that it stopped exactly where the list does', async () => {
  const fixed = [20, 19, 18, 17].map(hours => thrown(hours, 'fixed', '1'))
  const goesOn = [20, 18, 1].map(hours => thrown(hours, 'goes-on', hours === 1 ? '2' : '1'))
  await using store = await openTestStore([...fixed, ...goesOn, thrown(10, 'other', '2')])
  expect(await (await readList(store)).stops).toEqual({ answer: new Map([['fixed', '2']]) })
  const stopOnPage = async (issue: string) => {
    const url = new URL(`http://desk.example/issues/${issue}?last=24h&whole=1`)
    const context = contextOf(store)
    const { shown } = await loadIssue({ context, request: new Request(url), url, params: { issue } })
    return /Not seen in (.*)\./.exec(shown?.stateText ?? '')?.[1] ?? ''
  }
  expect(await Promise.all(['fixed', 'goes-on', 'other'].map(stopOnPage))).toEqual(['2', '', ''])
})

test('the page of an issue counts what is in its range, and all that is stored', async () => {
  const staged = exceptionRow({
    ...{ at: BigInt(Date.now() - 30 * 3_600_000) * 1_000_000n, resource: { 'deployment.environment.name': 'staging' } },
    attributes: { 'errata.issue.fingerprint': 'a' },
  })
  await using store = await openTestStore([thrown(1), thrown(2), thrown(400), staged])
  const countOn = async (search: string) => {
    const url = new URL(`http://desk.example/issues/a?whole=1&${search}`)
    return (await loadIssue({ context: contextOf(store), request: new Request(url), url, params: { issue: 'a' } }))
      .shown?.countText
  }
  expect(await countOn('last=24h')).toBe('2 events in the last 24 hours, 4 in all')
  expect(await countOn('last=24h&env=staging')).toBe('no events in the last 24 hours, 1 in all')
  expect(await countOn(`from=${new Date(Date.now() - 3 * 3_600_000).toISOString()}`)).toBe(
    '2 events in this time range, 4 in all',
  )
})
