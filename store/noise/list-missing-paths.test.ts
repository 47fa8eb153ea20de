import { expect, test } from 'vitest'
import { noiseRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listMissingPaths } from './list-missing-paths.ts'

const HOUR_NS = 3_600_000_000_000n
const hourNs = (nsOfMs(Date.now()) / HOUR_NS - 3n) * HOUR_NS
const range = { from: hourNs, to: hourNs + HOUR_NS }

function missing(
  at: bigint,
  path: string,
  { service = 'shop', release = '1.0', referrer = '', traceId = randomHexId(16) } = {},
) {
  const spanId = randomHexId(8)
  const attributes = {
    'errata.transaction.id': spanId,
    'errata.transaction.route': '/404',
    ...(path.startsWith('http') ? { 'url.full': path } : { 'url.path': path }),
    ...(referrer !== '' && { 'http.request.header.referer': JSON.stringify([referrer]) }),
  }
  const resource = { 'service.version': release }
  return noiseRow('not-found/1', spanRow({ at, traceId, spanId, service, attributes, resource }))
}

test('new paths come first, then by hits; ids are folded, and a server and its browser are one hit', async () => {
  const traceId = randomHexId(16)
  const both = { traceId, referrer: 'https://example.com/list?token=1' }
  await using store = await openTestStore([
    missing(hourNs - HOUR_NS, '/old'),
    missing(hourNs, '/old'),
    missing(hourNs + 60_000_000_000n, '/old', { release: '1.1' }),
    missing(hourNs, '/orders/17/lines/3', both),
    missing(hourNs, 'https://shop.example/orders/17/lines/3?a=b', { traceId, service: 'shop-browser' }),
    missing(hourNs - HOUR_NS, '/before'),
    noiseRow('not-found/1', spanRow({ at: hourNs, traceId, attributes: { 'url.path': '/a-call-within' } })),
  ])
  const paths = await listMissingPaths(store, { range, limit: 10 })
  expect(paths).toEqual([
    {
      path: '/orders/*/lines',
      isNew: true,
      hits: 1,
      firstNs: hourNs,
      lastNs: hourNs,
      services: ['shop', 'shop-browser'],
      referrers: ['https://example.com/list'],
      releases: ['1.0'],
    },
    expect.objectContaining({
      path: '/old',
      isNew: false,
      hits: 2,
      firstNs: hourNs - HOUR_NS,
      releases: ['1.0', '1.1'],
    }),
  ])
  expect(await listMissingPaths(store, { range, service: 'shop-browser', limit: 10 })).toHaveLength(1)
})
