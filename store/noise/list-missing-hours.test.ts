import { expect, test } from 'vitest'
import { noiseRow, openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listMissingHours } from './list-missing-hours.ts'

const HOUR_NS = 3_600_000_000_000n
const hourNs = (nsOfMs(Date.now()) / HOUR_NS - 3n) * HOUR_NS

test('has a row for each service, path, release and hour, latest first, each hit once', async () => {
  const missing = (at: bigint, release: string) => {
    const spanId = randomHexId(8)
    const attributes = { 'errata.transaction.id': spanId, 'url.path': '/guide' }
    return noiseRow('not-found/1', spanRow({ at, spanId, attributes, resource: { 'service.version': release } }))
  }
  const twice = missing(hourNs + 5_000_000_000n, '1.0')
  await using store = await openTestStore([twice, twice, missing(hourNs, '1.0'), missing(hourNs + HOUR_NS, '1.1')])
  const same = { service: 'shop', path: '/guide' }
  expect(await listMissingHours(store, { range: { from: hourNs, to: hourNs + 2n * HOUR_NS } })).toEqual([
    { ...same, release: '1.1', hits: 1, firstNs: hourNs + HOUR_NS, lastNs: hourNs + HOUR_NS },
    { ...same, release: '1.0', hits: 2, firstNs: hourNs, lastNs: hourNs + 5_000_000_000n },
  ])
  expect(await listMissingHours(store, { range: { from: hourNs + HOUR_NS, to: hourNs + 2n * HOUR_NS } })).toHaveLength(
    1,
  )
})
