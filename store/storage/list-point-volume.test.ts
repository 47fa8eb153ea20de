import { expect, test } from 'vitest'
import { gaugeRow, openTestStore } from '../../test/store/open-test-store.ts'
import { DAY_MS } from '../time-units.ts'
import { rangeEndingAt } from '../units.ts'
import { listPointVolume } from './list-point-volume.ts'

test('data points are counted by service, each once', async () => {
  await using store = await openTestStore()
  const rows = [
    ...[1, 2].map(value => gaugeRow({ name: `queue ${value}`, service: 'shop', value })),
    gaugeRow({ name: 'queue', service: 'mail', value: 1 }),
  ]
  await store.insert(rows)
  await store.insert(rows)
  expect(await listPointVolume(store, { range: rangeEndingAt(Date.now() + 60_000, DAY_MS) })).toEqual([
    { service: 'shop', points: 2 },
    { service: 'mail', points: 1 },
  ])
})
