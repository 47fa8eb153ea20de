import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { formatTimestamp } from '../../format/time.ts'
import { setTimeZoneSource } from '../../format/time-zone.ts'
import { parseTypedRange } from '../../url/typed-range.ts'
import { describeTimeRange, writeCustomRange } from './describe-time-range.ts'

afterEach(() => setTimeZoneSource(() => 'UTC'))

const nowMs = Date.UTC(2026, 10, 24, 14, 20)
const nsOf = (s: number) => BigInt(s) * 1_000_000_000n

test('a shown range can be typed, in whatever zone times are shown', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia')
  const second = fc.integer({ min: Date.UTC(1971, 0) / 1_000, max: Date.UTC(2200, 0) / 1_000 })
  fc.assert(
    fc.property(zone, second, fc.integer({ min: 11_000, max: 10_000_000 }), (zone, start, seconds) => {
      setTimeZoneSource(() => zone)
      const range = { from: nsOf(start), to: nsOf(start + seconds) }
      const typed = parseTypedRange(writeCustomRange(range), nowMs)
      // In autumn a clock shows one hour twice.
      const shown = [typed?.fromMs ?? 0, typed?.toMs ?? 0].map(ms => formatTimestamp(nsOf(ms / 1_000)))
      expect(shown).toEqual([range.from, range.to].map(formatTimestamp))
      if (zone === 'UTC' || zone === 'Asia/Kolkata')
        expect(typed).toEqual({ fromMs: start * 1_000, toMs: (start + seconds) * 1_000 })
    }),
  )
})

test('a range is described in the zone of the reader, which it names', () => {
  setTimeZoneSource(() => 'Europe/Vienna')
  const from = nsOf(Date.UTC(2026, 10, 20, 23, 30) / 1_000)
  expect(describeTimeRange({ last: '24h', from, to: undefined })).toBe('2026-11-21 00:30 to now, Europe/Vienna')
})
