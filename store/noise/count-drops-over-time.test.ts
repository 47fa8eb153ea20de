import { expect, test } from 'vitest'
import { noiseRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countDropsOverTime } from './count-drops-over-time.ts'

const HOUR_NS = 3_600_000_000_000n
const hourNs = (nsOfMs(Date.now()) / HOUR_NS - 5n) * HOUR_NS

test('counts by rule and bucket, each item once, within the range and by service', async () => {
  const check = (at: bigint, service = 'shop') => noiseRow('health-check/1', spanRow({ at, service }))
  const [twice, other] = [check(hourNs + 1n), noiseRow('not-found/1', spanRow({ at: hourNs + HOUR_NS }))]
  await using store = await openTestStore([
    twice,
    twice,
    check(hourNs + HOUR_NS / 2n, 'cart'),
    check(hourNs + HOUR_NS),
    check(hourNs - 1n),
    check(hourNs + 2n * HOUR_NS),
    other,
  ])
  const range = { from: hourNs, to: hourNs + 2n * HOUR_NS }
  expect(await countDropsOverTime(store, { range, stepNs: HOUR_NS })).toEqual([
    { rule: 'health-check', bucketNs: hourNs, removed: 2 },
    { rule: 'health-check', bucketNs: hourNs + HOUR_NS, removed: 1 },
    { rule: 'not-found', bucketNs: hourNs + HOUR_NS, removed: 1 },
  ])
  expect(await countDropsOverTime(store, { range, stepNs: HOUR_NS, rule: 'health-check', service: 'cart' })).toEqual([
    { rule: 'health-check', bucketNs: hourNs, removed: 1 },
  ])
})
