import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastHourOf } from './last-hour-of.ts'

const MINUTE_NS = 60_000_000_000n

test('the hour that is counted ends with the range or ten seconds ago, and begins with it or an hour before, in a whole minute', () => {
  const times = fc.bigInt({ min: 0n, max: 10n ** 14n })
  fc.assert(
    fc.property(times, fc.bigInt({ min: 1n, max: 10n ** 14n }), times, (from, length, nowNs) => {
      const to = from + length
      const hour = lastHourOf({ from, to }, nowNs)
      const settled = nowNs - 10_000_000_000n
      expect(hour === undefined).toBe(from >= settled)
      if (hour === undefined) return
      expect(hour.to).toBe(to < settled ? to : settled)
      expect(hour.from % MINUTE_NS).toBe(0n)
      const begin = from > hour.to - 60n * MINUTE_NS ? from : hour.to - 60n * MINUTE_NS
      expect(hour.from <= begin && hour.from > begin - MINUTE_NS).toBe(true)
    }),
  )
})
