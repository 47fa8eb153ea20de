import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listIssueTitles } from './list-issue-titles.ts'
import { NO_MERGES } from './merges.ts'

const nowMs = Date.now()
const at = (minutesAgo: number) => nsOfMs(nowMs - minutesAgo * 60_000)
const thrown = (minutesAgo: number, issue: string, attributes: Record<string, string> = {}, release = '') =>
  exceptionRow({
    at: at(minutesAgo),
    resource: { 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue, ...attributes },
  })

test('an issue has the type and message of its first exception and the place of its latest, however rows were delivered', async () => {
  const of = (message: string) => ({ 'exception.message': message, 'http.route': `/${message}` })
  await using store = await openTestStore([
    thrown(1, 'a', of('last'), '1'),
    thrown(9, 'a', of('first'), '2'),
    thrown(5, 'a', of('between'), '3'),
  ])
  const summaries = await listIssueTitles(store, { issues: ['a', 'b'], merges: NO_MERGES })
  expect([...summaries.values()]).toMatchObject([
    {
      issue: 'a',
      message: 'first',
      route: '/last',
      service: 'shop',
      function: 'pay pay.js',
      firstRelease: '2',
      lastRelease: '1',
    },
  ])
})

test('lists the releases of issues by first seen, merged issues together', async () => {
  await using store = await openTestStore([
    thrown(9, 'a', {}, '2'),
    thrown(20, 'a', {}, '1'),
    thrown(5, 'b', {}, '1'),
    thrown(5, 'c', {}, '3'),
  ])
  const merges = { ...NO_MERGES, from: ['b'], to: ['a'] }
  const found = await listIssueTitles(store, { issues: ['a'], merges })
  expect([...found.keys()]).toEqual(['a'])
  expect(found.get('a')?.releases).toEqual([
    { service: 'shop', release: '1', firstSeenNs: at(20), lastSeenNs: at(5) },
    { service: 'shop', release: '2', firstSeenNs: at(9), lastSeenNs: at(9) },
  ])
})
