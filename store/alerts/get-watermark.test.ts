import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { getWatermark } from './get-watermark.ts'

test('the watermark is when the newest stored canary was created, by the clock of the database', async () => {
  await using store = await openTestStore()
  expect((await getWatermark(store, {})).canaryNs).toBeUndefined()
  const canary = (at: number) => spanRow({ at, service: 'errata-canary', name: 'canary' })
  const atNs = BigInt(Date.now() - 20_000) * 1_000_000n
  await store.insert([
    canary(40_000),
    spanRow({ ...{ at: atNs, service: 'errata-canary', name: 'canary' } }),
    spanRow({ at: 0 }),
  ])
  const { asOfNs, canaryNs } = await getWatermark(store, {})
  expect(canaryNs).toBe(atNs)
  expect(Math.abs(Number(asOfNs / 1_000_000n) - Date.now())).toBeLessThan(60_000)
})
