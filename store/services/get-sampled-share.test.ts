import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { getSampledShare } from './get-sampled-share.ts'
import { readSampledShare } from './read-sampled-share.ts'

const asked = (service: string) => ({ service, range: rangeEndingAt(Date.now() + 60_000, 3_600_000) })

test('the share of most spans of a service counts, 1 if none tells', async () => {
  await using store = await openTestStore([
    ...[1, 2, 3].map(at => spanRow({ at, service: 'shop', traceState: 'rojo=1,ot=rv:8;th:c' })),
    spanRow({ at: 4, service: 'shop', traceState: 'ot=th:8' }),
    spanRow({ at: 5, service: 'mail' }),
    spanRow({ at: 6, service: 'mail', traceState: 'other=th:8' }),
  ])

  expect(await getSampledShare(store, asked('shop'))).toBe(0.25)
  expect(await getSampledShare(store, asked('mail'))).toBe(1)
  expect(await getSampledShare(store, asked('nobody'))).toBe(1)
})

test('a threshold is the share that is rejected, however many zeros at its end are left out', () => {
  expect(readSampledShare('')).toBe(1)
  expect(readSampledShare('8')).toBe(0.5)
  expect(readSampledShare('e668')).toBeCloseTo(0.1, 4)
  expect(readSampledShare('ffffffffffffff')).toBe(2 ** -56)
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 56n - 1n }), rejected => {
      const digits = rejected.toString(16).padStart(14, '0')
      expect(readSampledShare(digits.replace(/0+$/, ''))).toBe(readSampledShare(digits))
      expect(readSampledShare(digits)).toBeGreaterThan(0)
      expect(readSampledShare(digits)).toBeLessThanOrEqual(1)
    }),
  )
})
