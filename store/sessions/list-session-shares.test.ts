import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listSessionShares } from './list-session-shares.ts'

const range = () => rangeEndingAt(Date.now() + 60_000, 3_600_000)
const visited = (session: string, release: string, more = {}) =>
  spanRow({
    at: 60_000,
    service: 'shop-browser',
    kind: 'Internal',
    attributes: { 'session.id': session },
    resource: { 'service.version': release, 'user_agent.original': `Browser of ${release}` },
    ...more,
  })

test('counts the sessions of a service by tag, each session once', async () => {
  const rows = [
    visited('a', '1'),
    visited('a', '1'),
    visited('b', '1'),
    visited('c', '2'),
    visited('d', '3', { service: 'other-browser' }),
    visited('e', '3', { at: 2 * 3_600_000 }),
  ]
  await using store = await openTestStore(rows)
  const shares = await listSessionShares(store, { services: ['shop-browser'], range: range() })
  expect(shares.map(({ tag, value, has, looked }) => `${tag} ${value}: ${has} of ${looked}`)).toEqual([
    'browser Browser of 1: 2 of 3',
    'browser Browser of 2: 1 of 3',
    'release 1: 2 of 3',
    'release 2: 1 of 3',
  ])
  expect(await listSessionShares(store, { services: ['shop'], range: range() })).toEqual([])
})
