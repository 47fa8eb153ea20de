import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { exceptionRow, type InsertedRow, openTestStore, randomHexId } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listExceptionFacets } from './list-exception-facets.ts'
import { listExceptions } from './list-exceptions.ts'

const traceId = randomHexId(16)

/** The message tells them apart. */
const ROWS: readonly InsertedRow[] = [
  exceptionRow({
    at: 30_000,
    traceId,
    service: 'web',
    type: 'TypeError',
    message: 'a',
    stacktrace: 'TypeError: a\n    at checkout (/app/pay.js:1:1)',
    resource: { 'service.version': '3.2.1', 'deployment.environment.name': 'production', 'host.name': 'h1' },
    attributes: { 'http.route': '/cart', 'user.id': 'ada', tenant: 'acme', n: '7', 'errata.error.digest': 'k7m2p9qx' },
  }),
  exceptionRow({
    at: 20_000,
    service: 'web-browser',
    type: 'RangeError',
    message: 'b no price',
    attributes: { 'enduser.id': 'bob', 'session.id': 's1', 'errata.exception.source': 'reportError', n: '50' },
  }),
  exceptionRow({ at: 10_000, service: 'api', type: 'Gone', message: 'c' }),
]

const store = shareTestStore(ROWS, ROWS)

test.each(['is:unhandled', 'is:handled'])(
  '%s finds an exception of a browser extension only as handled',
  async text => {
    const origin = { 'errata.exception.source': 'window.error', 'errata.exception.origin': 'browser_extension' }
    await using own = await openTestStore([exceptionRow({ at: 1_000, message: 'x', attributes: origin })])
    const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
    const found = await listExceptions(own, { search: parseSearch(text, 'exceptions').search, range, limit: 9 })
    expect(found).toHaveLength(text === 'is:handled' ? 1 : 0)
  },
)

test.each([
  ['', 'c b a'],
  ['typeerror', 'a'],
  ['price', 'b'],
  ['no PRICE', 'b'],
  ['"no price"', 'b'],
  ['price typeerror', ''],
  ['price OR typeerror', 'b a'],
  ['-price', 'c a'],
  ['service:web', 'a'],
  ['service:web*', 'b a'],
  ['-service:[web,api]', 'b'],
  ['type:*Error', 'b a'],
  ['type:gone', ''],
  ['message:a', 'a'],
  ['message:~PRICE', 'b'],
  ['stack:~checkout', 'a'],
  ['route:/cart', 'a'],
  ['-has:route', 'c b'],
  ['release:3.*', 'a'],
  ['environment:production', 'a'],
  ['user:[ada,bob]', 'b a'],
  ['session:s1', 'b'],
  ['digest:k7m2p9qx', 'a'],
  [`trace:${traceId}`, 'a'],
  [traceId, 'a'],
  ['side:browser', 'b'],
  ['side:server', 'c a'],
  ['is:handled', 'b'],
  ['is:unhandled', 'c a'],
  ['@tenant:acme', 'a'],
  ['-@tenant:acme', 'c b'],
  ['has:@tenant', 'a'],
  ['@n:>10', 'b'],
  ['@n:5..60', 'b a'],
  ['host.name:h1', 'a'],
  ['resource.host.name:h*', 'a'],
])('%s finds the exceptions %j, in the list, however sorted, and in its facets', async (text, found) => {
  const { search, mistakes } = parseSearch(text, 'exceptions')
  expect(mistakes).toEqual([])
  const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
  const list = await listExceptions(store(), { search, range, limit: 10 })
  expect(list.map(({ message }) => message[0]).join(' ')).toBe(found)
  const sorted = await listExceptions(store(), { search, range, limit: 10, order: { by: 'time', rising: true } })
  expect(
    sorted
      .map(({ message }) => message[0])
      .toReversed()
      .join(' '),
  ).toBe(found)
  expect((await listExceptionFacets(store(), { search, range })).total).toBe(list.length)
})
