import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { DAY_MS } from '../time-units.ts'
import { rangeEndingAt } from '../units.ts'
import { listLogVolume } from './list-log-volume.ts'

const lastDay = () => ({ range: rangeEndingAt(Date.now() + 60_000, DAY_MS) })

test('log records are counted by service and by severity, each with its share of the bytes', async () => {
  await using store = await openTestStore()
  const rows = [
    logRow({ service: 'shop', severityNumber: 5, body: 'x'.repeat(500) }),
    logRow({ service: 'shop', severityNumber: 17, body: 'failed' }),
    logRow({ service: 'mail', severityNumber: 0, body: 'sent' }),
  ]
  await store.insert(rows)
  await store.insert(rows)
  const { volumes, oneIn } = await listLogVolume(store, lastDay())
  expect(oneIn).toBe(1)
  expect(volumes.map(({ service, name, count }) => [service, name, count])).toEqual([
    ['shop', undefined, 2],
    ['mail', undefined, 1],
    ['shop', 'debug', 1],
    ['shop', 'error', 1],
    ['mail', 'none', 1],
  ])
  expect(volumes[2]?.share).toBeGreaterThan(0.5)
})

test('many log records are estimated from the sample', async () => {
  await using store = await openTestStore()
  await store.command(`INSERT INTO log_samples (Timestamp, ServiceName, Severity, Body, Id)
    SELECT now64(9) - 3600, if(number % 4 = 0, 'mail', 'web'), 9, repeat('x', 400), cityHash64(number) AS hash
    FROM numbers(160000) WHERE bitAnd(hash, 15) = 0`)
  const { volumes, oneIn } = await listLogVolume(store, lastDay())
  expect(oneIn).toBe(16)
  expect(volumes.map(({ service, name }) => [service, name])).toEqual([
    ['web', undefined],
    ['mail', undefined],
    ['web', 'info'],
    ['mail', 'info'],
  ])
  expect(volumes[0]?.share).toBeGreaterThan(0.72)
  expect(volumes[0]?.share).toBeLessThan(0.78)
})
