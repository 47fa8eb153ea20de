import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { exceptionRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { findSessions, type SessionSearch } from './find-sessions.ts'

const visit = (session: string, user: string, route: string) => ({
  'session.id': session,
  'user.id': user,
  'errata.transaction.route': route,
})
const traceId = randomHexId(16)
const page = { service: 'shop-browser', kind: 'Internal' }
const resource = { 'service.version': '2', 'user_agent.original': 'Mozilla/5.0 Firefox/140' }
const rows = [
  spanRow({ ...page, at: 60_000, name: 'pageload /', attributes: visit('one', 'ada', '/'), resource }),
  spanRow({ ...page, at: 50_000, name: 'navigation /cart', attributes: visit('one', 'ada', '/cart') }),
  spanRow({ ...page, at: 40_000, name: 'pageload /cart', attributes: visit('two', 'bob', '/cart') }),
  exceptionRow({ at: 30_000, service: 'shop-browser', traceId, attributes: visit('three', '', '/pay') }),
  exceptionRow({ at: 30_000, service: 'shop', type: 'Timeout', traceId }),
  exceptionRow({
    at: 45_000,
    service: 'shop-browser',
    type: 'Timeout',
    traceId: '',
    attributes: visit('one', 'ada', '/'),
  }),
  spanRow({ ...page, at: 2 * 3_600_000, name: 'pageload /', attributes: visit('old', 'ada', '/') }),
  spanRow({ ...page, at: 10_000, name: 'pageload /' }),
]

const store = shareTestStore(rows, rows)

async function find(text: string, options: Partial<SessionSearch> = {}) {
  const { search, mistakes } = parseSearch(text, 'sessions')
  expect(mistakes).toEqual([])
  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  const found: string[] = []
  for (let after: SessionSearch['after']; ; ) {
    const sessions = await findSessions(store(), { search, range, limit: 2, after, ...options })
    found.push(...sessions.map(({ sessionId }) => sessionId))
    after = sessions.at(-1)
    if (sessions.length < 2) return found.join(' ')
  }
}

test.each([
  ['', 'three two one'],
  ['user:ada', 'one'],
  ['-user:ada', 'three two'],
  ['has:user', 'two one'],
  ['route:/cart', 'two one'],
  ['route:/cart -user:ada', 'two'],
  ['is:error', 'three one'],
  ['is:page', 'two one'],
  ['is:exception', 'three one'],
  ['type:TypeError', 'three'],
  ['type:Time*', 'three one'],
  ['-type:Timeout', 'two one'],
  ['-type:Timeout is:exception', ''],
  ['has:type', 'three one'],
  ['browser:~firefox release:2', 'one'],
  ['name:pageload*', 'two one'],
  ['pageload', 'two one'],
  ['service:shop-browser', 'three two one'],
  ['session:[one,three]', 'three one'],
  [`trace:${traceId}`, 'three'],
])('%s finds the sessions %j, each once, the latest first', async (text, found) => {
  expect(await find(text)).toBe(found)
})

test('the scope is part of what an event must be', async () => {
  expect(await find('', { release: '2' })).toBe('one')
  expect(await find('', { service: 'shop' })).toBe('')
  expect(await find('', { hidden: ['shop-browser'] })).toBe('')
})
