import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/store/open-test-store.ts'
import { NO_MERGES } from '../issues/merges.ts'
import { MINUTE_NS } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { countExceptionsInWindows } from './count-exceptions-in-windows.ts'

const nowNs = (nsOfMs(Date.now()) / MINUTE_NS) * MINUTE_NS
const thrown = (minutesAgo: bigint, service: string, issue: string, user = '') =>
  exceptionRow({
    at: nowNs - minutesAgo * MINUTE_NS,
    service,
    attributes: { 'errata.issue.fingerprint': issue, ...(user !== '' && { 'user.id': user }) },
  })
const everything = {
  service: '',
  environment: '',
  release: '',
  owner: '',
  by: 'all',
  of: 'exceptions',
  atLeast: 1,
} as const

test('counts by window and selector, after merges, without hidden services', async () => {
  await using store = await openTestStore([
    thrown(1n, 'pay', 'a', 'ada'),
    thrown(7n, 'pay', 'b', 'ada'),
    thrown(8n, 'shop', 'c', 'bob'),
    thrown(200n, 'shop', 'c'),
    thrown(1n, 'errata', 'd'),
  ])
  const issues = await store.querySql<{ issue: string; service: string }>(
    'SELECT DISTINCT Issue::String AS issue, ServiceName::String AS service FROM exceptions ORDER BY min(Timestamp) OVER (PARTITION BY Issue) DESC',
  )
  const [a, b] = issues.filter(({ service }) => service === 'pay').map(({ issue }) => issue)
  const window = (minutes: bigint) => ({ from: nowNs - minutes * MINUTE_NS, to: nowNs })
  const groups = [
    { selectors: [everything, { ...everything, of: 'users' }], windows: [window(5n), window(9n), window(240n)] },
    {
      selectors: [
        { ...everything, by: 'issue', service: 'pay' },
        { ...everything, owner: 'payments' },
      ],
      windows: [window(60n)],
    },
  ] as const
  const merges = { ...NO_MERGES, from: [b ?? ''], to: [a ?? ''] }
  const counted = await countExceptionsInWindows(store, {
    ...{ groups, merges, hidden: ['errata'] },
    owners: new Map([[a ?? '', 'payments']]),
  })
  expect(
    counted.map(({ group, window, selector, subject, value }) => [group, window, selector, subject, value]),
  ).toEqual([
    [0, 0, 0, '', 1],
    [0, 0, 1, '', 1],
    [0, 1, 0, '', 3],
    [0, 1, 1, '', 2],
    [0, 2, 0, '', 4],
    [0, 2, 1, '', 2],
    [1, 0, 0, a, 2],
    [1, 0, 1, '', 2],
  ])
})

test('lists the twenty highest, and all of at least so many', async () => {
  await using store = await openTestStore(
    Array.from({ length: 23 }, (_, i) => [thrown(1n, 'pay', `i${i}`), thrown(2n, 'pay', `i${i}`)]).flat(),
  )
  const of = async (atLeast: number) => {
    const selectors = [{ ...everything, by: 'issue', atLeast } as const]
    const groups = [{ selectors, windows: [{ from: nowNs - 5n * MINUTE_NS, to: nowNs }] }]
    return (await countExceptionsInWindows(store, { groups, merges: NO_MERGES })).length
  }
  expect([await of(2), await of(3)]).toEqual([23, 20])
})
